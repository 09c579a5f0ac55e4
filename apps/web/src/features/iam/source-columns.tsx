import { type IamConnection, iam, isUploaded } from '@key2xs/contract';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { NextRun } from '#components/sources/next-run';
import { SourceHealth } from '#components/sources/source-health';
import { TimeAgo } from '#components/time-ago';
import { formatNumber } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import type { Column } from '#ui/table/data-table';
import { prepareEditing } from './edit-source';

type Handlers = { onEdit: (source: IamConnection) => void; onDelete: (source: IamConnection) => void };

export function useSourceColumns(handlers: Handlers): Column<IamConnection>[] {
  const { t } = useTranslation('iam');
  return [
    { key: 'name', phone: 'title', header: t('word.name'), cell: (source) => <Name source={source} /> },
    {
      key: 'provider',
      phone: 'meta',
      header: t('word.kind'),
      cell: ({ provider }) => t(`providers.${provider}.name`),
      hideBelow: 1024,
    },
    {
      key: 'people',
      phone: 'meta',
      header: t('word.people'),
      cell: (source) => <People source={source} />,
      align: 'right',
    },
    {
      key: 'read',
      phone: 'meta',
      header: t('manager.columns.read'),
      cell: ({ last_read_at }) =>
        last_read_at ? <TimeAgo instant={last_read_at} /> : <span className="mute">{t('manager.neverRead')}</span>,
      hideBelow: 480,
    },
    {
      key: 'next',
      header: t('manager.columns.next'),
      cell: ({ id }) => <NextRun sourceId={id} />,
      hideBelow: 900,
    },
    {
      key: 'state',
      phone: 'meta',
      header: t('manager.columns.state'),
      cell: (source) => <SourceHealth source={source} />,
    },
    {
      key: 'action',
      phone: 'foot',
      header: t('manager.columns.action'),
      cell: (source) => <Actions source={source} {...handlers} />,
    },
  ];
}

function Name({ source: { id, name, description } }: { source: IamConnection }) {
  return (
    <>
      <Link to="/iam-manager" search={{ source: id }}>
        {name}
      </Link>
      {description && <div className="mute">{description}</div>}
    </>
  );
}

function People({ source: { id, name, people } }: { source: IamConnection }) {
  const { t } = useTranslation('iam');
  return (
    <Link
      to="/people"
      search={{ connection_id: id, active: 'true' }}
      aria-label={t('manager.people', { count: people, name })}
    >
      {formatNumber(people)}
    </Link>
  );
}

function Actions({ source, onEdit, onDelete }: Handlers & { source: IamConnection }) {
  const { t } = useTranslation('iam');
  const { id, name, provider, waiting_change_set_id } = source;
  return (
    <div className="actions actions-row">
      {waiting_change_set_id && (
        <LinkButton
          to="/change-sets/$id"
          params={{ id: waiting_change_set_id }}
          size="compact-sm"
          aria-label={t('manager.waitingNamed', { name })}
        >
          {t('word.reviewChanges')}
        </LinkButton>
      )}
      {isUploaded(provider) && (
        <LinkButton
          to="/connect/iam-wizard"
          search={{ connection: id }}
          variant="default"
          size="compact-sm"
          aria-label={t('manager.uploadNamed', { name })}
        >
          {t('manager.upload')}
        </LinkButton>
      )}
      <MayCall of={[iam.update]}>
        <ActionIcon
          variant="default"
          aria-label={t('manager.edit', { name })}
          onPointerEnter={prepareEditing}
          onFocus={prepareEditing}
          onClick={() => onEdit(source)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </MayCall>
      <MayCall of={[iam.remove]}>
        <ActionIcon variant="default" aria-label={t('manager.remove', { name })} onClick={() => onDelete(source)}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </MayCall>
    </div>
  );
}
