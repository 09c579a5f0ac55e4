import type { AccessCheck, AccessEvaluation, AccessReason } from '@key2xs/contract';
import {
  type AccessGrant,
  type AccessIndex,
  evaluateAccess,
  explainAccess,
  type GrantReason,
  isValidAt,
  placesAbove,
} from '@key2xs/domain';
import type { Db, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { type Reader, sees, visibleTo } from '#platform/visible-to';
import { nameSubjects } from '../people/service';
import { listRecordedDoors, listRecordedFor } from '../recorded/service';
import { readAllowedSince, unchangedSince } from './allowed-since';
import { listKeysOf } from './keys-of-person';
import { partsAt, partsInForce } from './parts-at';
import { listDoors, listLastChanges, listNames, listTargets, unknownChange } from './queries';
import { listRecordedAt } from './recorded-at';
import { type Moment, refuseUnknown } from './refuse-unknown';

export { currentSnapshot, listChanges } from './access-changes';
export { inOneMoment } from './in-one-moment';
export { loadCylinders, loadDrafts, loadFactsFor, loadLocations, loadPeople, loadPlans } from './load-facts';

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
  const doors = index.doors.ids;
  const epochMs = Date.parse(moment.at);
  const placesOfDoor = placesOf(index, grants);
  const isNow = moment.as_of === 'now';
  const recorded = isNow ? await recordedDoors(reader.db, { doors, person: user_id }) : undefined;
  const pairs = isNow ? grants.map(({ cylinder_id: door, reasons }) => ({ person: user_id, door, reasons })) : [];
  const since = await readAllowedSince(reader.db, { pairs, placesAbove: placesOfDoor, epochMs });
  const sinceOf = new Map(grants.map(({ cylinder_id }, at) => [cylinder_id, since[at] ?? null]));
  const unchanged = isNow
    ? await unchangedSince(reader.db, { table: 'person', born: 'created_at', ids: [user_id] })
    : undefined;
  return {
    person_id: user_id,
    layer: 'desired',
    at: moment.at,
    as_of: moment.as_of,
    grants: (await explain(reader.db, moment, grants)).map((grant) => ({
      ...grant,
      recorded: recorded?.stateOf(grant.cylinder_id) ?? ('unknown' as const),
      since: sinceOf.get(grant.cylinder_id) ?? null,
    })),
    recorded_only: recorded ? await recordedBeyond(reader.db, recorded.doors, allowedAt(grants, epochMs)) : null,
    unchanged_since: isoOf(unchanged?.get(user_id)),
    on_keys: isNow ? await listKeysOf(reader, user_id) : [],
    recorded: await recordedFor(reader.db, moment, { connection_id, user_id }),
  };
}

const isoOf = (epochMs: number | undefined) => (epochMs === undefined ? null : new Date(epochMs).toISOString());

/** The places above each door, read before the index is patched. */
function placesOf({ doors }: AccessIndex, grants: readonly AccessGrant[]) {
  const places = new Map(
    grants.map(({ cylinder_id: id }) => {
      const facts = doors.facts[doors.numberOf.get(id) ?? -1];
      return [id, placesAbove(doors, facts?.location_id ?? null).map((place) => place.id)];
    }),
  );
  return (door: string) => places.get(door) ?? [];
}

/** Without those whose windows are all over, or have not begun: key systems know no dates. */
const allowedAt = (grants: readonly AccessGrant[], epochMs: number) =>
  grants.filter(({ reasons }) =>
    reasons.some(({ windows }) => windows.length === 0 || windows.some((window) => isValidAt(window, epochMs))),
  );

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

async function recordedDoors(db: Db, { doors, person }: { doors: readonly string[]; person: string }) {
  const { doorsOf, uncertain, unread } = await listRecordedDoors(db, { doors, people: [person] });
  const recorded = doorsOf.get(person) ?? new Set();
  const stateOf = (door: string) => {
    if (recorded.has(door)) return 'yes' as const;
    return uncertain.has(person) || unread.has(door) ? ('unknown' as const) : ('no' as const);
  };
  return { doors: recorded, stateOf };
}

/** Those that the person may not open, by marking. */
async function recordedBeyond(db: Db, recorded: ReadonlySet<string>, grants: readonly AccessGrant[]) {
  const allowed = new Set(grants.map(({ cylinder_id }) => cylinder_id));
  const doors = await listDoors(
    db,
    [...recorded].filter((door) => !allowed.has(door)),
  );
  return doors
    .map(({ id: cylinder_id, connection_id: key_system_connection_id, ...door }) => ({
      cylinder_id,
      key_system_connection_id,
      ...door,
    }))
    .sort((a, b) => compareText(a.marking, b.marking));
}

type Explained = Omit<AccessEvaluation['grants'][number], 'recorded' | 'since'>;

async function explain(db: Db, moment: Moment, grants: readonly AccessGrant[]): Promise<Explained[]> {
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
    ...(changes.get(reason.rule_id) ?? unknownChange),
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
