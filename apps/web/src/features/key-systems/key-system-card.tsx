import type { KeySystemConnection } from '@key2xs/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CertificateTag } from '#components/certificate-tag';
import { StandingTag } from '#components/standing/standing-tag';
import { StatusBadge } from '#components/status-badge';
import { TimeAgo } from '#components/time-ago';
import { formatDate } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { StatusTag } from '#ui/status-tag';

type Props = { connection: KeySystemConnection; onEdit: () => void; onDelete: () => void };

export function KeySystemCard({ connection, onEdit, onDelete }: Props) {
  const { id, name, description } = connection;
  const titleId = useId();
  return (
    <section className="panel key-system-card" aria-labelledby={titleId}>
      <div className="panel-head">
        <div>
          <h2 id={titleId}>
            <Link from="/key-systems" search={(before) => ({ ...before, connection: id })} resetScroll={false}>
              {name}
            </Link>
          </h2>
          <Tags connection={connection} />
        </div>
        <CardMenu name={name} onEdit={onEdit} onDelete={onDelete} />
      </div>
      <div className="panel-body">
        <Troubles connection={connection} />
        {description && <p style={{ marginBottom: 8 }}>{description}</p>}
        <KeyValues items={useFacts(connection)} />
      </div>
    </section>
  );
}

function Tags({ connection: { id, is_sandbox, status, system_type } }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  return (
    <div className="key-system-tags">
      <StatusBadge status={status} />
      <StandingTag connectionId={id} />
      {is_sandbox && <StatusTag tone="grey" label={t('sandbox')} isPlain />}
      <span className="mute">{t(`system_types.${system_type}`)}</span>
    </div>
  );
}

function CardMenu({ name, onEdit, onDelete }: Omit<Props, 'connection'> & { name: string }) {
  const { t } = useTranslation('key-systems');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('card.menu', { name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{t('edit.title')}</Menu.Item>
        <Menu.Item c="var(--red)" onClick={onDelete}>
          {t('word.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Troubles({ connection }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  const review = connection.waiting_change_set_id && (
    <LinkButton to="/change-sets/$id" params={{ id: connection.waiting_change_set_id }} variant="default">
      {t('word.reviewChanges')}
    </LinkButton>
  );
  return (
    <>
      {connection.error_message && (
        <Notice tone="red" title={t('overview.problem')}>
          {connection.error_message}
        </Notice>
      )}
      {review && <Notice tone="amber" title={t('card.waiting')} actions={review} />}
      {connection.inventory_loss && (
        <Notice tone="amber" title={t('card.loss')} actions={<LossLink id={connection.id} />} />
      )}
    </>
  );
}

function LossLink({ id }: { id: string }) {
  const { t } = useTranslation('key-systems');
  return (
    <LinkButton to="/key-systems" search={{ connection: id, tab: 'inventory' }} variant="default">
      {t('card.decide')}
    </LinkButton>
  );
}

function useFacts(connection: KeySystemConnection) {
  const { t } = useTranslation('key-systems');
  const { cliq_api_url, client_certificate_info } = connection.active_configuration.config_data;
  return [
    { label: t('card.endpoint'), value: <Mono>{cliq_api_url}</Mono> },
    {
      label: t('manager.sorts.last_successful_interaction'),
      value: <TimeAgo instant={connection.last_successful_interaction} />,
    },
    {
      label: t('certificate.label'),
      value: client_certificate_info ? (
        <CertificateTag notAfter={client_certificate_info.not_after} />
      ) : (
        t('certificate.none')
      ),
    },
    { label: t('word.created'), value: formatDate(connection.created_at) },
  ];
}
