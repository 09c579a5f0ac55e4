import type { KeyRequest, KeyRequestRisk } from '@key2xs/contract';
import { cylindersOf, listBits } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { type Reader, sees } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { placesOf } from '../locations/relation';
import { locationsWithin, protectionClass } from '../locations/service';
import { peopleOf } from '../people/relation';

type Access = Pick<Deps, 'access'>;
type RequestedAccess = { person_id: string; place_id: string | null };

const wellProtected = 3;

/** Doors at the place and below it that the reader may see, and how many of them the person may open already. */
export async function countDoors(
  deps: Access,
  reader: Reader,
  { person_id, place_id }: RequestedAccess,
): Promise<{ doors: number; doors_already: number }> {
  const doors = await listDoors(reader, place_id);
  const opened = await openedBy(deps, reader, person_id);
  return { doors: doors.length, doors_already: doors.filter((id) => opened.has(id)).length };
}

async function listDoors(reader: Reader, placeId: string | null): Promise<string[]> {
  if (placeId === null) return [];
  const rows = await reader.db
    .selectFrom(doorsOf(reader))
    .select('cylinder.id')
    .where('cylinder.deleted_at', 'is', null)
    .where(sql<boolean>`cylinder.location_id in ${locationsWithin(placeId)}`)
    .execute();
  return rows.map(({ id }) => id);
}

/** None for a reader who may not see access. */
async function openedBy({ access }: Access, reader: Reader, personId: string): Promise<ReadonlySet<string>> {
  if (!sees(reader.viewer, 'access')) return new Set();
  const { index } = await access.current(reader);
  const number = index.people.numberOf.get(personId);
  if (number === undefined) return new Set();
  return new Set([...listBits(cylindersOf(index, number))].flatMap((door) => index.doors.ids[door] ?? []));
}

type Facts = {
  is_active: boolean;
  ends_on: Date | null;
  keys_held: number;
  keys_overdue: number;
  exposed_doors: number;
  has_open_case: boolean;
  present_class: number | null;
};

/** What who decides should know: what the person has, who else has the same, and what speaks for a closer look. */
export async function assessRisk(
  deps: Access,
  { reader, now }: { reader: Reader; now: Date },
  request: KeyRequest,
): Promise<KeyRequestRisk> {
  const requested = { person_id: request.person.id, place_id: request.place?.id ?? null };
  const doors = await listDoors(reader, requested.place_id);
  const counted = await countDoors(deps, reader, requested);
  const peers = await countPeers(deps, reader, { ...requested, department: request.person.department, doors });
  const { keys_held, keys_overdue, exposed_doors, ...facts } = await readFacts(reader, requested, now);
  const until = request.granted_until ?? request.ends_at;
  const hits: KeyRequestRisk['hits'] = [];
  const hit = (name: KeyRequestRisk['hits'][number], is: boolean) => is && hits.push(name);
  hit('person_inactive', !facts.is_active);
  hit('leaves_before_end', facts.ends_on !== null && (until === null || facts.ends_on.getTime() < Date.parse(until)));
  hit('has_access', counted.doors > 0 && counted.doors === counted.doors_already);
  hit('high_protection', (facts.present_class ?? 0) >= wellProtected);
  hit('no_end', until === null && request.kind !== 'return' && request.kind !== 'replacement');
  hit('no_peer_has_it', peers.peers > 0 && doors.length > 0 && peers.peers_with_access === 0);
  hit('has_overdue_keys', keys_overdue > 0);
  hit('has_open_case', facts.has_open_case);
  hit('place_deleted', request.place !== null && request.place.id === null);
  hit('place_changed', requested.place_id !== null && facts.present_class !== request.protection_class);
  return { ...counted, ...peers, keys_held, keys_overdue, exposed_doors, hits };
}

type Compared = RequestedAccess & { department: string | null; doors: readonly string[] };

async function countPeers(
  { access }: Access,
  reader: Reader,
  { person_id, department, doors }: Compared,
): Promise<{ peers: number; peers_with_access: number }> {
  if (department === null || !sees(reader.viewer, 'access')) return { peers: 0, peers_with_access: 0 };
  const rows = await reader.db
    .selectFrom(peopleOf(reader))
    .select('id')
    .where('active', '=', true)
    .where('superseded_at', 'is', null)
    .where('department', '=', department)
    .where('id', '!=', person_id)
    .execute();
  const { index } = await access.current(reader);
  const wanted = new Set(doors);
  const withAccess = rows.filter(({ id }) => {
    const number = index.people.numberOf.get(id);
    if (number === undefined) return false;
    for (const door of listBits(cylindersOf(index, number))) if (wanted.has(index.doors.ids[door] ?? '')) return true;
    return false;
  });
  return { peers: rows.length, peers_with_access: withAccess.length };
}

async function readFacts(reader: Reader, { person_id, place_id }: RequestedAccess, now: Date): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select person.active as is_active, (person.ends_on + 1)::timestamptz as ends_on,
      (select count(*)::int from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
        where standing.person_id = person.id and standing.state = 'handed_out' and key.deleted_at is null) as keys_held,
      (select count(*)::int from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
        where standing.person_id = person.id and standing.state = 'handed_out' and key.deleted_at is null
          and standing.due_at < ${now}) as keys_overdue,
      (select count(distinct exposed.cylinder_id)::int from exposed_right as exposed
        join key_standing as standing on standing.key_id = exposed.key_id
        where standing.person_id = person.id and exposed.closed_at is null and exposed.ends_at > ${now}) as exposed_doors,
      exists (select from key_case where key_case.person_id = person.id and kind <> 'joiner' and closed_at is null) as has_open_case,
      (select ${protectionClass('location.id')} from ${placesOf(reader)} where location.id = ${place_id}::uuid) as present_class
    from ${peopleOf(reader)} where person.id = ${person_id}`.execute(reader.db);
  const [facts] = rows;
  if (!facts) throw new Error('the person of the request is not to be seen');
  return facts;
}
