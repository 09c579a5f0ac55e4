import type { KeySystemConnection } from '@key2xs/contract';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CertificateTag } from '#components/certificate-tag';
import { StatusBadge } from '#components/status-badge';
import { ReadInventoryButton } from '#components/sync-actions';
import { TimeAgo } from '#components/time-ago';
import { useTestKeySystem } from '#data/key-systems';
import { formatDate, formatNumber } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { useToast } from '#ui/toast';

type Props = { connection: KeySystemConnection; onEdit: () => void; onDelete: () => void };

export function KeySystemCard({ connection, onEdit, onDelete }: Props) {
  const head = (
    <div className="actions" style={{ alignItems: 'center' }}>
      <Health connection={connection} />
      <CardMenu name={connection.name} onEdit={onEdit} onDelete={onDelete} />
    </div>
  );
  return (
    <Panel title={connection.name} actions={head} padded>
      <Troubles connection={connection} />
      {connection.description && <p style={{ marginBottom: 8 }}>{connection.description}</p>}
      <KeyValues items={useFacts(connection)} />
      <div className="actions" style={{ marginTop: 12 }}>
        <TestButton connection={connection} />
        <ReadInventoryButton system={connection} isDisabled={!connection.is_active} />
      </div>
    </Panel>
  );
}

function Health({ connection: { is_sandbox, status } }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  return (
    <>
      {is_sandbox && <StatusTag tone="grey" label={t('sandbox')} isPlain />}
      <StatusBadge status={status} />
    </>
  );
}

function CardMenu({ name, onEdit, onDelete }: { name: string; onEdit: () => void; onDelete: () => void }) {
  const { t } = useTranslation('key-systems');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('card.menu', { name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{t('card.edit')}</Menu.Item>
        <Menu.Item color="red" onClick={onDelete}>
          {t('card.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Troubles({ connection }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  const review = connection.waiting_change_set_id && (
    <LinkButton to="/change-sets/$id" params={{ id: connection.waiting_change_set_id }} variant="default">
      {t('card.review')}
    </LinkButton>
  );
  return (
    <>
      {connection.error_message && (
        <Notice tone="red" title={t('card.problem')}>
          {connection.error_message}
        </Notice>
      )}
      {review && <Notice tone="amber" title={t('card.waiting')} actions={review} />}
    </>
  );
}

function useFacts(connection: KeySystemConnection) {
  const { t } = useTranslation('key-systems');
  const { cliq_api_url, domain_name, client_certificate_info } = connection.active_configuration.config_data;
  return [
    { label: t('fields.type'), value: t(`system_types.${connection.system_type}`) },
    { label: t('card.endpoint'), value: <Mono>{cliq_api_url}</Mono> },
    { label: t('card.domain'), value: domain_name },
    { label: t('card.last'), value: <TimeAgo instant={connection.last_successful_interaction} /> },
    { label: t('card.inventory'), value: <Inventory connection={connection} /> },
    {
      label: t('certificate.label'),
      value: client_certificate_info ? (
        <CertificateTag notAfter={client_certificate_info.not_after} />
      ) : (
        t('certificate.none')
      ),
    },
    { label: t('card.created'), value: formatDate(connection.created_at) },
  ];
}

function Inventory({
  connection: { cylinders, cylinder_groups, inventory_read_at },
}: {
  connection: KeySystemConnection;
}) {
  const { t } = useTranslation('key-systems');
  if (inventory_read_at === null) return t('card.notRead');
  return (
    <>
      {t('card.cylinders', { count: cylinders, formatted: formatNumber(cylinders) })}
      {', '}
      {t('card.groups', { count: cylinder_groups, formatted: formatNumber(cylinder_groups) })}
      {' · '}
      <TimeAgo instant={inventory_read_at} />
    </>
  );
}

function TestButton({ connection: { id, name } }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  const test = useTestKeySystem();
  const toast = useToast();
  const run = () =>
    test.mutate(id, {
      onSuccess: ({ status, status_message }) =>
        toast[status === 'ERROR' ? 'failure' : 'success'](`${name}: ${status_message}`),
      onError: (error) => toast.failure(error.message),
    });
  return (
    <Button variant="default" loading={test.isPending} onClick={run} aria-label={t('card.testNamed', { name })}>
      {t('card.test')}
    </Button>
  );
}
