import { sourceCertificateRules } from '@key2xs/contract';
import { FileInput, PasswordInput, Stack } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useAddSourceCertificate } from '#data/sources/source-credentials';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Form, FormActions } from '#ui/form';
import { useToast } from '#ui/toast';

const { maxBytes } = sourceCertificateRules;

/** Uses the API's field names, so that its errors appear at the fields. */
const formSchema = (t: TFunction<'source'>) =>
  z.object({
    certificate_file: z
      .custom<File | null>((file) => file instanceof File, t('credentials.addCertificate.fileMissing'))
      .refine((file) => file === null || /\.(pfx|p12)$/i.test(file.name), t('credentials.addCertificate.wrongKind'))
      .refine((file) => file === null || file.size <= maxBytes, t('credentials.addCertificate.tooLarge')),
    certificate_password: z.string().min(1, t('credentials.addCertificate.passwordMissing')),
  });

/** Stores a certificate with its private key. Beside an active credential it waits to be tested and activated. */
export function AddCertificateForm({ sourceId }: { sourceId: string }) {
  const { t } = useTranslation('source');
  const toast = useToast();
  const add = useAddSourceCertificate(sourceId);
  const schema = useMemo(() => formSchema(t), [t]);
  const empty = { certificate_file: null as File | null, certificate_password: '' }; // null has no wider type by itself
  const form = useForm({ resolver: fieldResolver(schema), defaultValues: empty });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ certificate_file, certificate_password }) => {
    if (!certificate_file) return;
    add.mutate(
      { certificate_file, certificate_password },
      {
        onSuccess: () => {
          form.reset(empty);
          toast.success(t('credentials.addCertificate.done'));
        },
        onError: (error) => applyProblem(error, form),
      },
    );
  });
  return (
    <Form submit={submit} failedTitle={t('credentials.notStored')} failure={errors.root?.message}>
      <Stack gap="md" maw={520}>
        <Controller
          control={form.control}
          name="certificate_file"
          render={({ field }) => (
            <FileInput
              label={t('credentials.addCertificate.file')}
              description={t('credentials.addCertificate.fileHint')}
              placeholder={t('credentials.addCertificate.choose')}
              accept=".pfx,.p12"
              clearable
              required
              error={errors.certificate_file?.message}
              {...field}
            />
          )}
        />
        <PasswordInput
          label={t('credentials.addCertificate.password')}
          description={t('credentials.addCertificate.passwordHint')}
          autoComplete="off"
          required
          error={errors.certificate_password?.message}
          {...form.register('certificate_password')}
        />
        <FormActions submitLabel={t('credentials.addCertificate.submit')} isBusy={add.isPending} />
      </Stack>
    </Form>
  );
}
