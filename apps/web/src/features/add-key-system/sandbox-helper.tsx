import type { SandboxPeers } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sandboxQuery } from '#data/sandbox';
import { Notice } from '#ui/notice';
import type { ConnectionForm } from './configuration/use-connection-form';

/** Fills in the values of a running sandbox; hidden without one. Keeps a name already entered. */
export function SandboxHelper({ form }: { form: ConnectionForm }) {
  const { t } = useTranslation('add-key-system');
  const { data: peers } = useQuery(sandboxQuery);
  if (!peers) return null;

  const fill = ({ key_system }: SandboxPeers) => {
    const type = 'application/x-pem-file';
    const file = new File([key_system.client_certificate_bundle_pem], t('tryout.file'), { type });
    const { name, description } = form.getValues();
    const changed = { shouldDirty: true };
    form.clearErrors();
    form.setValue('name', name || t('tryout.name'), changed);
    form.setValue('description', description || t('tryout.description'), changed);
    form.setValue('cliq_api_url', key_system.cliq_api_url, changed);
    form.setValue('domain_name', key_system.domain_name, changed);
    form.setValue('client_certificate_bundle_pem_file', [{ file, isProtected: false }], changed);
    form.setValue('client_certificate_pass_phrase', '', changed);
  };
  const action = (
    <Button variant="default" onClick={() => fill(peers)}>
      {t('tryout.fill')}
    </Button>
  );
  return (
    <Notice tone="blue" title={t('tryout.title')} actions={action}>
      {t('tryout.text')}
    </Notice>
  );
}
