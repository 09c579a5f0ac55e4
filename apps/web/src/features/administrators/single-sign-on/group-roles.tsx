import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { adminRolesQuery } from '#data/people/administrators';
import { type SettingsValues, superAdmin } from './settings-values';

/** What groups of the provider give here. */
export function GroupRoles({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { t } = useTranslation('single-sign-on');
  const { control, register } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'group_roles' });
  return (
    <Stack gap="md" component="section" aria-label={t('groups.title')}>
      <h3>{t('groups.title')}</h3>
      {fields.length === 0 && <p className="mute">{t('groups.none')}</p>}
      {fields.map(({ id }, at) => (
        <Row key={id} form={form} at={at} onRemove={() => remove(at)} />
      ))}
      <div className="actions">
        <Button variant="default" onClick={() => append({ group: '', gives: '' })}>
          {t('groups.add')}
        </Button>
      </div>
      <Checkbox label={t('groups.follow')} description={t('groups.followHint')} {...register('roles_from_groups')} />
      <Checkbox
        label={t('groups.giveSuperAdmin')}
        description={t('groups.giveSuperAdminHint')}
        {...register('groups_give_super_admin')}
      />
    </Stack>
  );
}

type RowProps = { form: UseFormReturn<SettingsValues>; at: number; onRemove: () => void };

function Row({ form: { register, formState, watch }, at, onRemove }: RowProps) {
  const { t } = useTranslation('single-sign-on');
  const roles = useQuery(adminRolesQuery).data?.items ?? [];
  const errors = formState.errors.group_roles?.[at] as Partial<Record<string, { message?: string }>> | undefined; // the server names its own fields
  const mayGiveSuperAdmin = watch('groups_give_super_admin') || watch(`group_roles.${at}.gives`) === superAdmin;
  return (
    <Group align="start" gap="sm">
      <TextInput
        label={t('groups.group')}
        error={errors?.group?.message}
        {...register(`group_roles.${at}.group`)}
        flex="1 1 180px"
      />
      <NativeSelect
        label={t('groups.role')}
        error={errors?.role_id?.message}
        data={[
          { value: '', label: t('groups.choose'), disabled: true },
          ...roles.map(({ id, name }) => ({ value: id, label: name })),
          ...(mayGiveSuperAdmin ? [{ value: superAdmin, label: t('groups.superAdmin') }] : []),
        ]}
        {...register(`group_roles.${at}.gives`)}
        flex="1 1 180px"
      />
      <Button variant="default" mt={24} onClick={onRemove} aria-label={t('groups.removeNamed', { number: at + 1 })}>
        {t('groups.remove')}
      </Button>
    </Group>
  );
}
