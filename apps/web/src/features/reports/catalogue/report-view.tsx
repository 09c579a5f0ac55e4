import { keptReports, type Report, type ReportRow, reportFormats, reportSchedules, reports } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import { type ReportQuery, reportQuery } from '#data/reports';
import { formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Empty, Failure } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DataTable } from '#ui/table/data-table';
import { SkeletonRows } from '#ui/table/skeleton-rows';
import { useUrlState } from '#ui/table/url-state';
import { useToast } from '#ui/toast';
import { KeepDialog } from '../kept/keep-dialog';
import { ScheduleDrawer } from '../schedules/schedule-drawer';
import { catalogueSearch } from './catalogue-search';
import { isComplete, queryFor, ReportParameters } from './report-parameters';
import { useReportColumns } from './use-report-columns';

/** A report: its parameters, its rows page by page, how many there are, and its files. */
export function ReportView({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  const [state] = useUrlState(catalogueSearch);
  const query = queryFor(report, state);
  const isReady = isComplete(report, query);
  const { data } = useInfiniteQuery({ ...reportQuery(report.id, query), enabled: isReady });
  const actions = reportFormats.map((format) => (
    <FileButton key={format} report={report} query={query} format={format} />
  ));
  return (
    <Stack gap="md">
      <div>
        <LinkButton to="/admin/reports" search={{ tab: 'catalogue' }} variant="default" size="compact-sm">
          {t('catalogue.back')}
        </LinkButton>
      </div>
      <Panel
        title={report.title}
        actions={isReady && [...actions, <Keeping key="keep" report={report} query={query} />]}
      >
        <div className="panel-body">
          <p className="mute">{report.about}</p>
        </div>
        <ReportParameters report={report} subject={data?.pages[0]?.subject ?? null} />
        {isReady ? (
          <Rows report={report} query={query} />
        ) : (
          <Empty title={t('catalogue.chooseFirst')} hint={t('catalogue.chooseFirstHint')} />
        )}
      </Panel>
    </Stack>
  );
}

type Chosen = { report: Report; query: ReportQuery };

function Rows({ report, query }: Chosen) {
  const { t } = useTranslation('reports');
  const columns = useReportColumns(report);
  const { data, dataUpdatedAt, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    reportQuery(report.id, query),
  );
  const [first] = data?.pages ?? [];
  const rows: ReportRow[] | undefined = data?.pages.flatMap(({ items }) => items);
  return (
    <>
      {first && (
        <div className="panel-body" role="status">
          <p>
            <strong>{t('catalogue.rows', { count: first.total })}</strong>{' '}
            <span className="mute">
              {[...first.chosen, t('catalogue.at', { at: formatInstant(new Date(dataUpdatedAt).toISOString()) })].join(
                ' · ',
              )}
            </span>
          </p>
          {first.notes.map((note) => (
            <p key={note} className="mute">
              {note}
            </p>
          ))}
        </div>
      )}
      {rows && rows.length > 0 && (
        <DataTable
          caption={t('catalogue.caption', { title: report.title })}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
      {rows?.length === 0 && <Empty title={t('catalogue.empty')} hint={t('catalogue.emptyHint')} />}
      {error && <Failure error={error} onRetry={data ? fetchNextPage : refetch} />}
      {!data && !error && <SkeletonRows label={t('catalogue.loadingRows')} />}
      {hasNextPage && !error && (
        <div className="table-foot">
          <Button variant="default" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('catalogue.more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Keeps the result, or has it made again and again. */
function Keeping({ report, query }: Chosen) {
  const { t } = useTranslation('reports');
  const [open, setOpen] = useState<'keep' | 'schedule'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <MayCall of={[keptReports.keep]}>
        <Button variant="default" onClick={() => setOpen('keep')}>
          {t('kept.open')}
        </Button>
      </MayCall>
      <MayCall of={[reportSchedules.create]}>
        <Button variant="default" onClick={() => setOpen('schedule')}>
          {t('schedules.open')}
        </Button>
      </MayCall>
      {open === 'keep' && <KeepDialog report={report} query={query} onClose={close} />}
      {open === 'schedule' && <ScheduleDrawer report={report} query={query} onClose={close} />}
    </>
  );
}

function FileButton({ report: { id }, query, format }: Chosen & { format: (typeof reportFormats)[number] }) {
  const { t } = useTranslation(['reports', 'shell']);
  const toast = useToast();
  const save = useExport(reports.export, `${id.replaceAll('_', '-')}.${format}`);
  if (!useMay(reports.export)) return null;
  return (
    <Button
      variant="default"
      loading={save.isPending}
      onClick={() =>
        save.mutate(
          { params: { report: id }, query: { ...query, format } },
          { onError: () => toast.failure(t('shell:records.exportFailed')) },
        )
      }
    >
      {t('catalogue.export', { format: format.toUpperCase() })}
    </Button>
  );
}
