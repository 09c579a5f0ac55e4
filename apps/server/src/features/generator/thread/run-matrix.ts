import type { TimeRestriction } from '@key2xs/contract';
import { type RightPlaces, rightPlaces } from '@key2xs/domain';
import type { RunInput } from '../input/read-input';
import { openPlace } from './place-found';

const maxRows = 400;
const maxColumns = 2_000;
const [single, onRequest, open] = [-1, -2, -3];
/** Of the hours of a cell: not the same for all of its rights. */
const differing = -1;

export type RunMatrix = {
  /** The first door, and how many the column stands for. */
  columns: { first: string; doors: number }[];
  rows: {
    /** Of the suggestions that give the people their rights. */
    positions: number[];
    people: number;
    cells: MatrixCell[];
  }[];
  /** By number of the hours. */
  schedules: TimeRestriction[][];
  rowsLeftOut: number;
};

/** Column, position of the suggestion (-1 single, -2 on request, -3 without a place yet), the share of the rights that are held, and their hours. */
type MatrixCell = [column: number, position: number, share: number, hours: number];

/** What was read, and where each right ends. */
type Folded = RunInput & { rights: Pick<RightPlaces, 'places' | 'suggestions'> };

/** The access that was read, people in blocks of the same suggestions. */
export function runMatrix(data: Folded): RunMatrix {
  const blocks = blocksOf(data);
  const columns = columnsOf(data);
  const columnOf = new Int32Array(data.cylinders.length).fill(-1);
  for (const [column, { doors }] of columns.entries()) for (const door of doors) columnOf[door] = column;
  return {
    columns: columns.map(({ doors }) => ({ first: data.cylinders[doors[0] ?? -1] ?? '', doors: doors.length })),
    rows: blocks.slice(0, maxRows).map(({ positions, people }) => ({
      positions,
      people: people.length,
      cells: cellsOf(data, people, columnOf),
    })),
    schedules: data.hours?.schedules ?? [[]],
    rowsLeftOut: Math.max(0, blocks.length - maxRows),
  };
}

/** A column: doors that stand for one, where there are too many for one each. */
type Column = { doors: number[] };

type Block = { positions: number[]; people: number[] };

/** People with rights by the same suggestions, largest first. */
function blocksOf({ mining: { relation }, rights }: Folded): Block[] {
  const blocks = new Map<string, Block>();
  for (let person = 0; person < relation.people; person++) {
    const [start = 0, end = 0] = [relation.start[person], relation.start[person + 1]];
    if (end === start) continue;
    const positions = [...new Set(rights.suggestions.subarray(start, end))]
      .filter((one) => one >= 0)
      .sort((a, b) => a - b);
    const key = positions.join();
    const block = blocks.get(key) ?? { positions, people: [] };
    blocks.set(key, block);
    block.people.push(person);
  }
  return [...blocks.values()].sort(
    (a, b) => b.people.length - a.people.length || (a.positions[0] ?? Infinity) - (b.positions[0] ?? Infinity),
  );
}

/** Doors that anybody has, those of the same suggestions side by side, in the order of the suggestions. */
function columnsOf({ mining: { relation }, rights, cylinders }: Folded): Column[] {
  const by = Array.from({ length: cylinders.length }, () => new Set<number>());
  const isHeld = new Uint8Array(cylinders.length);
  relation.list.forEach((door, at) => {
    isHeld[door] = 1;
    const position = rights.suggestions[at] ?? -1;
    if (position >= 0) by[door]?.add(position);
  });
  const keys = by.map((positions) => [...positions].sort((a, b) => a - b));
  const doors = [...cylinders.keys()]
    .filter((door) => isHeld[door] === 1)
    .sort((a, b) => compareLists(keys[a] ?? [], keys[b] ?? []) || a - b);
  if (doors.length <= maxColumns) return doors.map((door) => ({ doors: [door] }));
  const groups = Map.groupBy(doors, (door) => keys[door]?.join());
  return [...groups.values()].slice(0, maxColumns).map((same) => ({ doors: same }));
}

/** Those of no suggestion last. */
function compareLists(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return (a.length === 0 ? 1 : 0) - (b.length === 0 ? 1 : 0);
  for (let n = 0; n < Math.max(a.length, b.length); n++) {
    const difference = (a[n] ?? -1) - (b[n] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What most of the rights of these people in a column rest on, the share of them that are held, and when. */
function cellsOf(
  { mining: { relation }, rights, hours }: Folded,
  people: readonly number[],
  columnOf: Int32Array,
): MatrixCell[] {
  const columns = new Map<number, { count: number; by: Map<number, number>; at: number }>();
  const doorsIn = new Map<number, number>();
  for (const column of columnOf) if (column >= 0) doorsIn.set(column, (doorsIn.get(column) ?? 0) + 1);
  for (const person of people) {
    for (let at = relation.start[person] ?? 0; at < (relation.start[person + 1] ?? 0); at++) {
      const column = columnOf[relation.list[at] ?? -1] ?? -1;
      if (column < 0) continue;
      const when = hours?.of[at] ?? 0;
      const cell = columns.get(column) ?? { count: 0, by: new Map<number, number>(), at: when };
      columns.set(column, cell);
      const by = placeOf(rights, at);
      cell.count++;
      if (cell.at !== when) cell.at = differing;
      cell.by.set(by, (cell.by.get(by) ?? 0) + 1);
    }
  }
  return [...columns]
    .sort(([a], [b]) => a - b)
    .map(([column, { count, by, at }]) => {
      const [[most] = [single]] = [...by].sort(([, a], [, b]) => b - a);
      return [column, most ?? single, count / (people.length * (doorsIn.get(column) ?? 1)), at];
    });
}

const onRequestCode = rightPlaces.indexOf('on_request');

function placeOf({ places, suggestions }: Folded['rights'], at: number): number {
  const position = suggestions[at] ?? -1;
  if (position >= 0) return position;
  if (places[at] === openPlace) return open;
  return places[at] === onRequestCode ? onRequest : single;
}
