import type { Overview, SyncTask } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { relativeTime } from '#lib/time/relative-time';
import { StatusTag } from '#ui/status-tag';
import { StripCell } from './strip-cell';
import { syncCounts } from './sync-counts';

export function LastSyncCell({ task }: { task: SyncTask | null }) {
  const { t } = useTranslation('dashboard');
  const label = t('strip.lastSync');
  if (!task) return <StripCell label={label} value={t('strip.noSync')} hint={t('strip.noSyncHint')} />;

  const { shown, rest } = syncCounts(task.result?.counts ?? {});
  const failed = task.result?.failed ?? 0;
  const counted = (count: number) => ({ count, number: formatNumber(count) });
  const changes = shown.map(({ kind, count }) => t(`strip.sync.${kind}`, counted(count)));
  const words = changes.join(', ') || t('strip.nothingChanged');
  const hints = [
    ...(rest > 0 ? [t('strip.sync.rest', counted(rest))] : []),
    task.title,
    relativeTime(task.completed_at ?? task.created_at),
    ...(failed > 0 ? [t('strip.unapplied', counted(failed))] : []),
  ];
  const isFailure = task.status === 'FAILURE';
  return (
    <StripCell
      label={label}
      value={
        <Link to="/tasks/$id" params={{ id: task.task_id }}>
          {isFailure ? task.title : words}
        </Link>
      }
      tag={isFailure && <StatusTag tone="red" label={t('strip.syncFailed')} />}
      hint={hints.filter((hint) => !isFailure || hint !== task.title).join(' · ')}
    />
  );
}

export function WaitingCell({ waiting }: { waiting: Overview['waiting'] }) {
  const { t } = useTranslation('dashboard');
  const label = t('strip.waiting');
  const [newest] = waiting;
  if (!newest) {
    return <StripCell label={label} value={t('strip.nothingWaits')} hint={t('strip.nothingWaitsHint')} />;
  }
  const count = t('strip.changeSets', { count: waiting.length });
  const value =
    waiting.length === 1 ? (
      <Link to="/change-sets/$id" params={{ id: newest.change_set_id }}>
        {count}
      </Link>
    ) : (
      <Link to="/change-sets">{count}</Link>
    );
  const state = newest.state === 'quarantined' ? ` · ${t('strip.stopped')}` : '';
  return <StripCell label={label} value={value} hint={`${newest.title}${state}`} />;
}
