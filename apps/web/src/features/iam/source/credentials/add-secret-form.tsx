import { PasswordInput, Stack } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useAddSourceSecret } from '#data/sources/source-credentials';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Form, FormActions } from '#ui/form';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';

const formSchema = (t: TFunction<'source'>) =>
  z.object({
    secret: z.string().trim().min(8, t('credentials.addSecret.short')).max(500, t('credentials.addSecret.long')),
    expires_at: z.string(t('credentials.addSecret.noDay')),
  });

/** Stores a client secret and when it ends. It is never shown again. */
export function AddSecretForm({ sourceId }: { sourceId: string }) {
  const { t } = useTranslation('source');
  const toast = useToast();
  const add = useAddSourceSecret(sourceId);
  const schema = useMemo(() => formSchema(t), [t]);
  const form = useForm({ resolver: fieldResolver(schema), defaultValues: { secret: '', expires_at: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ secret, expires_at }) =>
    add.mutate(
      { secret, expires_at: expires_at === '' ? null : new Date(expires_at).toISOString() },
      {
        onSuccess: () => {
          form.reset();
          toast.success(t('credentials.addSecret.done'));
        },
        onError: (error) => applyProblem(error, form),
      },
    ),
  );
  return (
    <Form submit={submit} failedTitle={t('credentials.notStored')} failure={errors.root?.message}>
      <Stack gap="md" maw={520}>
        <PasswordInput
          label={t('credentials.addSecret.secret')}
          description={t('credentials.addSecret.secretHint')}
          autoComplete="off"
          required
          error={errors.secret?.message}
          {...form.register('secret')}
        />
        <Controller
          control={form.control}
          name="expires_at"
          render={({ field: { value, onChange, ref } }) => (
            <TypedTimeField
              ref={ref}
              kind="day"
              label={t('credentials.addSecret.expires')}
              description={t('credentials.addSecret.expiresHint')}
              error={errors.expires_at?.message}
              value={value ?? ''}
              onChange={onChange}
            />
          )}
        />
        <FormActions submitLabel={t('credentials.addSecret.submit')} isBusy={add.isPending} />
      </Stack>
    </Form>
  );
}
