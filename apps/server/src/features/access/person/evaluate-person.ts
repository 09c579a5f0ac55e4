import type { AccessEvaluation } from '@key2xs/contract';
import { type AccessGrant, type AccessIndex, evaluateAccess, hasDoor, isValidAt, placesAbove } from '@key2xs/domain';
import type { AccessDescriptions, DescribedDoor } from '#platform/access-descriptions';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { type Reader, visibleTo } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';
import { listRecordedOf, type RecordedOf } from '../../recorded/service';
import { readAllowedSince, unchangedSince } from '../live/allowed-since';
import { listTargets } from '../live/descriptions';
import { listRecordedAt } from '../past/recorded-at';
import { listDoors } from '../queries';
import type { Moment } from '../refuse-unknown';
import { describePastReasons, describeReasons } from './describe-reasons';
import { listKeysOf } from './keys-of-person';

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
  const person = await findPersonOf(reader, connection_id, user_id);
  if (!person) throw notFound('person_of_source');
  const { index, ...moment } = await access.at(at, reader);
  const grants = evaluateAccess(index, user_id, moment.at);
  const places = placesOf(index, grants);
  const sees = seenDoors(reader, index);
  const about = { person_id: user_id, layer: 'desired' as const, at: moment.at, as_of: moment.as_of };
  const asked = { connection_id, person: user_id, moment, grants, sees };
  if (moment.as_of === 'past') return { ...about, ...(await describePast(reader, asked)) };
  const pairs = grants.map(({ cylinder_id: door, reasons }) => ({
    unchangedSince: person.unchanged_since,
    door,
    reasons,
  }));
  const epochMs = Date.parse(moment.at);
  const since = await readAllowedSince(access.descriptions, { pairs, placesAbove: places, epochMs });
  const sinceOf = new Map(grants.map(({ cylinder_id }, at) => [cylinder_id, since[at] ?? null]));
  return {
    ...about,
    ...(await describeNow(access.descriptions, { ...asked, sinceOf })),
    unchanged_since: person.unchanged_since.toISOString(),
    on_keys: await listKeysOf(reader, user_id),
  };
}

const findPersonOf = (reader: Reader, connectionId: string, id: string) =>
  reader.db
    .selectFrom(peopleOf(reader))
    .select(unchangedSince.as('unchanged_since'))
    .where('id', '=', id)
    .where('connection_id', '=', connectionId)
    .where(visibleTo(reader.viewer, 'access'))
    .executeTakeFirst();

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

/** Which doors the reader may see, asked before the index is patched. */
function seenDoors({ viewer }: Reader, index: AccessIndex): (door: string) => boolean {
  if (viewer.scope === null) return () => true;
  const seen = new Set(index.doors.ids.filter((id) => hasDoor(index, id)));
  return (door) => seen.has(door);
}

type PersonAtMoment = {
  connection_id: string;
  person: string;
  moment: Moment;
  grants: readonly AccessGrant[];
  sees: (door: string) => boolean;
};
type Told = Pick<AccessEvaluation, 'grants' | 'recorded_only' | 'recorded'>;

async function describeNow(
  descriptions: AccessDescriptions,
  {
    connection_id,
    person,
    moment,
    grants,
    sees,
    sinceOf,
  }: PersonAtMoment & { sinceOf: ReadonlyMap<string, string | null> },
): Promise<Told> {
  const recorded = await listRecordedOf(descriptions, [person]);
  const recordedDoors = recorded.doorsOf.get(person) ?? new Set<string>();
  const allowed = new Set(allowedAt(grants, Date.parse(moment.at)).map(({ cylinder_id }) => cylinder_id));
  const beyond = [...recordedDoors].filter((door) => !allowed.has(door) && sees(door));
  const doors = await descriptions.doors([...grants.map(({ cylinder_id }) => cylinder_id), ...beyond]);
  const describe = await describeReasons(
    descriptions,
    grants.flatMap(({ reasons }) => reasons),
  );
  return {
    grants: presentGrants(grants, doors, (grant, door) => ({
      reasons: grant.reasons.map(describe),
      recorded: recordedStateOf(recorded, person, door),
      since: sinceOf.get(door.id) ?? null,
    })),
    recorded_only: beyond
      .flatMap((id) => doors.get(id) ?? [])
      .map(presentDoor)
      .sort(byMarking),
    recorded: await listRecordsIn(descriptions, connection_id, person),
  };
}

/** In each key system that plans of the identity source are synced to, by name of the key system. */
async function listRecordsIn(descriptions: AccessDescriptions, connectionId: string, person: string) {
  const targets = (await descriptions.targets([connectionId])).get(connectionId) ?? [];
  const records = (await descriptions.records([person])).get(person) ?? [];
  const systems = await descriptions.keySystems();
  return systems
    .filter(({ id }) => targets.includes(id))
    .map(({ id, name, read_at }) => {
      const record = records.find(({ connection_id }) => connection_id === id);
      const { active = null, profiles = [] } = record ?? {};
      return presentRecord({
        key_system_connection_id: id,
        key_system_name: name,
        read_at,
        active,
        profiles: [...profiles],
      });
    });
}

/** Nothing is kept of the past. */
async function describePast(
  reader: Reader,
  { connection_id, person, moment, grants }: PersonAtMoment,
): Promise<Told & Pick<AccessEvaluation, 'unchanged_since' | 'on_keys'>> {
  const { db } = reader;
  const ids = grants.map(({ cylinder_id }) => cylinder_id);
  const doors = new Map((await listDoors(reader, ids)).map((door) => [door.id, door]));
  const describe = await describePastReasons(
    reader,
    moment,
    grants.flatMap(({ reasons }) => reasons),
  );
  const connections = (await listTargets(db, [connection_id])).flatMap(([, targets]) => targets);
  const records = await listRecordedAt(db, { person, connections, at: new Date(moment.at) });
  return {
    grants: presentGrants(grants, doors, ({ reasons }) => ({
      reasons: reasons.map(describe),
      recorded: 'unknown',
      since: null,
    })),
    recorded_only: null,
    recorded: records.map(presentRecord),
    unchanged_since: null,
    on_keys: [],
  };
}

/** Without those whose windows are all over, or have not begun: key systems know no dates. */
const allowedAt = (grants: readonly AccessGrant[], epochMs: number) =>
  grants.filter(({ reasons }) =>
    reasons.some(({ windows }) => windows.length === 0 || windows.some((window) => isValidAt(window, epochMs))),
  );

/** Whether a door is recorded for a person in its key system. */
export function recordedStateOf({ doorsOf, uncertainIn, unread }: RecordedOf, person: string, door: DescribedDoor) {
  if (doorsOf.get(person)?.has(door.id)) return 'yes' as const;
  return uncertainIn.has(person) || unread.has(door.connection_id) ? ('unknown' as const) : ('no' as const);
}

type NamedDoor = Omit<DescribedDoor, 'since'>;
type Grant = AccessEvaluation['grants'][number];

/** By marking; without those of key systems that have been removed. */
const presentGrants = <Door extends NamedDoor>(
  grants: readonly AccessGrant[],
  doors: ReadonlyMap<string, Door>,
  tell: (grant: AccessGrant, door: Door) => Pick<Grant, 'reasons' | 'recorded' | 'since'>,
): Grant[] =>
  grants
    .flatMap((grant) => {
      const door = doors.get(grant.cylinder_id);
      return door ? [{ ...presentDoor(door), open_now: grant.open_now, ...tell(grant, door) }] : [];
    })
    .sort(byMarking);

const presentDoor = ({ id, marking, name, location, connection_id }: NamedDoor) => ({
  cylinder_id: id,
  marking,
  name,
  location,
  key_system_connection_id: connection_id,
});

const { compare: compareText } = new Intl.Collator();
const byMarking = (a: { marking: string }, b: { marking: string }) => compareText(a.marking, b.marking);

type Recorded = Awaited<ReturnType<typeof listRecordedAt>>[number];

const presentRecord = ({ active, read_at, ...row }: Recorded): AccessEvaluation['recorded'][number] => ({
  ...row,
  state: active === null ? 'absent' : active ? 'active' : 'inactive',
  read_at: read_at?.toISOString() ?? null,
});
