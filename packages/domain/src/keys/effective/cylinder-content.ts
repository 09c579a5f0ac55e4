import { clockMarginMs, type Look } from './key-content';

/** A job at one cylinder, as listed. Instants are milliseconds by the clock of the key system. */
export type CylinderJob = {
  kind: string;
  state: string;
  key: string | null;
  created_at: number;
  done_at: number | null;
};

/** The group that a cylinder is programmed to; null: not known. */
export type CylinderContent = {
  group: { id: string | null } | null;
  /** The last job that programmed it to a group, as of which `group` is known. */
  programmed_at: number | null;
  recorded: {
    group: string | null;
    /** Says which jobs there were that could have changed its group. */
    jobs: string;
    /** When these two were first seen together. */
    seen_at: number;
    /** Since when the recorded group is the same at each look. */
    group_since: number;
  };
};

/**
 * What a cylinder holds after a look. It takes over its recorded group with a job that is done; as long as another one waits or was given up,
 * it is not known to have it. The key system lists cylinders before their jobs.
 */
export function nextCylinderContent(
  before: CylinderContent | undefined,
  { group, jobs }: { group: string | null; jobs: readonly CylinderJob[] },
  { at, listedSince }: Look,
): CylinderContent {
  const ofGroup = jobs.filter(({ kind }) => kind === 'change_group' || kind === 'reprogram');
  const programmed_at = latest(ofGroup.map(({ done_at }) => done_at));
  const stamps = ofGroup.flatMap(({ created_at, done_at }) => [created_at, ...(done_at === null ? [] : [done_at])]);
  const state = JSON.stringify(
    ofGroup.map(({ kind, state, created_at, done_at }) => [kind, state, created_at, done_at]),
  );
  const isSame = before !== undefined && before.recorded.group === group && before.recorded.jobs === state;
  const isWaiting = ofGroup.some(
    ({ done_at, created_at }) => done_at === null && (programmed_at === null || created_at >= programmed_at),
  );
  const isListed =
    listedSince !== null &&
    ((isSame && before.recorded.seen_at < listedSince) ||
      // Jobs are read after cylinders, so that a later move would show as a job.
      stamps.every((stamp) => stamp < listedSince - clockMarginMs));
  // Only a job that is done changes it.
  const kept = before?.programmed_at === programmed_at ? before.group : null;
  return {
    group: kept ?? (isListed && !isWaiting ? { id: group } : null),
    programmed_at,
    recorded: {
      group,
      jobs: state,
      seen_at: isSame ? before.recorded.seen_at : at,
      group_since: before?.recorded.group === group ? before.recorded.group_since : at,
    },
  };
}

const latest = (instants: readonly (number | null)[]): number | null =>
  instants.reduce((last, one) => (one !== null && (last === null || one > last) ? one : last), null);

export type Blocked = 'yes' | 'no' | 'not_known';

/** Whether a cylinder refuses a key, by the jobs done at it that were to block or unblock that key. @param hasOthers it blocks keys of which no job tells */
export function isBlocked(jobs: readonly CylinderJob[], key: string, hasOthers: boolean): Blocked {
  const doneOf = (wanted: string) =>
    latest(jobs.filter(({ kind, key: of }) => kind === wanted && of === key).map(({ done_at }) => done_at));
  const [blocked, unblocked] = [doneOf('block'), doneOf('unblock')];
  if (blocked !== null && (unblocked === null || blocked > unblocked)) return 'yes';
  if (blocked !== null && blocked === unblocked) return 'not_known';
  return hasOthers ? 'not_known' : 'no';
}

type Listing = {
  /** Whether the key is recorded for the cylinder. */
  isRecorded: boolean;
  /** Since when what is recorded of both is the same at each look, and until when it has been read; by our clock. */
  since: number;
  until: number;
};

/**
 * Whether a cylinder lists a key that carries no rights itself. A job that programmed it, well within a time in which the same was recorded, has
 * written that; nothing else tells.
 */
export function isAccepted(
  jobs: readonly CylinderJob[],
  key: string,
  { isRecorded, since, until }: Listing,
): 'yes' | 'no' | 'not_known' {
  const programmed = latest(
    jobs
      .filter(({ kind, key: of }) => kind === 'reprogram' || (kind === 'program' && (of === null || of === key)))
      .map(({ done_at }) => done_at),
  );
  const isProven = programmed !== null && programmed > since + clockMarginMs && programmed < until - clockMarginMs;
  return isProven ? (isRecorded ? 'yes' : 'no') : 'not_known';
}
