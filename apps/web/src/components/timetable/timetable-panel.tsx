import type { Timetable, TimetableState } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { type TimetableOf, timetableCalls, timetableQuery, useResumeTimetable } from '#data/tasks/timetables';
import { loadChunk } from '#lib/chunk';
import { formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { StatusTag, type Tone } from '#ui/status-tag';
import { useToast } from '#ui/toast';
import { describeTimetable, formatRunTime } from './describe-timetable';
import { PauseForm } from './pause-form';

const loadEditor = () => loadChunk('TimetableEditor', () => import('./timetable-editor'));
const TimetableEditor = lazy(async () => ({ default: (await loadEditor()).TimetableEditor }));

const tones: Record<TimetableState, Tone> = {
  disabled: 'grey',
  not_possible: 'grey',
  scheduled: 'green',
  running: 'blue',
  backing_off: 'red',
  refused: 'red',
  waiting_for_decision: 'amber',
  waiting_for_first_import: 'amber',
  paused: 'amber',
  inactive: 'grey',
};

type Props = {
  of: TimetableOf;
  /** The page already shows the error of the last run. */
  isErrorShown?: true;
};

/** When it runs automatically, its state, and its actions. Forms open in place. */
export function TimetablePanel({ of, isErrorShown }: Props) {
  const { t } = useTranslation('timetable');
  const titleId = useId();
  const { data, error, refetch } = useQuery(timetableQuery(of));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />;
  return (
    <section aria-labelledby={titleId}>
      <div className="section-head">
        <h3 id={titleId}>{t('title')}</h3>
        <StatusTag tone={tones[data.state]} label={t(`states.${data.state}`)} />
      </div>
      <Status of={of} timetable={data} isErrorShown={isErrorShown} />
      {data.state !== 'not_possible' && <Acting of={of} timetable={data} />}
    </section>
  );
}

type Shown = Props & { timetable: Timetable };

function Status({ of, timetable, isErrorShown }: Shown) {
  const { t } = useTranslation('timetable');
  const { state, message, next_run_at, next_runs, last_run_at, last_error, warnings } = timetable;
  if (state === 'not_possible') return <p>{message}</p>;
  const next = next_run_at === null ? t('noNext') : t('next', { when: formatRunTime(t, next_run_at) });
  return (
    <>
      <p>
        <strong>{describeTimetable(t, of.is, timetable)}</strong> {state !== 'disabled' && next}{' '}
        {last_run_at && t('last', { when: formatInstant(last_run_at) })}
      </p>
      <Pause timetable={timetable} />
      <p className="mute">{message}</p>
      {state === 'backing_off' && last_error && !isErrorShown && (
        <Notice tone="red" title={t('lastError')}>
          {last_error}
        </Notice>
      )}
      {warnings.map((warning) => (
        <Notice key={warning} tone="amber" title={warning} />
      ))}
      {next_runs.length > 0 && (
        <details>
          <summary>{t('runs')}</summary>
          <ol>
            {next_runs.map((run) => (
              <li key={run}>{formatRunTime(t, run)}</li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function Pause({ timetable: { pause } }: Pick<Shown, 'timetable'>) {
  const { t } = useTranslation('timetable');
  if (!pause) return null;
  const { by: name, reason, until } = pause;
  return (
    <p>
      {until === null
        ? t('pausedBy', { name, reason })
        : t('pausedUntil', { name, reason, until: formatInstant(until) })}
    </p>
  );
}

function Acting({ of, timetable }: Shown) {
  const { t } = useTranslation('timetable');
  const [open, setOpen] = useState<'edit' | 'pause'>();
  const mayChange = useMay(timetableCalls[of.is].change);
  if (!mayChange) return null;
  const close = () => setOpen(undefined);
  if (open === 'pause') return <PauseForm of={of} timetable={timetable} onClose={close} />;
  if (open === 'edit') {
    return (
      <Suspense fallback={<Loading label={t('loading')} />}>
        <TimetableEditor of={of} timetable={timetable} onClose={close} />
      </Suspense>
    );
  }
  const { state, sync_interval, waiting_change_set_id } = timetable;
  const isOff = sync_interval === 'disabled';
  return (
    <div className="actions">
      {state === 'waiting_for_decision' && waiting_change_set_id && (
        <LinkButton to="/change-sets/$id" params={{ id: waiting_change_set_id }}>
          {t('word.reviewChanges')}
        </LinkButton>
      )}
      {state === 'paused' && <ResumeButton of={of} timetable={timetable} />}
      <Button variant="default" onClick={() => setOpen('edit')}>
        {isOff ? t('set') : t('change')}
      </Button>
      {!isOff && state !== 'paused' && (
        <Button variant="default" onClick={() => setOpen('pause')}>
          {t('pause')}
        </Button>
      )}
    </div>
  );
}

function ResumeButton({ of, timetable: { version } }: Shown) {
  const { t } = useTranslation('timetable');
  const toast = useToast();
  const resume = useResumeTimetable(of);
  const send = () =>
    resume.mutate(
      { version },
      { onSuccess: () => toast.success(t('resumed')), onError: (error) => toast.failure(error.message) },
    );
  return (
    <Button loading={resume.isPending} onClick={send}>
      {t('resume')}
    </Button>
  );
}
