import { serviceAccounts } from '@key2xs/contract';
import { Stack, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { MomentField } from '#components/administrators/moment-field';
import { RoleChoice } from '#components/administrators/role-choice';
import { ScopePicker } from '#components/administrators/scope-picker';
import { useCreateServiceAccount } from '#data/api-tokens';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { scopeErrors, scopeField, scopeOrNull } from '#lib/scope-field';
import { Form, FormActions } from '#ui/form';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { useToast } from '#ui/toast';

/** Adds a service account. */
export function ServiceAccountDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('api-tokens');
  return (
    <SideDrawer title={t('accounts.add')} opened onClose={onClose}>
      <ServiceAccountForm onClose={onClose} />
    </SideDrawer>
  );
}

type T = TFunction<['api-tokens', 'administrators']>;

const formSchema = (t: T) =>
  z.object({
    username: serviceAccounts.create.body.shape.username,
    role_ids: z.array(z.string()).min(1, t('administrators:form.chooseRole')),
    scope: scopeField({
      departments: t('administrators:form.chooseDepartments'),
      places: t('administrators:form.choosePlaces'),
    }),
    /** Undefined while it is being typed. */
    valid_until: z.string(t('administrators:deputy.missing')).nullable(),
  });

function ServiceAccountForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['api-tokens', 'administrators']);
  const toast = useToast();
  const create = useCreateServiceAccount();
  const schema = useMemo(() => formSchema(t), [t]);
  const form = useForm({
    resolver: fieldResolver(schema),
    defaultValues: {
      username: '',
      role_ids: [] as string[],
      scope: { departments: null as string[] | null, places: null as string[] | null },
      valid_until: null as string | null,
    },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ scope, ...fields }) =>
    create.mutate(
      { ...fields, scope: scopeOrNull(scope) },
      {
        onSuccess: ({ username: name }) => {
          toast.success(t('accounts.created', { name }));
          onClose();
        },
        onError: (error) => applyProblem(error, form),
      },
    ),
  );
  return (
    <Form submit={submit} failedTitle={t('accounts.failed')} failure={errors.root?.message}>
      <Stack gap="md">
        <TextInput
          label={t('accounts.name')}
          description={t('accounts.nameHint')}
          required
          autoComplete="off"
          data-autofocus
          error={errors.username?.message}
          {...form.register('username')}
        />
        <Controller
          control={form.control}
          name="role_ids"
          render={({ field: { value, onChange } }) => (
            <RoleChoice value={value} onChange={onChange} error={errors.role_ids?.message} />
          )}
        />
        <Controller
          control={form.control}
          name="scope"
          render={({ field: { value, onChange } }) => (
            <ScopePicker value={value} onChange={onChange} errors={scopeErrors(errors.scope)} />
          )}
        />
        <Controller
          control={form.control}
          name="valid_until"
          render={({ field: { value, onChange } }) => (
            <MomentField
              label={t('accounts.until')}
              description={t('accounts.untilHint')}
              value={value}
              onChange={onChange}
              error={errors.valid_until?.message}
            />
          )}
        />
        <FormActions submitLabel={t('accounts.submit')} isBusy={create.isPending} onCancel={onClose} />
      </Stack>
    </Form>
  );
}
