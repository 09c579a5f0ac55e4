import type { AccessCheck, AccessEvaluation, AccessReason } from '@key2xs/contract';
import { type AccessGrant, evaluateAccess, explainAccess, type GrantReason } from '@key2xs/domain';
import type { Db, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { type Reader, sees, visibleTo } from '#platform/visible-to';
import { listRecordedFor } from '../recorded/service';
import { listDoors, listLastChanges, listNames, listTargets } from './queries';

export { loadCylinders, loadDraft, loadFactsFor, loadLocations, loadPeople, loadPlans } from './load-facts';

type Question = { connection_id: string; user_id: string; at?: string | undefined };

/**
 * What a person of a source may open at a moment, and because of what: the desired layer, from the stored people and
 * the active plans, beside what each linked key system has recorded.
 * @throws AppError not_found
 */
export async function evaluateUserAccess(
  { clock, access }: Deps,
  reader: Reader,
  { connection_id, user_id, at }: Question,
): Promise<AccessEvaluation> {
  const { db } = reader;
  if (!(await isPersonOf(reader, connection_id, user_id))) throw notFound('person_of_source');
  const moment = at ?? clock().toISOString();
  const { index } = await access.current();
  const grants = evaluateAccess(index, user_id, moment);
  return {
    person_id: user_id,
    layer: 'desired',
    at: moment,
    grants: await explain(db, grants),
    recorded: await recordedFor(db, connection_id, user_id),
  };
}

async function isPersonOf({ db, viewer }: Reader, connectionId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('connection_id', '=', connectionId)
    .where(visibleTo(viewer, 'access'))
    .executeTakeFirst();
  return row !== undefined;
}

type Pair = { person_id: string; cylinder_id: string; at?: string | undefined };

/**
 * Whether a person may open a cylinder, and because of what: the desired layer.
 * @throws AppError not_found
 */
export async function checkAccess(
  { clock, access }: Deps,
  reader: Reader,
  { person_id, cylinder_id, at }: Pair,
): Promise<AccessCheck> {
  const moment = at ?? clock().toISOString();
  const { index, revision } = await access.current();
  const person = index.people.numberOf.get(person_id);
  const cylinder = index.doors.numberOf.get(cylinder_id);
  if (person === undefined || !sees(reader.viewer, 'access')) throw notFound('person');
  if (cylinder === undefined || !index.doors.facts[cylinder]) throw notFound('cylinder');
  const reasons = explainAccess(index, { person, cylinder, epochMs: Date.parse(moment) });
  return {
    person_id,
    cylinder_id,
    layer: 'desired',
    at: moment,
    may_open: reasons.length > 0,
    open_now: reasons.some((reason) => reason.open_now),
    revision,
    reasons: await describeReasons(reader.db, reasons),
  };
}

async function explain(db: Db, grants: readonly AccessGrant[]): Promise<AccessEvaluation['grants']> {
  const cylinders = grants.map(({ cylinder_id }) => cylinder_id);
  const doors = new Map((await listDoors(db, cylinders)).map((door) => [door.id, door]));
  const described = await describeReasons(
    db,
    grants.flatMap(({ reasons }) => reasons),
  );
  let next = 0;
  return grants
    .flatMap(({ cylinder_id, open_now, reasons: { length } }) => {
      const reasons = described.slice(next, next + length);
      next += length;
      const door = doors.get(cylinder_id);
      if (!door) return []; // deleted in the key system since the group was read
      const { marking, name, location, connection_id: key_system_connection_id } = door;
      return [{ cylinder_id, marking, name, location, key_system_connection_id, open_now, reasons }];
    })
    .sort((a, b) => a.marking.localeCompare(b.marking));
}

/** Reasons with the names of what they lead through and the last changes of their rules, in their order. */
async function describeReasons(db: Db, reasons: readonly GrantReason[]): Promise<AccessReason[]> {
  const steps = reasons.flatMap(({ path }) => path.map(({ id }) => id));
  const names = await listNames(db, [...new Set(steps)]);
  const changes = await listLastChanges(db, [...new Set(reasons.map(({ rule_id }) => rule_id))]);
  return reasons.map((reason) => ({
    ...reason,
    windows: [...reason.windows],
    rule_updated_at: changes.get(reason.rule_id)?.updated_at.toISOString() ?? '',
    rule_updated_by: changes.get(reason.rule_id)?.updated_by ?? '',
    path: reason.path.map((step) => ({ ...step, name: names.get(step.id) ?? '' })),
  }));
}

async function recordedFor(db: Db, connectionId: string, personId: string): Promise<AccessEvaluation['recorded']> {
  const rows = await listRecordedFor(db, personId, await listTargets(db, connectionId));
  return rows.map(({ active, read_at, ...row }) => ({
    ...row,
    state: active === null ? 'absent' : active ? 'active' : 'inactive',
    read_at: read_at?.toISOString() ?? null,
  }));
}
