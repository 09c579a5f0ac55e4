import type { VersionFigures } from '@key2xs/contract';
import {
  type AccessIndex,
  addToDelta,
  compareAccess,
  copyAccess,
  countBits,
  crowdsOfPlan,
  dropRule,
  emptyDelta,
  putProfile,
  putRule,
  sumCrowds,
} from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { inSlices } from '#platform/in-slices';
import type { Schema } from '#platform/schema/schema';
import { asProduct } from '#platform/visible-to';
import { loadSides, type PlanContent, saveFigures, switchPlan } from '../../plans/service';

/** Versions that are measured: the last ones. */
export const maxMeasured = 24;
/** For a reader who waits. Some hundred thousand people are read in about a second. */
const readerWaitsMs = 3_000;

type Unmeasured = { number: number; at: Date; cause: Schema['key_plan_version']['cause'] };

/**
 * Measures the last versions of a plan that have no figures yet, each by the people and doors of when it came into force,
 * and keeps the figures. The latest first; what the time does not suffice for is left to the next call.
 */
export async function keepFigures(deps: Deps, keyplanId: string, withinMs = readerWaitsMs): Promise<void> {
  const versions = await listUnmeasured(deps.db, keyplanId);
  if (versions.length === 0) return;
  const numbers = versions.flatMap(({ number }) => [number - 1, number]);
  const contents = await loadSides(deps.db, keyplanId, numbers);
  const isActive = await loadActivity(deps.db, keyplanId);
  const sideOf = (number: number) => ({ content: contents.get(number) ?? nothing, isActive: isActive(number) });
  const endsAt = performance.now() + withinMs;
  for (const version of versions) {
    const sides = [sideOf(version.number - 1), sideOf(version.number)] as const;
    const figures = await measure(deps, keyplanId, { version, sides }).catch(unlessForgotten);
    if (!figures) return; // those before it are no longer known either
    await saveFigures(deps.db, { keyplanId, number: version.number }, figures);
    if (performance.now() > endsAt) return;
  }
}

/** The same for all plans, before the past of their versions is forgotten. */
export async function keepAllFigures(deps: Deps): Promise<void> {
  const plans = await deps.db.selectFrom('key_plan').select('id').execute();
  for (const { id } of plans) await keepFigures(deps, id, Number.POSITIVE_INFINITY);
}

const nothing: PlanContent = { rules: new Map(), profiles: new Map() };

async function listUnmeasured(db: Db, keyplanId: string): Promise<Unmeasured[]> {
  const last = await db
    .selectFrom('key_plan_version')
    .select(['number', 'at', 'cause', 'figures'])
    .where('keyplan_id', '=', keyplanId)
    .orderBy('number', 'desc')
    .limit(maxMeasured)
    .execute();
  return last.filter(({ figures }) => figures === null);
}

function unlessForgotten(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'past_not_kept') return undefined;
  throw error;
}

/** Whether the plan was switched on in a version; there is none before the first. */
async function loadActivity(db: Db, keyplanId: string): Promise<(number: number) => boolean> {
  const rows = await db
    .selectFrom('key_plan_part')
    .select(['since', 'until', sql<boolean>`(content -> 'is_active')::boolean`.as('is_active')])
    .where('keyplan_id', '=', keyplanId)
    .where('kind', '=', 'plan')
    .execute();
  return (number) =>
    rows.some(({ since, until, is_active }) => is_active && since <= number && (until === null || until > number));
}

type VersionSide = { content: PlanContent; isActive: boolean };
type Measured = { version: Unmeasured; sides: readonly [before: VersionSide, after: VersionSide] };

/** @throws AppError past_not_kept */
async function measure(
  deps: Deps,
  keyplanId: string,
  { version: { at, cause }, sides }: Measured,
): Promise<VersionFigures> {
  // One that comes into force is stamped in microseconds, of which a Date knows none.
  const { index } = await deps.access.at(new Date(at.getTime() + 1).toISOString(), asProduct(deps.db)); // kept for everybody
  const [before, after] = [copyAccess(index), copyAccess(index)]; // before anybody else patches it
  write(before, keyplanId, sides[0].content);
  write(after, keyplanId, sides[1].content);
  const reached = sumCrowds(await inSlices(crowdsOfPlan(after, keyplanId)));
  if (cause === 'upgrade') return { ...reached, ...noChange }; // it only noted what was in force
  switchPlan(before, keyplanId, sides[0].isActive);
  switchPlan(after, keyplanId, sides[1].isActive);
  return { ...reached, ...(await inSlices(countChanged(before, after))) };
}

const noChange = { people_gaining: 0, people_losing: 0 };

/** Lets the plan say this, as if it were active. */
function write(index: AccessIndex, keyplanId: string, { rules, profiles }: PlanContent): void {
  switchPlan(index, keyplanId, true);
  const others = index.rules.flatMap((one) => (one?.plan.id === keyplanId ? [one.rule.id] : []));
  for (const id of others) if (!rules.has(id)) dropRule(index, id);
  for (const profile of profiles.values()) putProfile(index, profile);
  for (const rule of rules.values()) putRule(index, rule);
}

function* countChanged(before: AccessIndex, after: AccessIndex) {
  const delta = emptyDelta();
  for (const { persons, gained, lost } of compareAccess(before, after)) {
    addToDelta(delta, persons.length, { gained: countBits(gained), lost: countBits(lost), otherHours: 0 });
    yield;
  }
  return { people_gaining: delta.peopleGaining, people_losing: delta.peopleLosing };
}
