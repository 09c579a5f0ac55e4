import { type AdminFunction, roles as kinds } from '@key2xs/contract';
import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Controller, type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MomentField } from '#components/administrators/moment-field';
import { RoleChoice } from '#components/administrators/role-choice';
import { ScopePicker } from '#components/administrators/scope-picker';
import { adminRolesQuery } from '#data/people/administrators';
import { applyProblem } from '#lib/calls/apply-problem';
import { scopeErrors } from '#lib/scope-field';
import { Form, FormActions } from '#ui/form';
import { RightsPreview } from '../rights/rights-preview';
import { type AdministratorValues, type Problems, problemsOf, rightsOf, scopeOf } from './administrator-values';

type Props = {
  values: AdministratorValues;
  submitLabel: string;
  /** Own rights are changed by another super admin. */
  hasRights: boolean;
  /** A change of rights has to be explained. */
  hasReason: boolean;
  onSubmit: (values: AdministratorValues) => Promise<unknown>;
  onCancel: () => void;
  onDirty: (isDirty: boolean) => void;
};

/** Who it is, what they may do, where and until when, with what that comes to in words. */
export function AdministratorForm({ values, submitLabel, hasRights, hasReason, onSubmit, onCancel, onDirty }: Props) {
  const { t } = useTranslation('administrators');
  const messageOf = (problem: keyof Problems, found: Problems) => {
    const name = found[problem];
    return name && (name === 'missing' ? t('deputy.missing') : t(`form.${name}`));
  };
  const form = useForm<AdministratorValues>({
    defaultValues: values,
    resolver: (sent) => {
      const found = hasRights ? problemsOf(sent) : {};
      const errors: FieldErrors<AdministratorValues> = {};
      for (const name of ['role_ids', 'valid_from', 'valid_until'] as const) {
        const message = messageOf(name, found);
        if (message) errors[name] = { type: 'local', message } as never; // RHF types an error of an array by its items
      }
      const departments = messageOf('departments', found);
      const places = messageOf('places', found);
      if (departments || places) {
        errors.scope = {
          ...(departments && { departments: { type: 'local', message: departments } }),
          ...(places && { places: { type: 'local', message: places } }),
        };
      }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: sent, errors: {} };
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const changesRights = JSON.stringify(rightsOf(form.watch())) !== JSON.stringify(rightsOf(values));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const submit = form.handleSubmit((sent) => onSubmit(sent).catch((error: unknown) => applyProblem(error, form)));
  return (
    <Form submit={submit} failedTitle={t('form.failed')} failure={errors.root?.message}>
      <Stack gap="md">
        <TextInput label={t('form.name')} data-autofocus error={errors.name?.message} {...form.register('name')} />
        <TextInput
          type="email"
          label={t('form.mail')}
          description={t('form.mailHint')}
          error={errors.mail_address?.message}
          {...form.register('mail_address')}
        />
        {hasRights && <Rights form={form} />}
        {hasReason && hasRights && (
          <Textarea
            label={t('form.reason')}
            description={t('form.reasonHint')}
            required={changesRights}
            error={errors.reason?.message}
            {...form.register('reason')}
          />
        )}
        <FormActions submitLabel={submitLabel} isBusy={isSubmitting} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

function Rights({ form }: { form: UseFormReturn<AdministratorValues> }) {
  const { t } = useTranslation('administrators');
  const { errors } = form.formState;
  const values = form.watch();
  const { data: roles } = useQuery(adminRolesQuery);
  const chosen = roles?.items.filter(({ id }) => values.role_ids.includes(id)) ?? [];
  const functions = new Set(chosen.flatMap((role): AdminFunction[] => role.functions));
  return (
    <>
      <Controller
        control={form.control}
        name="role"
        render={({ field: { value, onChange } }) => (
          <Radio.Group label={t('form.kind')} value={value} onChange={onChange} error={errors.role?.message}>
            <Stack gap="xs" mt={6}>
              {[...kinds].reverse().map((kind) => (
                <Radio key={kind} value={kind} label={t(`kindNames.${kind}`)} description={t(`form.${kind}Hint`)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      />
      {values.role === 'subadmin' && (
        <>
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
        </>
      )}
      {(['valid_from', 'valid_until'] as const).map((name) => (
        <Controller
          key={name}
          control={form.control}
          name={name}
          render={({ field: { value, onChange } }) => (
            <MomentField
              label={t(name === 'valid_from' ? 'form.from' : 'form.until')}
              description={t(name === 'valid_from' ? 'form.fromHint' : 'form.untilHint')}
              value={value}
              onChange={onChange}
              error={errors[name]?.message}
            />
          )}
        />
      ))}
      <RightsPreview
        role={values.role}
        functions={[...functions]}
        needsSecondFactor={chosen.some((role) => role.needs_second_factor)}
        hasRole={values.role_ids.length > 0}
        scope={scopeOf(values)}
        valid_from={values.valid_from ?? null}
        valid_until={values.valid_until ?? null}
      />
    </>
  );
}
