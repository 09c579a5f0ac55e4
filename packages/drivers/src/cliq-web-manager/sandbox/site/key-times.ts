import type { KeyTimes, RecordedKey } from '../../../key-system-driver';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMinutes = 7 * 24 * 60;

const byDay: KeyTimes['schedule'] = [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '18:00' }];

type Invented = Pick<RecordedKey, 'times' | 'changed_at'>;

/**
 * Times of key `index`: most keys are to be updated every week, some end or work by day only, and every 23rd was given its
 * times after its last update. Keys without a clock have none.
 */
export function inventTimes(
  { key_type, last_update_at }: Pick<RecordedKey, 'key_type' | 'last_update_at'>,
  index: number,
  begin: Date,
): Invented {
  if (key_type === 'normal') return { times: null, changed_at: null };
  const times: KeyTimes = {
    validity: validityOf(index, begin),
    revalidation_minutes: key_type === 'quartz' ? null : index % 10 === 3 ? 24 * 60 : weekMinutes,
    schedule: index % 6 === 4 ? byDay : [],
  };
  if (last_update_at === null) return { times, changed_at: null };
  const updated = Date.parse(last_update_at);
  const changed = index % 23 === 9 ? updated + (begin.getTime() - updated) / 2 : updated - 2 * hourMs;
  return { times, changed_at: new Date(Math.floor(changed)).toISOString() };
}

/** Of twelve keys, two end within a quarter, and one has ended. */
function validityOf(index: number, begin: Date): KeyTimes['validity'] {
  const days = { 5: 1 + (index % 30), 8: 30 + (index % 60), 11: -(1 + (index % 9)) }[index % 12];
  if (days === undefined) return { mode: 'always' };
  const until = begin.getTime() + days * dayMs;
  return { mode: 'between', from: new Date(until - 120 * dayMs).toISOString(), until: new Date(until).toISOString() };
}
