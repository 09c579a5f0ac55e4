import type { DoorPerson, RecordedState } from '@key2xs/contract';
import { listBits, type PeopleOfDoors } from '@key2xs/domain';
import type { AccessDescriptions } from '#platform/access-descriptions';
import { memoized } from '#platform/caches/memoized';
import { listRecordedOf, type RecordedOf } from '../../recorded/service';
import { readAllowedSince } from '../live/allowed-since';

type PeopleByDoor = ReadonlyMap<string, PeopleOfDoors>;
type Layers = Pick<DoorPerson, 'recorded' | 'since'>;
type DoorLayerQuery = {
  descriptions: AccessDescriptions;
  /** The doors asked about, in the order of `reached`. */
  doors: readonly string[];
  /** Whether these are all doors there are. */
  areAll: boolean;
  /** Those that the reader may see; undefined: all. */
  seen: ReadonlySet<string> | undefined;
  found: PeopleByDoor;
  isPast: boolean;
  placesAbove: readonly string[];
  epochMs: number;
};

const none: readonly never[] = [];

/** Tells of the people of a page what is recorded for them, and since when they may open the door if it is one alone. */
export async function addLayers<Row extends { id: string; unchanged_since: Date | null }>(
  rows: readonly Row[],
  asked: DoorLayerQuery,
): Promise<(Row & Layers)[]> {
  const { descriptions, doors, found, isPast, epochMs } = asked;
  if (isPast || rows.length === 0) return rows.map((row) => ({ ...row, recorded: 'unknown', since: null }));
  const people = rows.map(({ id }) => id);
  const recorded = await listRecordedOf(descriptions, people);
  const allowedIn = memoized((may: PeopleOfDoors | undefined) => allowedDoors(doors, may));
  const allowedOf = new Map(people.map((id) => [id, allowedIn(found.get(id))]));
  const systemOf = await readSystems(recorded, asked, allowedOf);
  const among = asked.areAll ? asked.seen : new Set(doors);
  const [door] = doors;
  const pairs = rows.map(({ id, unchanged_since }) => ({
    unchangedSince: unchanged_since,
    door: door ?? '',
    reasons: found.get(id)?.reasons ?? none,
  }));
  const since =
    doors.length === 1
      ? await readAllowedSince(descriptions, { pairs, placesAbove: () => asked.placesAbove, epochMs })
      : [];
  return rows.map((row, at) => ({
    ...row,
    recorded: stateOf(recorded, { person: row.id, allowed: allowedOf.get(row.id) ?? [], among, systemOf }),
    since: since[at] ?? null,
  }));
}

const allowedDoors = (doors: readonly string[], may: PeopleOfDoors | undefined) =>
  [...listBits(may?.reached ?? new Int32Array(0))].map((place) => doors[place] ?? '');

type Systems = {
  /** Undefined where nothing is uncertain. */
  of: (door: string) => string | undefined;
  asked: ReadonlySet<string>;
};

/** The key systems of the doors, where it matters: mostly all has been read. */
async function readSystems(
  { unread, uncertainIn }: RecordedOf,
  { descriptions, doors, areAll }: DoorLayerQuery,
  allowedOf: ReadonlyMap<string, readonly string[]>,
): Promise<Systems> {
  const isAsked = uncertainIn.size > 0 && !areAll;
  const wanted = isAsked ? doors : unread.size > 0 ? [...new Set([...allowedOf.values()].flat())] : [];
  const known = await descriptions.doors(wanted);
  const all = [...uncertainIn.values()].flatMap((systems) => [...systems]);
  return {
    of: (door) => known.get(door)?.connection_id,
    asked: new Set(areAll ? all : [...known.values()].map(({ connection_id }) => connection_id)),
  };
}

type Somebody = {
  person: string;
  /** Of the doors asked about, those they may open. */
  allowed: readonly string[];
  /** The doors asked about; undefined: all. */
  among: ReadonlySet<string> | undefined;
  systemOf: Systems;
};

const nothing: ReadonlySet<string> = new Set();

function stateOf(
  { doorsOf, uncertainIn, unread }: RecordedOf,
  { person, allowed, among, systemOf }: Somebody,
): RecordedState {
  const isUnread = unread.size > 0 && allowed.some((door) => unread.has(systemOf.of(door) ?? ''));
  const isUncertain = [...(uncertainIn.get(person) ?? [])].some((system) => systemOf.asked.has(system));
  if (isUnread || isUncertain) return 'unknown';
  const recorded = doorsOf.get(person) ?? nothing;
  const both = allowed.filter((door) => recorded.has(door)).length;
  const all = among ? [...recorded].filter((door) => among.has(door)).length : recorded.size;
  if (both === allowed.length && both === all) return 'yes';
  return all === 0 ? 'no' : 'differs';
}
