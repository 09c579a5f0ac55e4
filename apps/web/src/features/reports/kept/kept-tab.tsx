import { type KeptReport, keptReports } from '@key2xs/contract';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DisabledInView } from '#components/may-call';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import { keptReportsQuery, useDeleteKept } from '#data/kept-reports';
import { formatDate, formatInstant, formatNumber } from '#lib/format';
import { Mono } from '#ui/mono';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { useUrlState } from '#ui/table/url-state';
import { useToast } from '#ui/toast';

/** A mail leads to one of them. */
export const keptSearch = z.object({ kept: z.uuid().optional() });

/** Results of reports that are kept. */
export function KeptTab() {
  const { t } = useTranslation('reports');
  const [{ kept }, setState] = useUrlState(keptSearch);
  const { data, error, refetch } = useQuery(keptReportsQuery);
  const columns = useColumns();
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('kept.loading')} />;
  const rows = kept === undefined ? data.items : data.items.filter(({ id }) => id === kept);
  const showAll = kept !== undefined && (
    <Button variant="default" size="compact-sm" onClick={() => setState({ kept: undefined })}>
      {t('kept.all')}
    </Button>
  );
  return (
    <Panel title={t('kept.title')} actions={showAll}>
      <div className="panel-body">
        <p className="mute">{t('kept.hint')}</p>
        {data.total > data.items.length && <p>{t('kept.newest', { count: data.items.length, total: data.total })}</p>}
      </div>
      {rows.length === 0 ? (
        <Empty
          title={t(kept === undefined ? 'kept.none' : 'kept.gone')}
          hint={t(kept === undefined ? 'kept.noneHint' : 'kept.goneHint')}
        />
      ) : (
        <DataTable caption={t('kept.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}

function useColumns(): Column<KeptReport>[] {
  const { t } = useTranslation('reports');
  const size = (bytes: number) => t('kept.kilobytes', { count: Math.max(1, Math.round(bytes / 1_024)) });
  return [
    {
      key: 'report',
      phone: 'title',
      header: t('kept.columns.report'),
      cell: ({ title, chosen }) => (
        <>
          <strong>{title}</strong>
          <span className="report-line mute">{chosen.join(' · ')}</span>
        </>
      ),
    },
    {
      key: 'made',
      phone: 'meta',
      header: t('kept.columns.made'),
      cell: ({ made_at, made_by, is_scheduled }) => (
        <>
          {formatInstant(made_at)}
          <span className="report-part mute">{is_scheduled ? t('kept.bySchedule', { name: made_by }) : made_by}</span>
        </>
      ),
    },
    {
      key: 'rows',
      phone: 'meta',
      header: t('kept.columns.rows'),
      align: 'right',
      cell: ({ rows }) => formatNumber(rows),
    },
    {
      key: 'file',
      phone: 'meta',
      header: t('kept.columns.file'),
      cell: ({ format, bytes, sha256, erased_at }) => (
        <>
          {erased_at ? t('kept.erased', { at: formatDate(erased_at) }) : `${format.toUpperCase()}, ${size(bytes)}`}
          <span className="report-part mute" title={sha256}>
            SHA-256 <Mono>{sha256.slice(0, 12)}…</Mono>
          </span>
        </>
      ),
    },
    {
      key: 'until',
      phone: 'meta',
      phoneHeading: true,
      header: t('kept.columns.until'),
      cell: ({ keep_until }) => formatDate(keep_until),
    },
    { key: 'actions', phone: 'foot', header: t('kept.columns.actions'), cell: (kept) => <Actions kept={kept} /> },
  ];
}

function Actions({ kept: { id, title, file_name, erased_at, can_delete, sha256 } }: { kept: KeptReport }) {
  const { t } = useTranslation(['reports', 'shell']);
  const toast = useToast();
  const [isAsked, setIsAsked] = useState(false);
  const save = useExport(keptReports.file, file_name);
  const remove = useDeleteKept();
  const mayDownload = useMay(keptReports.file);
  const download = () =>
    save.mutate({ params: { id }, query: {} }, { onError: () => toast.failure(t('shell:records.exportFailed')) });
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => toast.success(t('kept.deleted')),
      onError: (error) => toast.failure(error.message),
      onSettled: () => setIsAsked(false),
    });
  return (
    <DisabledInView>
      <Group gap="xs" wrap="nowrap">
        {mayDownload && erased_at === null && (
          <Button variant="default" size="compact-sm" loading={save.isPending} onClick={download}>
            {t('kept.download')}
          </Button>
        )}
        {can_delete && (
          <Button variant="default" size="compact-sm" onClick={() => setIsAsked(true)}>
            {t('kept.delete')}
          </Button>
        )}
      </Group>
      {isAsked && (
        <ConfirmDialog
          title={t('kept.deleteTitle', { title })}
          confirmLabel={t('kept.delete')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={confirm}
          onCancel={() => setIsAsked(false)}
        >
          <p>{t('kept.deleteText')}</p>
          <p className="mute" style={{ overflowWrap: 'anywhere' }}>
            SHA-256 {sha256}
          </p>
        </ConfirmDialog>
      )}
    </DisabledInView>
  );
}
