import { type ReportSchedule, reportSchedules } from '@key2xs/contract';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DisabledInView } from '#components/may-call';
import { useMay } from '#data/auth';
import { reportSchedulesQuery, useDeleteSchedule, usePauseSchedule, useResumeSchedule } from '#data/kept-reports';
import { formatInstant } from '#lib/format';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { type Column, DataTable } from '#ui/table/data-table';
import { useToast } from '#ui/toast';
import { ScheduleDrawer } from './schedule-drawer';
import { useRhythm } from './use-rhythm';

const tones = { active: 'green', paused: 'grey', stopped: 'red' } as const;

/** Reports that are made again and again. */
export function SchedulesTab() {
  const { t } = useTranslation('reports');
  const { data, error, refetch } = useQuery(reportSchedulesQuery);
  const columns = useColumns();
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('schedules.loading')} />;
  return (
    <Panel title={t('schedules.title')}>
      <div className="panel-body">
        <p className="mute">{t('schedules.hint')}</p>
      </div>
      {data.items.length === 0 ? (
        <Empty title={t('schedules.none')} hint={t('schedules.noneHint')} />
      ) : (
        <DataTable caption={t('schedules.title')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}

function useColumns(): Column<ReportSchedule>[] {
  const { t } = useTranslation('reports');
  const rhythm = useRhythm();
  return [
    {
      key: 'report',
      phone: 'title',
      header: t('schedules.columns.report'),
      cell: (schedule) => (
        <>
          <strong>{schedule.title}</strong>
          <span className="report-line mute">{schedule.chosen.join(' · ')}</span>
          <span className="report-line mute">{`${rhythm(schedule)} · ${schedule.format.toUpperCase()}`}</span>
        </>
      ),
    },
    {
      key: 'state',
      phone: 'aside',
      header: t('schedules.columns.state'),
      cell: ({ state }) => <StatusTag tone={tones[state]} label={t(`schedules.states.${state}`)} />,
    },
    {
      key: 'owner',
      phone: 'meta',
      header: t('schedules.columns.owner'),
      cell: ({ owner, recipients }) => (
        <>
          {owner.name}
          <span className="report-part mute">
            {recipients.map(({ name }) => name).join(', ') || t('schedules.noRecipients')}
          </span>
        </>
      ),
    },
    {
      key: 'next',
      phone: 'meta',
      phoneHeading: true,
      header: t('schedules.columns.next'),
      cell: ({ next_run_at }) => (next_run_at ? formatInstant(next_run_at) : '–'),
    },
    {
      key: 'last',
      phone: 'meta',
      phoneHeading: true,
      header: t('schedules.columns.last'),
      cell: ({ last_run_at, last_skipped, last_failure }) => (
        <>
          {last_run_at ? formatInstant(last_run_at) : t('schedules.never')}
          {last_failure && (
            <span className="report-line tone-red">
              {t('schedules.failed', { at: formatInstant(last_failure.at), message: last_failure.message })}
            </span>
          )}
          {last_skipped.length > 0 && (
            <span className="report-line mute">{t('schedules.skipped', { names: last_skipped.join(', ') })}</span>
          )}
        </>
      ),
    },
    {
      key: 'actions',
      phone: 'foot',
      header: t('schedules.columns.actions'),
      cell: (schedule) => <Actions schedule={schedule} />,
    },
  ];
}

function Actions({ schedule }: { schedule: ReportSchedule }) {
  const { t } = useTranslation('reports');
  const toast = useToast();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const pause = usePauseSchedule();
  const resume = useResumeSchedule();
  const remove = useDeleteSchedule();
  const onError = (error: Error) => toast.failure(error.message);
  const [isActive, next] = schedule.state === 'active' ? [true, pause] : [false, resume];
  const close = () => setOpen(undefined);
  if (!useMay(reportSchedules.update)) return null;
  return (
    <DisabledInView>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="compact-sm" onClick={() => setOpen('edit')}>
          {t('schedules.edit')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          loading={next.isPending}
          onClick={() => next.mutate(schedule.id, { onError })}
        >
          {t(isActive ? 'schedules.pause' : 'schedules.resume')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setOpen('delete')}>
          {t('schedules.delete')}
        </Button>
      </Group>
      {open === 'edit' && (
        <ScheduleDrawer
          report={{ id: schedule.report, title: schedule.title }}
          query={schedule.parameters}
          schedule={schedule}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={t('schedules.deleteTitle', { title: schedule.title })}
          confirmLabel={t('schedules.delete')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(schedule.id, { onError, onSettled: close })}
          onCancel={close}
        >
          <p>{t('schedules.deleteText')}</p>
        </ConfirmDialog>
      )}
    </DisabledInView>
  );
}
