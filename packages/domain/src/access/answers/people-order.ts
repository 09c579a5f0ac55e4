import { listBits, setBit, wordsFor } from '../indexing/bits';
import type { People } from '../indexing/people';
import type { PeopleOfDoors } from './people-of-doors';

/** All people in an external order, such as that of a database collation. 8 bytes per person. */
export type PeopleOrder = {
  /** Number of the person at a position. */
  personAt: Int32Array;
  /** Position of a person, by number; -1 for people not in the order. */
  placeOf: Int32Array;
};

/** Skips ids that are not in the index. */
export function orderPeople({ ids, numberOf }: People, sorted: readonly string[]): PeopleOrder {
  const personAt = Int32Array.from(sorted.flatMap((id) => numberOf.get(id) ?? []));
  const placeOf = new Int32Array(ids.length).fill(-1);
  for (const [place, person] of personAt.entries()) placeOf[person] = place;
  return { personAt, placeOf };
}

type Part = { order: PeopleOrder; isDescending: boolean; offset: number; limit: number };

/** A page of the found people in the given order, each with the entry they belong to. */
export function pageOfPeople(
  found: readonly PeopleOfDoors[],
  { order: { personAt, placeOf }, isDescending, offset, limit }: Part,
): [person: number, PeopleOfDoors][] {
  const places = new Int32Array(wordsFor(personAt.length));
  for (const { people } of found) {
    for (const person of people) {
      const place = placeOf[person] ?? -1;
      if (place >= 0) setBit(places, place);
    }
  }
  const listed = listBits(places);
  const page = (isDescending ? listed.reverse() : listed).subarray(offset, offset + limit);
  if (page.length === 0) return [];
  // Every found person between the first and the last is on the page.
  const [first, last] = [Math.min(page[0] ?? 0, page.at(-1) ?? 0), Math.max(page[0] ?? 0, page.at(-1) ?? 0)];
  const rowAt = new Map<number, PeopleOfDoors>();
  for (const row of found) {
    for (const person of row.people) {
      const place = placeOf[person] ?? -1;
      if (place >= first && place <= last) rowAt.set(place, row);
    }
  }
  return Array.from(page).flatMap((place) => {
    const row = rowAt.get(place);
    return row ? [[personAt[place] ?? -1, row]] : [];
  });
}
