import { type MatrixGrant, matrixSide, matrixVia, type PlanMatrix } from '@key2xs/contract';
import type { MatrixWay } from '#components/matrix/source/matrix-source';

/** The layer of which the share is drawn. */
export type ShownLayer = 'to' | 'recorded';

/** People of a row, by class. */
export type PeopleOfRow = {
  /** Stable; the same key means the same people while the matrix is the same. */
  key: string;
  people: number;
  classes: readonly (readonly [number, number])[];
};

export const mark = { gained: 1, lost: 2, pending: 4, conflict: 8, always: 16 } as const;

/** What people of a row may do at each class of doors: how many may open, bits of `mark` and the strongest way. */
export type Tally = { open: Int32Array; marks: Uint8Array; ways: Uint8Array };

/** Strongest first; 0 stands for none. */
export const ways: readonly (MatrixWay | undefined)[] = [undefined, 'direct', 'door', 'group', 'place', 'profile'];

/** The strongest way of a grant to a door, as an index into `ways`. */
export function wayOf(via: number, isPersonal: boolean): number {
  if (isPersonal) return 1;
  if (via & matrixVia.door) return 2;
  if (via & matrixVia.group) return 3;
  return via & matrixVia.place ? 4 : 5;
}

/** Beside the bits of `sides`: in force and due in the key system, because its hours have begun. */
const due = 32;

/** Reads the bits of grants, which are joined for a pair, and what they mean for it as bits of `mark`. */
export function createReading(matrix: PlanMatrix) {
  const inForce = sideInForce(matrix);
  // Where nothing is recorded at all, everything would wait, which says nothing.
  const knowsRecorded = matrix.grants.some(({ sides }) => (sides & matrixSide.recorded) !== 0);
  const waits = (bits: number): boolean => {
    if (!knowsRecorded || inForce === 0 || bits & matrixSide.unknown) return false;
    if (bits & due) return (bits & matrixSide.recorded) === 0;
    return (bits & matrixSide.recorded) !== 0 && (bits & (inForce | matrixSide.elsewhere)) === 0;
  };
  return {
    bitsOf: ({ sides, begins }: MatrixGrant): number => sides | (sides & inForce && begins === null ? due : 0),
    marksOf(bits: number): number {
      const [from, to] = [(bits & matrixSide.from) !== 0, (bits & matrixSide.to) !== 0];
      const change = from === to ? 0 : to ? mark.gained : mark.lost;
      return change | (waits(bits) ? mark.pending : 0);
    },
  };
}

/** The bit of the side that is in force; 0 where neither is. */
function sideInForce({ from, to }: Pick<PlanMatrix, 'from' | 'to'>): number {
  if (from === 'in_force') return matrixSide.from;
  return to === 'in_force' ? matrixSide.to : 0;
}

/** What a class of people may do at a class of doors: bits of all its grants, the strongest way, and whether at all times. */
type Visit = (door: number, bits: number, way: number, isAlways: boolean) => void;

/** Visits the classes of doors that a class of people reaches: O(doors that its grants name). */
function createReach(matrix: PlanMatrix, layer: ShownLayer) {
  const size = matrix.column_classes.length;
  const doorsOf = doorsByGrant(matrix);
  const { bitsOf } = createReading(matrix);
  const shown = matrixSide[layer];
  const sides = new Uint8Array(size);
  const way = new Uint8Array(size);
  const always = new Uint8Array(size);
  const touched = new Int32Array(size);
  return ({ grants, personal }: PlanMatrix['row_classes'][number], visit: Visit): void => {
    let count = 0;
    for (const index of grants) {
      const grant = matrix.grants[index];
      if (!grant) continue;
      const bits = bitsOf(grant);
      for (const [door, via] of doorsOf[index] ?? []) {
        if (sides[door] === 0) touched[count++] = door;
        sides[door] = (sides[door] ?? 0) | bits;
        if ((grant.sides & shown) === 0) continue;
        const by = wayOf(via, personal.includes(index));
        if (way[door] === 0 || by < (way[door] ?? 0)) way[door] = by;
        if (grant.hours === 0) always[door] = 1;
      }
    }
    for (let i = 0; i < count; i += 1) {
      const door = touched[i] ?? 0;
      visit(door, sides[door] ?? 0, way[door] ?? 0, always[door] === 1);
      sides[door] = 0;
      way[door] = 0;
      always[door] = 0;
    }
  };
}

/**
 * Counts a row once for all classes of doors: O(classes of the row × doors that their grants name). The answer holds six
 * bytes a class of doors.
 */
export function createTally(matrix: PlanMatrix, layer: ShownLayer): (row: PeopleOfRow) => Tally {
  const size = matrix.column_classes.length;
  const reach = createReach(matrix, layer);
  const { marksOf } = createReading(matrix);
  const shown = matrixSide[layer];
  return ({ classes }) => {
    const tally = { open: new Int32Array(size), marks: new Uint8Array(size), ways: new Uint8Array(size) };
    for (const [index, people] of classes) {
      const ofClass = matrix.row_classes[index];
      if (!ofClass) continue;
      reach(ofClass, (door, bits, way, isAlways) => {
        const isOpen = (bits & shown) !== 0;
        if (isOpen) add(tally, door, people, way);
        const further = isOpen ? (ofClass.has_conflict ? mark.conflict : 0) | (isAlways ? mark.always : 0) : 0;
        tally.marks[door] = (tally.marks[door] ?? 0) | marksOf(bits) | further;
      });
    }
    return tally;
  };
}

/** Classes of people and of doors at whose crossings anything stands: a right, or one that comes, goes or waits. */
export type Filled = { people: ReadonlySet<number>; doors: ReadonlySet<number> };

export function findFilled(matrix: PlanMatrix, layer: ShownLayer): Filled {
  const reach = createReach(matrix, layer);
  const { marksOf } = createReading(matrix);
  const shown = matrixSide[layer];
  const filled = { people: new Set<number>(), doors: new Set<number>() };
  for (const [index, ofClass] of matrix.row_classes.entries()) {
    reach(ofClass, (door, bits) => {
      if ((bits & shown) === 0 && marksOf(bits) === 0) return;
      filled.people.add(index);
      filled.doors.add(door);
    });
  }
  return filled;
}

function add({ open, ways: strongest }: Tally, door: number, people: number, by: number): void {
  open[door] = (open[door] ?? 0) + people;
  const before = strongest[door] ?? 0;
  if (by > 0 && (before === 0 || by < before)) strongest[door] = by;
}

/** For each grant the classes of doors that it names, with bits of via. */
function doorsByGrant({ grants, column_classes }: PlanMatrix): (readonly [number, number])[][] {
  const doors: (readonly [number, number])[][] = grants.map(() => []);
  for (const [door, named] of column_classes.entries()) {
    for (const [grant, via] of named) doors[grant]?.push([door, via]);
  }
  return doors;
}
