import type { Db } from '#platform/deps';
import { countPeople, type PersonFilter } from './queries';

const kept = 500;
const byDatabase = new WeakMap<Db, Map<string, number>>();

/**
 * How many people match, counted once for each state of the directory: counting costs far more than reading a page,
 * and people change only with a run.
 * @param stamp changes with every chunk of a run that has been applied
 */
export async function totalOf(db: Db, filter: PersonFilter, stamp: string): Promise<number> {
  const totals = byDatabase.get(db) ?? new Map<string, number>();
  byDatabase.set(db, totals);
  const { search, connection_id, department, job_title, active } = filter;
  const key = JSON.stringify([stamp, search, connection_id, department, job_title, active]);
  const known = totals.get(key);
  if (known !== undefined) return known;
  const total = await countPeople(db, filter);
  const oldest = totals.keys().next().value;
  if (totals.size >= kept && oldest !== undefined) totals.delete(oldest);
  totals.set(key, total);
  return total;
}
