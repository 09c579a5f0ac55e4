import type { AccessRelation } from '@key2xs/domain';
import type { Sentence } from '@key2xs/texts';
import { inSlices } from '#platform/in-slices';
import type { Crowd } from './crowd';
import type { Doors } from './doors';

/** Rights whose holder no identity source knows, or has left. */
export type Orphan = { name: string; doors: number };

export type Warning = { code: string; sentence: Sentence };

/** What a source of access collects: rights by number, and what cannot be one. */
export class Rights {
  readonly warnings: Warning[] = [];
  readonly orphans: Orphan[] = [];
  readonly #rows: (number[] | undefined)[] = [];
  readonly #ofOthers = new Map<string, { name: string; doors: Set<number> }>();

  constructor(
    readonly crowd: Crowd,
    readonly doors: Doors,
  ) {}

  /** @param person by id; null: none of ours */
  add(person: string | null, name: string, doors: readonly number[], key = person ?? name): void {
    const number = person === null ? undefined : this.crowd.numberOf.get(person);
    if (number !== undefined && number < this.crowd.left) {
      if (number < this.crowd.outside) this.give(number, doors);
      return;
    }
    const orphan = this.#ofOthers.get(key) ?? { name, doors: new Set() };
    this.#ofOthers.set(key, orphan);
    for (const door of doors) orphan.doors.add(door);
  }

  /** @param person by number, within the scope */
  give(person: number, doors: Iterable<number>): void {
    const row = this.#rows[person] ?? [];
    this.#rows[person] = row;
    for (const door of doors) row.push(door);
  }

  /** Of doors by id, those in the scope. */
  numbersOf(doors: Iterable<string>): number[] {
    return [...doors].flatMap((id) => this.doors.numberOf.get(id) ?? []);
  }

  /** Everything added, each right once. In slices, because it may be millions. */
  async relation(): Promise<AccessRelation> {
    for (const { name, doors } of this.#ofOthers.values())
      if (doors.size > 0) this.orphans.push({ name, doors: doors.size });
    return relationInSlices(this.crowd.ids.length, this.doors.ids.length, this.#rows);
  }
}

export function relationInSlices(
  people: number,
  cylinders: number,
  rows: readonly (readonly number[] | undefined)[],
): Promise<AccessRelation> {
  return inSlices(
    (function* () {
      const start = new Int32Array(people + 1);
      const sorted: Int32Array[] = [];
      for (let person = 0; person < people; person++) {
        const row = Int32Array.from(new Set(rows[person])).sort();
        sorted.push(row);
        start[person + 1] = (start[person] ?? 0) + row.length;
        yield;
      }
      const list = new Int32Array(start.at(-1) ?? 0);
      for (const [person, row] of sorted.entries()) {
        list.set(row, start[person]);
        yield;
      }
      return { people, cylinders, start, list };
    })(),
  );
}
