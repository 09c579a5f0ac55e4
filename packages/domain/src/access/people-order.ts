import { listBits, setBit, wordsFor } from './bits';
import type { People } from './people';
import type { PeopleOfDoors } from './people-of-doors';

/** Everybody in an order that the domain does not know, such as that of a database's collation. 8 bytes a person. */
export type PeopleOrder = {
  /** Number of the person at a place. */
  personAt: Int32Array;
  /** Place of a person, by number; -1 for one who is not in the order. */
  placeOf: Int32Array;
};

/** Ids that are not of the index are left out. */
export function orderPeople({ ids, numberOf }: People, sorted: readonly string[]): PeopleOrder {
  const personAt = Int32Array.from(sorted.flatMap((id) => numberOf.get(id) ?? []));
  const placeOf = new Int32Array(ids.length).fill(-1);
  for (const [place, person] of personAt.entries()) placeOf[person] = place;
  return { personAt, placeOf };
}

type Part = { order: PeopleOrder; isDescending: boolean; offset: number; limit: number };

/** Some of those found, as they are in an order, each with what they were found by. */
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
  // Whoever of those found is between the first and the last is on the page.
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
