import { groupBy } from '../key-systems/group-by';

type Job = { id: string; place: string | null };
type Carrier = { id: string; jobs: number; job_limit: number };

/** Which carrier takes which jobs, and those that fit on none. */
export type JobSpread = { assignments: { carrier: string; jobs: string[] }[]; left: string[] };

/**
 * Spreads jobs over programming keys so that none carries more than it should, those with most room first. Jobs of a place, and of
 * places that follow each other by path, stay together as far as they fit.
 */
export function spreadJobs(jobs: readonly Job[], carriers: readonly Carrier[]): JobSpread {
  const rooms = carriers
    .map(({ id, jobs: carried, job_limit }) => ({ carrier: id, room: Math.max(0, job_limit - carried) }))
    .sort((one, other) => other.room - one.room);
  const places = [...groupBy(jobs, ({ place }) => place ?? '')]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => group.map(({ id }) => id));
  const taken = rooms.map(({ carrier, room }) => ({ carrier, room, jobs: [] as string[] }));
  const left: string[] = [];
  for (const group of places) {
    let rest = group;
    const whole = taken.find(({ room, jobs: has }) => has.length > 0 && room >= rest.length);
    const fitting = whole ?? taken.find(({ room }) => room >= rest.length);
    for (const one of fitting ? [fitting] : taken) {
      const now = rest.slice(0, one.room);
      one.jobs.push(...now);
      one.room -= now.length;
      rest = rest.slice(now.length);
    }
    left.push(...rest);
  }
  return {
    assignments: taken
      .filter(({ jobs: has }) => has.length > 0)
      .map(({ carrier, jobs: has }) => ({ carrier, jobs: has })),
    left,
  };
}
