import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { applyProblem } from '#lib/apply-problem';
import { FileDrop } from '#ui/file-drop';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import { type ConnectionValues, connectionSchema } from './connection-schema';
import { SandboxHelper } from './sandbox-helper';

const blank = { name: '', cliq_api_url: '', domain_name: '', description: '' };

type Props = {
  /** What was entered before, when an attempt is edited. */
  values: ConnectionValues | undefined;
  onSubmit: (values: ConnectionValues) => Promise<void>;
};

/** Checked with the contract's own rules; whatever only the server knows comes back onto its field. */
export function ConnectionForm({ values, onSubmit }: Props) {
  const { t } = useTranslation('key-systems');
  const schema = useMemo(() => connectionSchema(t), [t]);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { ...blank, ...values } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((sent) => onSubmit(sent).catch((error: unknown) => applyProblem(error, form)));
  const text = (name: 'name' | 'cliq_api_url' | 'domain_name' | 'description') => ({
    ...form.register(name),
    error: errors[name]?.message,
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {errors.root && (
        <Notice tone="red" title={t('add.failed')}>
          {errors.root.message}
        </Notice>
      )}
      <SandboxHelper onFill={(filled) => form.reset(filled)} />
      <Panel title={t('add.form')} padded>
        <Stack gap="md">
          <TextInput label={t('fields.name')} description={t('hints.name')} required {...text('name')} />
          <TextInput
            label={t('fields.url')}
            description={t('hints.url')}
            type="url"
            placeholder="https://"
            required
            {...text('cliq_api_url')}
          />
          <TextInput label={t('fields.domain')} description={t('hints.domain')} required {...text('domain_name')} />
          <Textarea label={t('fields.description')} minRows={2} {...text('description')} />
          <Controller
            control={form.control}
            name="client_certificate_bundle_pem_file"
            render={({ field, fieldState }) => (
              <FileDrop
                label={t('fields.certificate')}
                hint={t('hints.certificate')}
                accept=".pem,.crt,.key,.json,application/x-pem-file,application/x-x509-ca-cert,application/json"
                file={field.value}
                onFile={field.onChange}
                error={fieldState.error?.message}
              />
            )}
          />
          <div className="actions">
            <Button type="submit" loading={isSubmitting}>
              {values ? t('add.resubmit') : t('add.submit')}
            </Button>
            <LinkButton to="/key-systems" variant="default">
              {t('add.cancel')}
            </LinkButton>
          </div>
        </Stack>
      </Panel>
    </form>
  );
}
