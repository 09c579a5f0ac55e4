import type { SandboxPeers } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sandboxQuery } from '#data/sandbox';
import { Notice } from '#ui/notice';
import type { ConnectionValues } from './connection-schema';

/** Offers the values of the sandbox where one runs; shows nothing elsewhere. */
export function SandboxHelper({ onFill }: { onFill: (values: ConnectionValues) => void }) {
  const { t } = useTranslation('key-systems');
  const { data: peers } = useQuery(sandboxQuery);
  if (!peers) return null;

  const fill = ({ key_system }: SandboxPeers) =>
    onFill({
      name: t('tryout.name'),
      description: t('tryout.description'),
      cliq_api_url: key_system.cliq_api_url,
      domain_name: key_system.domain_name,
      client_certificate_bundle_pem_file: new File([key_system.client_certificate_bundle_pem], t('tryout.file'), {
        type: 'application/x-pem-file',
      }),
    });
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
