import type { RecordedProgrammingJob } from '../../../key-system-driver';
import { numbered } from './site';

const dayMs = 86_400_000;

type Work = Pick<RecordedProgrammingJob, 'cylinder_external_id' | 'kind' | 'state'> & { days: number; key?: string };

const work: Work[] = [
  { cylinder_external_id: 'C-0012', kind: 'program', state: 'done', days: 20 },
  { cylinder_external_id: 'C-0013', kind: 'program', state: 'done', days: 20 },
  { cylinder_external_id: 'C-0047', kind: 'fetch_events', state: 'done', days: 12 },
  { cylinder_external_id: 'C-0181', kind: 'change_group', state: 'pending', days: 3 },
  { cylinder_external_id: 'C-0001', kind: 'fetch_events', state: 'assigned', days: 2 },
  { cylinder_external_id: 'C-0052', kind: 'reprogram', state: 'loaded_on_key', days: 1 },
  { cylinder_external_id: 'C-0090', kind: 'block', state: 'failed', days: 1, key: 'K-0022' },
];

/** Programming jobs in the city at the start. */
export function inventJobs(begin: Date): RecordedProgrammingJob[] {
  return work.map(({ days, key = null, ...job }, index) => {
    const created = begin.getTime() - days * dayMs;
    return {
      ...job,
      external_id: numbered('J', index, 4),
      reference: null,
      key_external_id: key,
      assigned_key: job.state === 'pending' ? null : 'PK-01',
      created_at: new Date(created).toISOString(),
      done_at: job.state === 'done' ? new Date(created + dayMs).toISOString() : null,
    };
  });
}
