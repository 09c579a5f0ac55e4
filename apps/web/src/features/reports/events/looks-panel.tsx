import type { AccessEventLook } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DisabledInView } from '#components/may-call';
import { looksQuery, useApproveLook, useRefuseLook } from '#data/access-events';
import { formatInstant } from '#lib/format';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { useToast } from '#ui/toast';

/** Looks with names; those that wait for a second person can be approved or refused. */
export function LooksPanel() {
  const { t } = useTranslation('access-events');
  const { data, error, refetch } = useQuery(looksQuery);
  const columns = useColumns();
  return (
    <Panel title={t('looks.title')}>
      <div className="panel-body">
        <p className="mute">{t('looks.hint')}</p>
        {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading />)}
        {data?.items.length === 0 && <p>{t('looks.none')}</p>}
      </div>
      {data && data.items.length > 0 && (
        <DataTable caption={t('looks.title')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}

function useColumns(): Column<AccessEventLook>[] {
  const { t } = useTranslation('access-events');
  const header = t('looks.columns', { returnObjects: true });
  return [
    { key: 'who', phone: 'title', header: header.who, width: '14%', clip: ({ by }) => by },
    {
      key: 'when',
      phone: 'meta',
      header: header.when,
      isLine: true,
      cell: ({ opened_at, ends_at }) =>
        t('looks.span', { from: formatInstant(opened_at), until: formatInstant(ends_at) }),
    },
    {
      key: 'why',
      phone: 'meta',
      header: header.why,
      cell: ({ purpose, reason }) => `${t(`purposes.${purpose ?? 'other'}`)}: ${reason}`,
    },
    { key: 'about', header: header.about, hideBelow: 900, cell: (look) => <About look={look} /> },
    { key: 'second', phone: 'meta', header: header.second, cell: (look) => <Second look={look} /> },
  ];
}

function About({ look: { names, filter } }: { look: AccessEventLook }) {
  const { t } = useTranslation('access-events');
  const named = Object.values(names).filter((name) => name !== null);
  const span =
    filter.from === null && filter.before === null
      ? t('periods.all')
      : t('looks.span', {
          from: filter.from ? formatInstant(filter.from) : '…',
          until: filter.before ? formatInstant(filter.before) : '…',
        });
  return [...named, span].join(', ');
}

function Second({ look }: { look: AccessEventLook }) {
  const { t } = useTranslation('access-events');
  const toast = useToast();
  const approve = useApproveLook();
  const [isRefusing, setIsRefusing] = useState(false);
  const { id, second, is_own, decided_by, ends_at } = look;
  if (second === null) return t('looks.alone');
  if (second !== 'asked') return t(`looks.${second}`, { name: decided_by ?? '' });
  if (Date.parse(ends_at) <= Date.now()) return t('looks.lapsed');
  return (
    <DisabledInView>
      <div className="actions">
        {is_own ? (
          <span className="mute">{t('looks.own')}</span>
        ) : (
          <Button
            size="compact-sm"
            loading={approve.isPending}
            onClick={() =>
              approve.mutate(
                { params: { id } },
                {
                  onSuccess: () => toast.success(t('looks.isApproved')),
                  onError: (error) => toast.failure(error.message),
                },
              )
            }
          >
            {t('looks.approve')}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={() => setIsRefusing(true)}>
          {t(is_own ? 'looks.withdraw' : 'looks.refuse')}
        </Button>
      </div>
      {isRefusing && <Refusal look={look} onClose={() => setIsRefusing(false)} />}
    </DisabledInView>
  );
}

function Refusal({ look: { id, by }, onClose }: { look: AccessEventLook; onClose: () => void }) {
  const { t } = useTranslation('access-events');
  const refuse = useRefuseLook();
  const { field, take } = useReason();
  const run = () => {
    const reason = take();
    if (reason !== undefined) refuse.mutate({ params: { id }, body: { reason } }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      title={t('looks.refuseTitle', { name: by })}
      confirmLabel={t('looks.refuse')}
      isBusy={refuse.isPending}
      reason={field}
      onConfirm={run}
      onCancel={onClose}
    >
      <p>{t('looks.refuseText')}</p>
      {refuse.error && <Notice tone="red" title={refuse.error.message} />}
    </ConfirmDialog>
  );
}
