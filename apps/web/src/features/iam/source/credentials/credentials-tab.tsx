import { sourceCredentials } from '@key2xs/contract';
import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { sourceCredentialsQuery } from '#data/sources/source-credentials';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import type { SourceTabProps } from '../source-tab-props';
import { AddCertificateForm } from './add-certificate-form';
import { AddSecretForm } from './add-secret-form';
import { CredentialItem } from './credential-item';

/** The active credential, the standby one, and forms to add one. */
export function CredentialsTab({ source: { id } }: SourceTabProps) {
  const { t } = useTranslation('source');
  const { data, error, refetch } = useQuery(sourceCredentialsQuery(id));
  const mayAdd = useMay(sourceCredentials.addSecret);
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('credentials.loading')} />;
  return (
    <Stack gap="md">
      <Panel title={t('credentials.title')}>
        {data.length === 0 ? (
          <Empty title={t('credentials.none')} hint={t('credentials.noneHint')} />
        ) : (
          <ul className="credentials" aria-label={t('credentials.title')}>
            {data.map((credential) => (
              <CredentialItem key={credential.id} sourceId={id} credential={credential} />
            ))}
          </ul>
        )}
      </Panel>
      {mayAdd && (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
          <Panel title={t('credentials.addCertificate.title')} padded>
            <AddCertificateForm sourceId={id} />
          </Panel>
          <Panel title={t('credentials.addSecret.title')} padded>
            <AddSecretForm sourceId={id} />
          </Panel>
        </SimpleGrid>
      )}
    </Stack>
  );
}
