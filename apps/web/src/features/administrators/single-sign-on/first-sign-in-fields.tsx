import { Checkbox, Stack } from '@mantine/core';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ScopePicker } from '#components/administrators/scope-picker';
import { listMessage, type SettingsValues } from './settings-values';

/** Who gets in by an account that is not linked with anybody yet. */
export function FirstSignInFields({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { t } = useTranslation('single-sign-on');
  const { register, watch, control, formState } = form;
  const scopeError = listMessage(formState.errors.created_scope);
  return (
    <Stack gap="md" component="section" aria-label={t('first.title')}>
      <h3>{t('first.title')}</h3>
      <p className="mute">{t('first.intro')}</p>
      <Checkbox label={t('first.create')} description={t('first.createHint')} {...register('creates_administrators')} />
      {watch('creates_administrators') && (
        <Controller
          control={control}
          name="created_scope"
          render={({ field: { value, onChange } }) => (
            <fieldset aria-label={t('first.scope')}>
              <ScopePicker value={value} onChange={onChange} errors={{ whole: scopeError }} />
            </fieldset>
          )}
        />
      )}
      <Checkbox label={t('first.link')} description={t('first.linkHint')} {...register('link_by_username')} />
    </Stack>
  );
}
