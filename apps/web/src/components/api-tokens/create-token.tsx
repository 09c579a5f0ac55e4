import { type AdminFunction, type AdminScope, adminFunctions } from '@key2xs/contract';
import { Checkbox, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCreateToken } from '#data/api-tokens';
import { meQuery } from '#data/auth';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { isLimited, scopeErrors, scopeField, scopeOrNull } from '#lib/scope-field';
import { Form, FormActions } from '#ui/form';
import { Dialog } from '#ui/overlay/dialog';
import { Loading } from '#ui/page-states';
import { ScopePicker } from '../administrators/scope-picker';
import { endAfter, usualDays } from './token-days';
import { possibleFunctions, TokenFunctions } from './token-functions';

type Props = {
  maxDays: number;
  /** A service account; without one, the caller. */
  owner?: { id: string; username: string; functions: readonly AdminFunction[] } | undefined;
  onCreated: (secret: string) => void;
  onClose: () => void;
};

/** Asks what a new token is for, what it may do and for how long. */
export function CreateToken({ owner, ...props }: Props) {
  const { t } = useTranslation('api-tokens');
  const { data: me } = useQuery(meQuery);
  return (
    <Dialog
      title={owner ? t('accounts.addTokenOf', { name: owner.username }) : t('create.title')}
      onClose={props.onClose}
    >
      {me ? (
        <TokenForm
          {...props}
          ownerId={owner?.id}
          choices={owner?.functions ?? (me.role === 'superadmin' ? adminFunctions : me.functions)}
          mayDoAll={!owner && me.role === 'superadmin'}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

const unlimited: AdminScope = { departments: null, places: null };

type T = TFunction<['api-tokens', 'administrators']>;

const formSchema = (t: T, maxDays: number) =>
  z.object({
    name: z.string().trim().min(1, t('create.nameMissing')).max(100, t('create.nameLong')),
    reach: z.enum(['all', 'chosen']),
    functions: z.array(z.string()),
    scope: scopeField({
      departments: t('administrators:form.chooseDepartments'),
      places: t('administrators:form.choosePlaces'),
    }),
    is_read_only: z.boolean(),
    expires_at: z
      .number(t('days.outside', { most: maxDays }))
      .int()
      .min(1)
      .max(maxDays, t('days.outside', { most: maxDays })),
  });

type FormProps = Omit<Props, 'owner'> & {
  ownerId: string | undefined;
  choices: readonly AdminFunction[];
  mayDoAll: boolean;
};

function TokenForm({ maxDays, ownerId, choices, mayDoAll, onCreated, onClose }: FormProps) {
  const { t } = useTranslation(['api-tokens', 'administrators']);
  const create = useCreateToken();
  const schema = useMemo(() => formSchema(t, maxDays), [t, maxDays]);
  const form = useForm({
    resolver: fieldResolver(schema),
    defaultValues: {
      name: '',
      reach: 'chosen' as 'all' | 'chosen',
      functions: [] as string[],
      scope: unlimited,
      is_read_only: true,
      expires_at: usualDays(maxDays),
    },
  });
  const { errors } = form.formState;
  const isAll = form.watch('reach') === 'all';
  const isInScope = isLimited(form.watch('scope'));
  const submit = form.handleSubmit(({ name, functions, scope, is_read_only, expires_at }) => {
    const body = {
      name,
      functions: isAll ? null : possibleFunctions(choices, isInScope).filter((one) => functions.includes(one)),
      scope: isAll ? null : scopeOrNull(scope),
      is_read_only,
      expires_at: endAfter(expires_at),
      ...(ownerId !== undefined && { owner_id: ownerId }),
    };
    create.mutate(body, {
      onSuccess: ({ secret }) => onCreated(secret),
      onError: (error) => applyProblem(error, form),
    });
  });
  return (
    <Form submit={submit} failedTitle={t('create.failed')} failure={errors.root?.message}>
      <Stack gap="md">
        <TextInput
          label={t('create.name')}
          description={t('create.nameHint')}
          required
          data-autofocus
          error={errors.name?.message}
          {...form.register('name')}
        />
        {mayDoAll && (
          <Controller
            control={form.control}
            name="reach"
            render={({ field: { value, onChange } }) => (
              <ReachChoice
                value={value}
                onChange={(reach) => {
                  onChange(reach);
                  if (reach === 'all') form.setValue('scope', unlimited); // its fields are hidden
                }}
              />
            )}
          />
        )}
        {!isAll && (
          <Controller
            control={form.control}
            name="functions"
            render={({ field: { value, onChange } }) => (
              <TokenFunctions
                choices={choices}
                value={value}
                onChange={onChange}
                isInScope={isInScope}
                error={errors.functions?.message}
              />
            )}
          />
        )}
        {!isAll && (
          <Controller
            control={form.control}
            name="scope"
            render={({ field: { value, onChange } }) => (
              <ScopePicker value={value} onChange={onChange} errors={scopeErrors(errors.scope)} isOfToken />
            )}
          />
        )}
        <Checkbox label={t('create.readOnly')} {...form.register('is_read_only')} />
        <Controller
          control={form.control}
          name="expires_at"
          render={({ field: { value, onChange, ref } }) => (
            <NumberInput
              ref={ref}
              label={t('days.label')}
              description={t('days.hint', { count: maxDays })}
              value={value}
              onChange={onChange}
              allowDecimal={false}
              min={1}
              max={maxDays}
              error={errors.expires_at?.message}
            />
          )}
        />
        <FormActions submitLabel={t('create.submit')} isBusy={create.isPending} onCancel={onClose} />
      </Stack>
    </Form>
  );
}

function ReachChoice(props: { value: string; onChange: (reach: string) => void }) {
  const { t } = useTranslation('api-tokens');
  return (
    <Radio.Group label={t('create.reach')} {...props}>
      <Stack gap="xs" mt="xs">
        <Radio value="chosen" label={t('create.chosen')} />
        <Radio value="all" label={t('create.all')} description={t('create.allHint')} />
      </Stack>
    </Radio.Group>
  );
}
