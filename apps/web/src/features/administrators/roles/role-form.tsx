import { type AdminFunction, type AdminRole, adminRoles } from '@key2xs/contract';
import { checkSeparation } from '@key2xs/domain';
import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Form, FormActions } from '#ui/form';
import { Notice } from '#ui/notice';
import { FunctionChoice } from '../rights/function-choice';

const Values = z.object({
  ...adminRoles.create.body.shape,
  needs_second_factor: z.boolean(),
  reason: z.string(),
});
export type RoleValues = z.output<typeof Values>;

type Props = {
  role: AdminRole | undefined;
  onSubmit: (values: RoleValues) => Promise<unknown>;
  onCancel: () => void;
  onDirty: (isDirty: boolean) => void;
};

/** The name and the functions of a role, with whom a change affects. */
export function RoleForm({ role, onSubmit, onCancel, onDirty }: Props) {
  const { t } = useTranslation('administrators');
  const form = useForm({
    resolver: fieldResolver(Values),
    defaultValues: {
      name: role?.name ?? '',
      functions: role?.functions ?? [],
      needs_second_factor: role?.needs_second_factor ?? false,
      reason: '',
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const functions: readonly AdminFunction[] = form.watch('functions');
  const submit = form.handleSubmit((sent) => onSubmit(sent).catch((error: unknown) => applyProblem(error, form)));
  return (
    <Form submit={submit} failedTitle={t('roles.failed')} failure={errors.root?.message}>
      <Stack gap="md">
        <TextInput
          label={t('roles.name')}
          required
          data-autofocus
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Controller
          control={form.control}
          name="functions"
          render={({ field: { value, onChange } }) => (
            <FunctionChoice value={value} onChange={onChange} error={errors.functions?.message} />
          )}
        />
        {checkSeparation(functions).map((warning) => (
          <Notice key={warning} tone="amber" title={t('separation.title')}>
            {t(`separation.${warning}`)}
          </Notice>
        ))}
        <Checkbox label={t('roles.needsSecondFactor')} {...form.register('needs_second_factor')} />
        {role && role.members > 0 && (
          <>
            <p className="mute">{t('roles.affects', { count: role.members })}</p>
            <Textarea label={t('form.reason')} error={errors.reason?.message} {...form.register('reason')} />
          </>
        )}
        <FormActions submitLabel={t(role ? 'word.save' : 'roles.submit')} isBusy={isSubmitting} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}
