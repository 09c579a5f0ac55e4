import type { AccessCheck, AccessEvaluation, AccessReason } from '@key2xs/contract';
import { type AccessGrant, evaluateAccess, explainAccess, type GrantReason } from '@key2xs/domain';
import type { Db, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { type Reader, sees, visibleTo } from '#platform/visible-to';
import { nameSubjects } from '../people/service';
import { listRecordedFor } from '../recorded/service';
import { partsAt, partsInForce } from './parts-at';
import { listDoors, listLastChanges, listNames, listTargets } from './queries';
import { listRecordedAt } from './recorded-at';
import { type Moment, refuseUnknown } from './refuse-unknown';

export { loadCylinders, loadDraft, loadFactsFor, loadLocations, loadPeople, loadPlans } from './load-facts';

type Question = { connection_id: string; user_id: string; at?: string | undefined };

/**
 * What a person of a source may open at a moment, and because of what: the desired layer, from the stored people and
 * the active plans, beside what each linked key system has recorded.
 * @throws AppError not_found, past_not_kept
 */
export async function evaluateUserAccess(
  { access }: Deps,
  reader: Reader,
  { connection_id, user_id, at }: Question,
): Promise<AccessEvaluation> {
  if (!(await isPersonOf(reader, connection_id, user_id))) throw notFound('person_of_source');
  const { index, ...moment } = await access.at(at);
  const grants = evaluateAccess(index, user_id, moment.at);
  return {
    person_id: user_id,
    layer: 'desired',
    at: moment.at,
    as_of: moment.as_of,
    grants: await explain(reader.db, moment, grants),
    recorded: await recordedFor(reader.db, moment, { connection_id, user_id }),
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
 * @throws AppError not_found, past_not_kept
 */
export async function checkAccess(
  { access }: Deps,
  reader: Reader,
  { person_id, cylinder_id, at }: Pair,
): Promise<AccessCheck> {
  if (!sees(reader.viewer, 'access')) throw notFound('person');
  const { index, revision, ...moment } = await access.at(at);
  const person = index.people.numberOf.get(person_id);
  const cylinder = index.doors.numberOf.get(cylinder_id);
  const isDoor = cylinder !== undefined && index.doors.facts[cylinder] !== undefined;
  const reasons =
    person === undefined || !isDoor ? [] : explainAccess(index, { person, cylinder, epochMs: Date.parse(moment.at) });
  if (person === undefined) await refuseUnknown(reader.db, moment, 'person', person_id);
  if (!isDoor) await refuseUnknown(reader.db, moment, 'cylinder', cylinder_id);
  return {
    person_id,
    cylinder_id,
    layer: 'desired',
    at: moment.at,
    as_of: moment.as_of,
    may_open: reasons.length > 0,
    open_now: reasons.some((reason) => reason.open_now),
    revision,
    reasons: reasons.map(await readDescriptions(reader.db, moment, { reasons, doors: new Map() })),
  };
}

async function explain(db: Db, moment: Moment, grants: readonly AccessGrant[]): Promise<AccessEvaluation['grants']> {
  const cylinders = grants.map(({ cylinder_id }) => cylinder_id);
  const doors = new Map((await listDoors(db, cylinders)).map((door) => [door.id, door]));
  const reasons = grants.flatMap((grant) => grant.reasons);
  const describe = await readDescriptions(db, moment, { reasons, doors });
  return grants
    .flatMap(({ cylinder_id, open_now, reasons }) => {
      const door = doors.get(cylinder_id);
      if (!door) return []; // its key system has been removed
      const { marking, name, location, connection_id: key_system_connection_id } = door;
      const described = reasons.map(describe);
      return [{ cylinder_id, marking, name, location, key_system_connection_id, open_now, reasons: described }];
    })
    .sort((a, b) => compareText(a.marking, b.marking));
}

const { compare: compareText } = new Intl.Collator();

type Known = { reasons: readonly GrantReason[]; doors: ReadonlyMap<string, { name: string }> };

/** Gives reasons the names of what they lead through, unless they are known, and the last changes of their rules. */
async function readDescriptions(
  db: Db,
  { at, as_of }: Moment,
  { reasons, doors }: Known,
): Promise<(reason: GrantReason) => AccessReason> {
  const steps = reasons.flatMap(({ path }) => path.filter(({ id }) => !doors.has(id)));
  const parts = as_of === 'now' ? partsInForce : partsAt(new Date(at));
  const names = await listNames(db, parts, steps);
  const named = await nameSubjects(
    db,
    reasons.flatMap(({ matched }) => matched),
  );
  const changes = await listLastChanges(db, parts, [...new Set(reasons.map(({ rule_id }) => rule_id))]);
  const nameOf = (id: string) => doors.get(id)?.name ?? names.get(id) ?? '';
  return (reason) => ({
    ...reason,
    ...(changes.get(reason.rule_id) ?? { rule_updated_at: '', rule_updated_by: '' }),
    matched: reason.matched.map(named),
    windows: [...reason.windows],
    path: reason.path.map(({ object_type, id }) => ({ object_type, id, name: nameOf(id) })),
  });
}

async function recordedFor(
  db: Db,
  { at, as_of }: Moment,
  { connection_id, user_id }: Question,
): Promise<AccessEvaluation['recorded']> {
  const connections = await listTargets(db, connection_id);
  const rows =
    as_of === 'now'
      ? await listRecordedFor(db, user_id, connections)
      : await listRecordedAt(db, { person: user_id, connections, at: new Date(at) });
  return rows.map(({ active, read_at, ...row }) => ({
    ...row,
    state: active === null ? 'absent' : active ? 'active' : 'inactive',
    read_at: read_at?.toISOString() ?? null,
  }));
}
