import { type AccessRelation, type HeldProfile, type RightHours, rowOf, ScheduleTable } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { inSlices, mapInSlices } from '#platform/in-slices';
import type { Crowd } from './crowd';
import { type Doors, placeOfDoors } from './doors';

/** Rights whose holder no identity source knows, or has left. */
export type Orphan = { name: string; doors: number; location_id: string | null };

/** People and doors by number. */
type ProfileToHold = Omit<HeldProfile, 'people' | 'cylinders'> & { people: Iterable<number>; doors: readonly number[] };

export type Warning = { code: string; sentence: Sentence };

/** What a source of access collects: rights by number, and what cannot be one. */
export class Rights {
  readonly warnings: Warning[] = [];
  readonly orphans: Orphan[] = [];
  readonly schedules = new ScheduleTable();
  /** What the rights rest on today. */
  readonly profiles: HeldProfile[] = [];
  /** Doors that are always open to a person, and in turns a door and a schedule of the others. */
  readonly #rows: (number[] | undefined)[] = [];
  readonly #limited: (number[] | undefined)[] = [];
  readonly #ofOthers = new Map<string, { name: string; doors: Set<number> }>();

  constructor(
    readonly crowd: Crowd,
    readonly doors: Doors,
  ) {}

  /**
   * @param person by id; null: none of ours
   * @param of.schedule by number of `schedules`
   */
  add(
    person: string | null,
    name: string,
    doors: readonly number[],
    { key = person ?? name, schedule = 0 } = {},
  ): void {
    const number = person === null ? undefined : this.crowd.numberOf.get(person);
    if (number !== undefined && number < this.crowd.left) {
      if (number < this.crowd.outside) this.give(number, doors, schedule);
      return;
    }
    const orphan = this.#ofOthers.get(key) ?? { name, doors: new Set() };
    this.#ofOthers.set(key, orphan);
    for (const door of doors) orphan.doors.add(door);
  }

  /**
   * @param person by number, within the scope
   * @param schedule by number of `schedules`
   */
  give(person: number, doors: Iterable<number>, schedule = 0): void {
    const rows = schedule === 0 ? this.#rows : this.#limited;
    const row = rows[person] ?? [];
    rows[person] = row;
    for (const door of doors) schedule === 0 ? row.push(door) : row.push(door, schedule);
  }

  /** Keeps a profile that gives rights; those have been added. */
  hold({ people, doors, ...profile }: ProfileToHold): void {
    const within = [...people].filter((person) => person < this.crowd.outside);
    if (within.length === 0 || doors.length === 0) return;
    const sorted = (numbers: Iterable<number>) => Int32Array.from(new Set(numbers)).sort();
    this.profiles.push({ ...profile, people: sorted(within), cylinders: sorted(doors) });
  }

  /** @param count of rules or profiles that open at certain hours only */
  warnOfHours(count: number): void {
    if (count > 0) this.warnings.push({ code: 'hours', sentence: say('generator.warnings.hours', { count }) });
  }

  /** Of doors by id, those in the scope. */
  numbersOf(doors: Iterable<string>): number[] {
    return [...doors].flatMap((id) => this.doors.numberOf.get(id) ?? []);
  }

  /** Everything added, each right once. In slices, because it may be millions. */
  async relation(): Promise<{ relation: AccessRelation; hours: RightHours | null }> {
    for (const { name, doors } of this.#ofOthers.values())
      if (doors.size > 0) this.orphans.push({ name, doors: doors.size, location_id: placeOfDoors(this.doors, doors) });
    const hoursAt = await mapInSlices(this.crowd.ids.keys(), (person) => this.#addLimited(person));
    const relation = await relationInSlices(this.crowd.ids.length, this.doors.ids.length, this.#rows);
    if (this.#limited.length === 0) return { relation, hours: null };
    const of = new Int32Array(relation.list.length);
    await mapInSlices(hoursAt.entries(), ([person, hours]) => {
      if (hours)
        of.set(
          rowOf(relation, person).map((door) => hours.get(door) ?? 0),
          relation.start[person],
        );
    });
    return { relation, hours: { schedules: this.schedules.schedules, of } };
  }

  /** Always and at certain hours is always. @returns the schedules of doors that are not always open to a person */
  #addLimited(person: number): ReadonlyMap<number, number> | undefined {
    const limited = this.#limited[person];
    if (!limited) return undefined;
    const row = this.#rows[person] ?? [];
    this.#rows[person] = row;
    const always = new Set(row);
    const hours = new Map<number, number>();
    for (let at = 0; at < limited.length; at += 2) {
      const [door = 0, schedule = 0] = limited.slice(at, at + 2);
      if (!always.has(door)) hours.set(door, this.schedules.union([hours.get(door) ?? schedule, schedule]));
    }
    for (const door of hours.keys()) row.push(door);
    return hours;
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
