import { Stack, TextInput } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SettingsValues } from './settings-values';

/** Where the provider says who someone is. */
export function ClaimFields({ form: { register, formState } }: { form: UseFormReturn<SettingsValues> }) {
  const { t } = useTranslation('single-sign-on');
  const { errors } = formState;
  const field = (name: 'username_claim' | 'name_claim' | 'mail_claim' | 'groups_claim') => ({
    ...register(name),
    error: errors[name]?.message,
  });
  return (
    <Stack gap="md" component="section" aria-label={t('claims.title')}>
      <h3>{t('claims.title')}</h3>
      <TextInput label={t('claims.username')} {...field('username_claim')} />
      <TextInput label={t('claims.name')} {...field('name_claim')} />
      <TextInput label={t('claims.mail')} {...field('mail_claim')} />
      <TextInput label={t('claims.groups')} description={t('claims.groupsHint')} {...field('groups_claim')} />
    </Stack>
  );
}
