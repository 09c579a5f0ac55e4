import type { PollingStatus } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pollingStatusQuery } from '#data/sources/source-status';
import { formatInstant } from '#lib/format';

/** When a source is read next: by its timetable, on its next change, or by hand. */
export function NextRun({ sourceId }: { sourceId: string }) {
  const { data } = useQuery(pollingStatusQuery(sourceId));
  return data ? <WhenNext status={data} /> : <span className="mute">…</span>;
}

export function WhenNext({ status: { mode, is_imported, next_run, backoff_until } }: { status: PollingStatus }) {
  const { t } = useTranslation('source');
  const next = backoff_until ?? next_run;
  if (next) return <time dateTime={next}>{formatInstant(next)}</time>;
  const waits = mode !== 'disabled' && !is_imported;
  const otherwise = waits ? 'afterFirstImport' : mode === 'webhook' ? 'onMessage' : 'byHand';
  return <span className="mute">{t(`next.${otherwise}`)}</span>;
}
