import type { AdminFunction } from '@key2xs/contract';
import { adminFunctions } from '@key2xs/contract';
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
import { Form, FormActions } from '#ui/form';
import { Dialog } from '#ui/overlay/dialog';
import { Loading } from '#ui/page-states';
import { endAfter, usualDays } from './token-days';

type Props = {
  maxDays: number;
  /** A service account; without one, the caller. */
  owner?: { id: string; functions: readonly AdminFunction[] };
  onCreated: (secret: string) => void;
  onClose: () => void;
};

/** Asks what a new token is for, what it may do and for how long. */
export function CreateToken({ owner, ...props }: Props) {
  const { t } = useTranslation('api-tokens');
  const { data: me } = useQuery(meQuery);
  return (
    <Dialog title={t('create.title')} onClose={props.onClose}>
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

const formSchema = (t: TFunction<'api-tokens'>, maxDays: number) =>
  z.object({
    name: z.string().trim().min(1, t('create.nameMissing')).max(100, t('create.nameLong')),
    reach: z.enum(['all', 'chosen']),
    functions: z.array(z.string()),
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
  const schema = useMemo(() => formSchema(t as TFunction<'api-tokens'>, maxDays), [t, maxDays]); // its first area
  const form = useForm({
    resolver: fieldResolver(schema),
    defaultValues: {
      name: '',
      reach: 'chosen' as 'all' | 'chosen',
      functions: [] as string[],
      is_read_only: true,
      expires_at: usualDays(maxDays),
    },
  });
  const { errors } = form.formState;
  const isAll = form.watch('reach') === 'all';
  const submit = form.handleSubmit(({ name, functions, is_read_only, expires_at }) => {
    const body = {
      name,
      functions: isAll ? null : choices.filter((one) => functions.includes(one)),
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
              <Radio.Group label={t('create.reach')} value={value} onChange={onChange}>
                <Stack gap="xs" mt="xs">
                  <Radio value="chosen" label={t('create.chosen')} />
                  <Radio value="all" label={t('create.all')} description={t('create.allHint')} />
                </Stack>
              </Radio.Group>
            )}
          />
        )}
        {!isAll && (
          <Controller
            control={form.control}
            name="functions"
            render={({ field: { value, onChange } }) => (
              <Checkbox.Group
                label={t('create.functions')}
                description={t('create.functionsHint')}
                error={errors.functions?.message}
                value={value}
                onChange={onChange}
              >
                <Stack gap="xs" mt="xs">
                  {choices.map((name) => (
                    <Checkbox key={name} value={name} label={t(`administrators:functions.${name}.name`)} />
                  ))}
                </Stack>
              </Checkbox.Group>
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
