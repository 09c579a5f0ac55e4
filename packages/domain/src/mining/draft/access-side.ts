import { type Bits, hasBit, setBit, wordsFor } from '../../access/indexing/bits';
import type { ScheduleTable } from '../hours/schedule-table';

/** Who may open what and when, on one side of a comparison. */
export class AccessSide {
  /** The doors of each person, at whatever hours. */
  readonly doors = new Map<number, Bits>();
  readonly #always = new Map<number, Bits>();
  /** The schedules of what is not always open. */
  readonly #limited = new Map<number, Map<number, number>>();

  constructor(
    private readonly doorCount: number,
    readonly table: ScheduleTable,
  ) {}

  add(person: number, opened: readonly number[], hours: number): void {
    if (opened.length === 0) return;
    this.#addBits(this.doors, person, opened);
    if (hours === 0) {
      this.#addBits(this.#always, person, opened);
      return;
    }
    const limited = this.#limited.get(person) ?? new Map<number, number>();
    this.#limited.set(person, limited);
    for (const door of opened) limited.set(door, this.table.union([limited.get(door) ?? hours, hours]));
  }

  /** Doors that a person has on both sides, at other hours. */
  countOtherHours(other: AccessSide, person: number): number {
    const limited = new Set([...this.#limitedOf(person), ...other.#limitedOf(person)]);
    const [mine, theirs] = [this.doors.get(person), other.doors.get(person)];
    if (!mine || !theirs) return 0;
    const isOther = (door: number) => this.#hoursAt(person, door) !== other.#hoursAt(person, door);
    return [...limited].filter((door) => hasBit(mine, door) && hasBit(theirs, door) && isOther(door)).length;
  }

  /** People whose doors do not all have the same hours. */
  countMixed(): number {
    return [...this.#limited].filter(([person, limited]) => {
      const schedules = new Set([...limited.keys()].map((door) => this.#hoursAt(person, door)));
      return schedules.size > 1 || (this.#always.has(person) && !schedules.has(0));
    }).length;
  }

  #hoursAt(person: number, door: number): number {
    const always = this.#always.get(person);
    return always && hasBit(always, door) ? 0 : (this.#limited.get(person)?.get(door) ?? 0);
  }

  #limitedOf(person: number): Iterable<number> {
    return this.#limited.get(person)?.keys() ?? [];
  }

  #addBits(sets: Map<number, Bits>, person: number, opened: readonly number[]): void {
    const bits = sets.get(person) ?? new Int32Array(wordsFor(this.doorCount));
    sets.set(person, bits);
    for (const door of opened) setBit(bits, door);
  }
}
