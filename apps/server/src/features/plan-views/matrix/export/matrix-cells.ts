import { type MatrixRow, matrixSide, matrixVia, type PlanMatrix, type Side } from '@key2xs/contract';

const ways = ['direct', 'door', 'group', 'place', 'profile'] as const;

/** How a rule that opens a crossing reaches it: it names the person, or the door in one of these ways. The strongest first. */
export type Way = (typeof ways)[number];

/** What stands at a crossing of the matrix, as on the screen. */
export type Crossing = {
  /** Of the pairs of people and doors, the share that may open on the side compared to. */
  share: number;
  /** The strongest; undefined where no rule of the plan opens, and something is recorded. */
  way: Way | undefined;
  isLimited: boolean;
  hasGained: boolean;
  hasLost: boolean;
  /** What is in force differs from what is recorded. */
  isPending: boolean;
  hasConflict: boolean;
};

export type Factors = Pick<PlanMatrix, 'hours' | 'grants' | 'column_classes' | 'row_classes'>;
type Classes = MatrixRow['classes'];
type Sides = { from: Side; to: Side };

/** Doors that stand in one column: their classes, with how many are of each. */
export type ColumnDoors = readonly (readonly [doorClass: number, doors: number])[];

/** People of a row: a bit for each of its classes. */
type Members = bigint;
type Speaking = Map<number, { members: Members; personal: Members }>;
type Row = { speaking: Speaking; torn: Members; inForce: number };

/** Pairs of people and doors. */
type Pairs = { open: number; limited: number; gained: number; lost: number; pending: number; torn: number };
type Counted = Pairs & { ways: readonly Way[] };

/** What stands in a row of the matrix, asked by column; each class of doors is looked at once. */
export function crossRow(
  factors: Factors,
  classes: Classes,
  sides: Sides,
): (column: ColumnDoors) => Crossing | undefined {
  const row = { ...gatherSpeakers(factors, classes), inForce: sideInForce(sides) };
  const people = classes.reduce((sum, [, count]) => sum + count, 0);
  const known = new Map<number, Counted | undefined>();
  return (column) => {
    const sum: Pairs = { open: 0, limited: 0, gained: 0, lost: 0, pending: 0, torn: 0 };
    const found = new Set<Way>();
    let doors = 0;
    for (const [doorClass, size] of column) {
      if (!known.has(doorClass)) known.set(doorClass, crossDoors(factors, { doorClass, row, classes }));
      const counted = known.get(doorClass);
      doors += size;
      for (const name of pairNames) sum[name] += (counted?.[name] ?? 0) * size;
      for (const way of counted?.ways ?? []) found.add(way);
    }
    return presentCrossing(sum, found, people * doors);
  };
}

const pairNames = ['open', 'limited', 'gained', 'lost', 'pending', 'torn'] as const;

const sideInForce = ({ from, to }: Sides): number =>
  from === 'in_force' ? matrixSide.from : to === 'in_force' ? matrixSide.to : 0;

function gatherSpeakers({ row_classes }: Factors, classes: Classes): Omit<Row, 'inForce'> {
  const speaking: Speaking = new Map();
  let torn = 0n;
  for (const [i, [number]] of classes.entries()) {
    const bit = 1n << BigInt(i);
    const { grants = [], personal = [], has_conflict = false } = row_classes[number] ?? {};
    if (has_conflict) torn |= bit;
    for (const grant of grants) {
      const known = speaking.get(grant) ?? { members: 0n, personal: 0n };
      known.members |= bit;
      if (personal.includes(grant)) known.personal |= bit;
      speaking.set(grant, known);
    }
  }
  return { speaking, torn };
}

type CellRequest = { doorClass: number; row: Row; classes: Classes };

function crossDoors(
  { grants, column_classes }: Factors,
  { doorClass, row, classes }: CellRequest,
): Counted | undefined {
  const [found, reached] = [new Map<number, Members>(), new Map<Way, Members>()];
  let [always, now] = [0n, 0n];
  for (const [number, via] of column_classes[doorClass] ?? []) {
    const [grant, speakers] = [grants[number], row.speaking.get(number)];
    if (!grant || !speakers) continue;
    const { members, personal } = speakers;
    const isOf = (side: number) => (grant.sides & side) !== 0;
    for (const side of Object.values(matrixSide)) if (isOf(side)) unite(found, side, members);
    if (isOf(matrixSide.to) && grant.hours === 0) always |= members;
    if (isOf(row.inForce | matrixSide.elsewhere) && grant.begins === null) now |= members;
    if (!isOf(matrixSide.from | matrixSide.to)) continue;
    if (personal !== 0n) unite(reached, 'direct', personal);
    for (const way of viaNames) if ((via & matrixVia[way]) !== 0) unite(reached, way, members);
  }
  const of = (side: keyof typeof matrixSide): Members => found.get(matrixSide[side]) ?? 0n;
  const [from, to] = [of('from'), of('to')];
  const pending = row.inForce === 0 ? 0n : (now ^ of('recorded')) & ~of('unknown');
  if ((from | to | pending) === 0n) return undefined;
  const count = (members: Members) => countPeople(classes, members);
  return {
    open: count(to),
    limited: count(to & ~always),
    gained: count(to & ~from),
    lost: count(from & ~to),
    pending: count(pending),
    torn: count((from | to) & row.torn),
    ways: [...reached.keys()],
  };
}

const viaNames = ['door', 'group', 'place', 'profile'] as const;

function unite<K>(sets: Map<K, Members>, key: K, members: Members): void {
  sets.set(key, (sets.get(key) ?? 0n) | members);
}

function countPeople(classes: Classes, members: Members): number {
  let sum = 0;
  for (const [i, [, people]] of classes.entries()) if (((members >> BigInt(i)) & 1n) !== 0n) sum += people;
  return sum;
}

function presentCrossing(
  { open, limited, gained, lost, pending, torn }: Pairs,
  found: ReadonlySet<Way>,
  all: number,
): Crossing | undefined {
  if (open + lost + pending === 0) return undefined;
  return {
    share: open / all,
    way: ways.find((way) => found.has(way)),
    isLimited: limited > 0,
    hasGained: gained > 0,
    hasLost: lost > 0,
    isPending: pending > 0,
    hasConflict: torn > 0,
  };
}
