import type { DoorPerson, RecordedState } from '@key2xs/contract';
import { listBits, type PeopleOfDoors } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { listRecordedDoors, type RecordedDoors } from '../recorded/service';
import { readAllowedSince } from './allowed-since';

type Found = ReadonlyMap<string, PeopleOfDoors>;
type Layers = Pick<DoorPerson, 'recorded' | 'since'>;
type Asked = {
  doors: readonly string[];
  found: Found;
  isPast: boolean;
  placesAbove: readonly string[];
  epochMs: number;
};

/** Tells of the people of a page what is recorded for them, and since when they may open the door if it is one alone. */
export async function addLayers<Row extends { id: string }>(
  db: Db,
  rows: readonly Row[],
  asked: Asked,
): Promise<(Row & Layers)[]> {
  const { doors, found, isPast } = asked;
  if (isPast || rows.length === 0) return rows.map((row) => ({ ...row, recorded: 'unknown', since: null }));
  const recorded = await listRecordedDoors(db, { doors, people: rows.map(({ id }) => id) });
  const [door] = doors;
  const reasonsOf = (id: string) => found.get(id)?.reasons ?? [];
  const pairs = doors.length === 1 && door ? rows.map(({ id }) => ({ person: id, door, reasons: reasonsOf(id) })) : [];
  const since = await readAllowedSince(db, { pairs, placesAbove: () => asked.placesAbove, epochMs: asked.epochMs });
  return rows.map((row, at) => ({
    ...row,
    recorded: stateOf(recorded, { doors, person: row.id, may: found.get(row.id) }),
    since: since[at] ?? null,
  }));
}

type Somebody = { doors: readonly string[]; person: string; may: PeopleOfDoors | undefined };

function stateOf({ doorsOf, uncertain, unread }: RecordedDoors, { doors, person, may }: Somebody): RecordedState {
  const allowed = [...listBits(may?.reached ?? new Int32Array(0))].map((place) => doors[place] ?? '');
  const isUnread = unread.size > 0 && allowed.some((door) => unread.has(door));
  if (isUnread || uncertain.has(person)) return 'unknown';
  const recorded = doorsOf.get(person) ?? new Set();
  const both = allowed.filter((door) => recorded.has(door)).length;
  if (both === allowed.length && both === recorded.size) return 'yes';
  return recorded.size === 0 ? 'no' : 'differs';
}
