import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Form } from '#ui/form';
import { Panel } from '#ui/panel';
import { CertificateField } from '../configuration/certificate-field';
import type { ConnectionValues } from '../configuration/connection-schema';
import type { ConnectionForm } from '../configuration/use-connection-form';
import { SandboxHelper } from '../sandbox-helper';

type Props = {
  form: ConnectionForm;
  /** A certificate had been selected before a reload. */
  hadFiles: boolean;
  /** Message of the previous attempt. */
  failure: string | undefined;
  /** The connection stored by the previous attempt. */
  storedName: string | undefined;
  /** The test step is about to open. */
  isTesting: boolean;
  onNext: (values: ConnectionValues) => void;
};

/** Address and credentials of the key system. */
export function ConfigureStep({ form, hadFiles, failure, storedName, isTesting, onNext }: Props) {
  const { t } = useTranslation('add-key-system');
  const submit = form.handleSubmit(onNext);
  return (
    <Form submit={submit} failedTitle={t('failed')} failure={failure}>
      {!failure && <SandboxHelper form={form} />}
      <Panel padded>
        <div className="setup-fields">
          <Fields form={form} />
          <CertificateField form={form} />
          {hadFiles && <ChooseAgain form={form} />}
          <PassPhrase form={form} />
        </div>
      </Panel>
      {storedName && <p className="mute setup-note">{t('stored', { name: storedName })}</p>}
      <div className="setup-foot">
        <Button type="submit" loading={isTesting} rightSection={!isTesting && <IconArrowRight size={16} aria-hidden />}>
          {isTesting ? t('testing') : t('next')}
        </Button>
      </div>
      {/* After a failure the reason comes first, above the sandbox helper. */}
      {failure && (
        <div className="setup-after">
          <SandboxHelper form={form} />
        </div>
      )}
    </Form>
  );
}

function Fields({ form }: { form: ConnectionForm }) {
  const { t } = useTranslation('add-key-system');
  const { errors } = form.formState;
  const text = (name: 'name' | 'cliq_api_url' | 'domain_name' | 'description') => ({
    ...form.register(name),
    error: errors[name]?.message,
  });
  return (
    <>
      <TextInput
        className="setup-wide"
        label={t('fields.name')}
        description={t('hints.name')}
        required
        {...text('name')}
      />
      <TextInput
        label={t('test.endpoint')}
        description={t('hints.url')}
        type="url"
        required
        {...text('cliq_api_url')}
      />
      <TextInput label={t('fields.domain')} description={t('hints.domain')} required {...text('domain_name')} />
      <Textarea
        className="setup-wide"
        label={
          <>
            {t('word.description')} <span className="setup-optional">{t('optional')}</span>
          </>
        }
        minRows={2}
        {...text('description')}
      />
    </>
  );
}

/** Shown until a certificate is selected again: a reload keeps everything else. */
function ChooseAgain({ form }: { form: ConnectionForm }) {
  const { t } = useTranslation('add-key-system');
  const isChosen = form.watch('client_certificate_bundle_pem_file').length > 0;
  return isChosen ? null : <p className="mute setup-wide">{t('files.again')}</p>;
}

/** Shown when a file needs one or it has a value. */
function PassPhrase({ form }: { form: ConnectionForm }) {
  const { t } = useTranslation('add-key-system');
  const [files, entered] = form.watch(['client_certificate_bundle_pem_file', 'client_certificate_pass_phrase']);
  const error = form.formState.errors.client_certificate_pass_phrase;
  if (!entered && !files.some(({ isProtected }) => isProtected)) return null;
  return (
    <PasswordInput
      className="setup-wide"
      label={t('fields.passPhrase')}
      description={t('hints.passPhrase')}
      autoComplete="off"
      required
      error={error?.message}
      aria-invalid={Boolean(error)}
      {...form.register('client_certificate_pass_phrase')}
    />
  );
}
