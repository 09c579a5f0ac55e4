import { createHash } from 'node:crypto';
import {
  type KeySelection,
  type KeyTimesChange,
  type KeyTimesPolicy,
  type KeyTimesPreview,
  maxKeysAnOrder,
} from '@key2xs/contract';
import {
  dayIn,
  findBreach,
  findTimesProblem,
  type PolicyBreach,
  type TimesChange,
  type TimesOfKey,
} from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { Caller, Deps } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { matching } from '#platform/list/list-query';
import { asCaller, type Reader } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { readHolidays } from './holidays';
import { limitsOfKeys } from './key-classes';
import { readAt, timesFor } from './moment';
import { readPolicy } from './policy';
import { type Judged, judgeChange, type Known, loadTimes, orderKeyTimes, plannedOf, stateOf } from './service';

type Wanted = { selection: KeySelection; change: KeyTimesChange };

/** What a change would do, computed as it is ordered. @throws AppError not_found, conflict, validation_failed */
export async function previewChange(deps: Deps, reader: Reader, wanted: Wanted): Promise<KeyTimesPreview> {
  const { judged, changed, problem, stamp } = await judge(deps, reader, wanted);
  const because = (reason: Judged['because']) => judged.filter((one) => one.because === reason).length;
  const out = await countOut(
    reader,
    changed.map(({ key }) => key.id),
  );
  return {
    selected: judged.length,
    changed: changed.length,
    unchanged: because('same'),
    out,
    to_enter: changed.filter(({ key }) => stateOf(key) === 'to_enter').length,
    no_clock: because('no_clock'),
    not_known: because('not_known'),
    problem: problem ? renderSentence(problem.sentence, reader.language) : null,
    examples: problem?.markings.slice(0, 5) ?? [],
    ends: await endsOf(deps, reader, wanted.change, changed),
    stamp,
  };
}

type Order = Wanted & { reason: string; stamp?: string | undefined };

/** One transaction, or nothing. @throws AppError not_found, conflict, validation_failed, version_conflict after other changes */
export async function orderChange(
  { deps, caller }: { deps: Deps; caller: Caller },
  { selection, change, reason, stamp }: Order,
): Promise<{ ordered: number; left: number }> {
  const done = await deps.db.transaction().execute(async (tx) => {
    const found = await judge(deps, asCaller(tx, caller), { selection, change });
    if (stamp !== undefined && stamp !== found.stamp)
      throw new AppError('version_conflict', say('keyTimes.changedSince'));
    if (found.problem) throw invalidField(found.problem.field, found.problem.sentence);
    if (found.changed.length === 0) throw new AppError('conflict', say('keyTimes.nothingToChange'));
    const keys = found.judged.map(({ key }) => key.id);
    const { ordered, left } = await orderKeyTimes(tx, { deps, caller }, { keys, times: change, reason });
    return { ordered: ordered.length, left: left.length };
  });
  deps.jobs.nudge();
  return done;
}

type Changed = { key: Known; after: TimesOfKey };
type Problem = { field: string; sentence: Sentence; markings: string[] };
type Found = {
  judged: (Judged & { key: Known })[];
  changed: Changed[];
  problem: Problem | undefined;
  stamp: string;
};

async function judge(deps: Deps, reader: Reader, { selection, change }: Wanted): Promise<Found> {
  if (Object.values(change).every((value) => value === undefined))
    throw invalidField('change', say('keyTimes.chooseChange'));
  const keys = await loadTimes(reader, await selectIds(deps, reader, selection));
  if ('ids' in selection && keys.length < new Set(selection.ids).size) throw notFound('key');
  const judged = keys.map((key) => ({ key, ...judgeChange(key, change) }));
  const changed = judged.flatMap(({ key, after, because }) => (after && !because ? [{ key, after }] : []));
  const policy = await readPolicy(reader.db);
  const problem = findProblem(changed) ?? (await findBreaches(reader, policy, change, changed));
  const content = keys.map((key) => [key.id, key.order_id, plannedOf(key)]);
  const stamp = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  return { judged, changed, problem, stamp };
}

/** The ids that a selection names; what is named is not checked. @throws AppError conflict for too many */
export async function selectIds(
  deps: Pick<Deps, 'clock'>,
  reader: Reader,
  selection: KeySelection,
): Promise<readonly string[]> {
  if ('ids' in selection) return selection.ids;
  const source = await timesFor(deps, reader, selection.filter);
  const rows = await matching(reader, source, { params: undefined, query: selection.filter as never }) // a query without paging
    .select(sql<string>`standing.key_id`.as('id'))
    .limit(maxKeysAnOrder + 1)
    .execute();
  if (rows.length > maxKeysAnOrder) throw new AppError('conflict', say('keyTimes.tooMany', { count: maxKeysAnOrder }));
  return rows.map(({ id }) => id);
}

const fieldOf = {
  between_needs_both: 'change.valid_until',
  from_after_until: 'change.valid_until',
  interval_out_of_range: 'change.revalidation_minutes',
  window_without_time: 'change.schedule',
  windows_overlap: 'change.schedule',
  too_many_windows: 'change.schedule',
} as const;

function findProblem(changed: readonly Changed[]): Problem | undefined {
  const wrong = changed.flatMap(({ key, after }) => {
    const problem = findTimesProblem(after);
    return problem ? [{ problem, marking: key.marking }] : [];
  });
  const [first] = wrong;
  if (!first) return undefined;
  return {
    field: fieldOf[first.problem],
    sentence: say(`keyTimes.problem.${first.problem}`),
    markings: wrong.map(({ marking }) => marking),
  };
}

/** Only what is changed is held against the policy: what was outside before can be mended part by part. */
async function findBreaches(
  reader: Reader,
  policy: KeyTimesPolicy,
  change: TimesChange,
  changed: readonly Changed[],
): Promise<Problem | undefined> {
  const limits = await limitsOfKeys(
    reader,
    policy,
    changed.map(({ key }) => key.id),
  );
  const isMeant = (breach: PolicyBreach) =>
    breach === 'end_missing' ? change.validity !== undefined : change.revalidation_minutes !== undefined;
  const found = changed.flatMap(({ key, after }) => {
    const limit = limits.get(key.id);
    if (!limit) return [];
    const isExternal = limit.kind === 'external';
    const of = {
      isExternal,
      max_minutes: limit.max_minutes,
      needsEnd: policy.external_needs_end && change.validity !== undefined,
    };
    const breach = findBreach(after, of);
    return breach && isMeant(breach) ? [{ breach, max: limit.max_minutes ?? 0, marking: key.marking }] : [];
  });
  const [first] = found;
  if (!first) return undefined;
  const shortest = Math.min(...found.flatMap(({ breach, max }) => (breach === first.breach ? [max] : [])));
  return {
    field: first.breach === 'end_missing' ? 'change.validity' : 'change.revalidation_minutes',
    sentence: say(`keyTimes.breach.${first.breach}`, { count: found.length, minutes: shortest }),
    markings: found.map(({ marking }) => marking),
  };
}

async function countOut(reader: Reader, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
    where standing.state <> 'in_stock' and standing.state <> 'reserved' and key.id = any(${ids}::uuid[])`.execute(
    reader.db,
  );
  return rows[0]?.count ?? 0;
}

/** When validities end that the change sets, moment by moment, in the time zones of the locking systems. */
async function endsOf(
  deps: Deps,
  reader: Reader,
  change: TimesChange,
  changed: readonly Changed[],
): Promise<KeyTimesPreview['ends']> {
  if (change.validity === undefined && change.valid_until === undefined) return [];
  const { zones, otherZone } = await readAt(deps, reader);
  const holidays = await readHolidays(reader);
  const counts = new Map<string, { at: string; time_zone: string; keys: number }>();
  for (const { key, after } of changed) {
    if (after.valid_until === null) continue;
    const time_zone = zones.get(key.connection_id) ?? otherZone;
    const name = `${after.valid_until} ${time_zone}`;
    const known = counts.get(name) ?? { at: after.valid_until, time_zone, keys: 0 };
    known.keys += 1;
    counts.set(name, known);
  }
  return [...counts.values()].slice(0, 10).map(({ at, time_zone, keys }) => ({
    ...{ at, time_zone, keys },
    holiday: holidays.get(dayIn(time_zone, new Date(Date.parse(at) - 1))) ?? null,
  }));
}
