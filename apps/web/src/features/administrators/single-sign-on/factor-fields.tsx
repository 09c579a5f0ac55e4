import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { listMessage, type SettingsValues } from './settings-values';

/** Whether a second factor at the provider counts. */
export function FactorFields({ form: { register, watch, formState } }: { form: UseFormReturn<SettingsValues> }) {
  const { t } = useTranslation('single-sign-on');
  return (
    <Stack gap="md" component="section" aria-label={t('factor.title')}>
      <h3>{t('factor.title')}</h3>
      <Checkbox label={t('factor.trust')} description={t('factor.trustHint')} {...register('trusts_provider_mfa')} />
      {watch('trusts_provider_mfa') && (
        <TextInput
          label={t('factor.values')}
          description={t('factor.valuesHint')}
          error={listMessage(formState.errors.mfa_values)}
          {...register('mfa_values')}
        />
      )}
    </Stack>
  );
}
