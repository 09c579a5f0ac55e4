import { maxBundleBytes } from '@key2xs/contract';
import { FileInput, PasswordInput, Stack } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useAddCertificate } from '#data/key-systems/client-certificates';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Form, FormActions } from '#ui/form';
import { Notice } from '#ui/notice';
import { useToast } from '#ui/toast';

const maxFiles = 3;
const accepted = '.pem,.crt,.cer,.der,.key,.json,.p12,.pfx';

/** Uses the API's field names, so that its errors appear at the fields. */
const formSchema = (t: TFunction<'key-systems'>) =>
  z.object({
    certificate_file: z
      .array(z.file().max(maxBundleBytes, t('certificates.add.fileLarge')))
      .min(1, t('certificates.add.filesMissing'))
      .max(maxFiles, t('certificates.add.filesMany')),
    pass_phrase: z.string(),
  });

/** Stores a second certificate; it is first used by a test. */
export function AddCertificateForm({ connectionId: id }: { connectionId: string }) {
  const { t } = useTranslation('key-systems');
  const toast = useToast();
  const add = useAddCertificate();
  const schema = useMemo(() => formSchema(t), [t]);
  const form = useForm({
    resolver: fieldResolver(schema),
    defaultValues: { certificate_file: [] as File[], pass_phrase: '' }, // an empty array has no element type
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ certificate_file: files, pass_phrase: passPhrase }) =>
    add
      .mutateAsync({ id, files, passPhrase }) // the form is unmounted before the call ends
      .then(
        () => toast.success(t('certificates.add.done')),
        (error: Error) => applyProblem(error, form),
      ),
  );
  const fileError = errors.certificate_file;
  const firstOfList = Array.isArray(fileError) ? fileError.find(Boolean)?.message : undefined;
  return (
    <Form submit={submit}>
      <p className="mute" style={{ marginBottom: 12 }}>
        {t('certificates.noneHint')}
      </p>
      {errors.root && (
        <Notice tone="red" title={t('certificates.add.failed')}>
          {errors.root.message}
        </Notice>
      )}
      <Stack gap="md" maw={520}>
        <Controller
          control={form.control}
          name="certificate_file"
          render={({ field }) => (
            <FileInput
              label={t('certificates.add.files')}
              description={t('certificates.add.filesHint')}
              placeholder={t('certificates.add.choose')}
              multiple
              clearable
              accept={accepted}
              required
              error={fileError?.message ?? firstOfList}
              {...field}
            />
          )}
        />
        <PasswordInput
          label={t('certificates.add.passPhrase')}
          description={t('certificates.add.passPhraseHint')}
          autoComplete="off"
          error={errors.pass_phrase?.message}
          {...form.register('pass_phrase')}
        />
        <FormActions submitLabel={t('certificates.add.submit')} isBusy={add.isPending} />
      </Stack>
    </Form>
  );
}
