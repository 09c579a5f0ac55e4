import type { SingleSignOnSettings } from '@key2xs/contract';
import { Checkbox, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ProviderTest } from './provider-test';
import { listMessage, type SettingsValues } from './settings-values';

type Props = { form: UseFormReturn<SettingsValues>; stored: SingleSignOnSettings };

/** Which provider it is, and as whom the product calls it. The secret is only ever sent, never shown. */
export function ProviderFields({ form, stored }: Props) {
  const { t } = useTranslation('single-sign-on');
  const { register, formState, watch } = form;
  const { errors } = formState;
  const field = (name: 'name' | 'issuer' | 'client_id' | 'authority_pem' | 'client_secret') => ({
    ...register(name),
    error: errors[name]?.message,
  });
  return (
    <Stack gap="md" component="section" aria-label={t('provider.title')}>
      <h3>{t('provider.title')}</h3>
      <TextInput
        label={t('provider.redirect')}
        description={t('provider.redirectHint')}
        value={stored.redirect_uri}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <TextInput label={t('provider.name')} description={t('provider.nameHint')} {...field('name')} />
      <TextInput label={t('provider.issuer')} description={t('provider.issuerHint')} {...field('issuer')} />
      <TextInput label={t('provider.clientId')} {...field('client_id')} />
      <Checkbox label={t('provider.hasSecret')} {...register('has_secret')} />
      {watch('has_secret') && (
        <PasswordInput
          label={t('provider.secret')}
          description={t(stored.has_client_secret ? 'provider.secretStored' : 'provider.secretHint')}
          autoComplete="off"
          {...field('client_secret')}
        />
      )}
      <TextInput
        label={t('provider.scopes')}
        description={t('provider.scopesHint')}
        error={listMessage(errors.scopes)}
        {...register('scopes')}
      />
      <Textarea
        label={t('provider.authority')}
        description={t('provider.authorityHint')}
        rows={4}
        {...field('authority_pem')}
      />
      <ProviderTest form={form} />
    </Stack>
  );
}
