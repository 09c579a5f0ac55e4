import type { Answer, suggestions } from '@key2xs/contract';
import { rightPlaces } from '@key2xs/domain';
import type { Reader } from '#platform/visible-to';
import { listDoors } from '../suggestions/describe-suggestion';
import { type RunData, readRunData } from '../suggestions/run-data';

type Matrix = Answer<typeof suggestions.matrix>;
export type Named = { id: string; name: string; position: number };

const maxRows = 400;
const maxColumns = 2_000;
const maxNamed = 3;
const [single, onRequest] = [-1, -2];
/** Of the hours of a cell: not the same for all of its rights. */
const differing = -1;

/** A column: doors that stand for one, where there are too many for one each. */
type Column = { doors: number[] };

/** The access that was read, people in blocks of the same suggestions. `suggested`: by position. */
export async function makeMatrix(
  reader: Reader,
  runId: string,
  { suggested, words }: { suggested: readonly Named[]; words: { none: string; doors: (count: number) => string } },
): Promise<Omit<Matrix, 'last_event_id'>> {
  const data = await readRunData(reader.db, runId);
  const blocks = blocksOf(data);
  const shown = blocks.slice(0, maxRows);
  const columns = columnsOf(data);
  const columnOf = new Int32Array(data.cylinders.length).fill(-1);
  for (const [column, { doors }] of columns.entries()) for (const door of doors) columnOf[door] = column;
  const nameOf = new Map(suggested.map(({ position, name }) => [position, name]));
  const indexOf = new Map(suggested.map(({ position }, index) => [position, index]));
  return {
    columns: await nameColumns(reader, data, columns, words.doors),
    rows: shown.map(({ positions, people }) => ({
      label: labelOf(
        positions.flatMap((position) => nameOf.get(position) ?? []),
        words.none,
      ),
      people: people.length,
      cells: cellsOf(data, people, columnOf).map(([column, by, share, hours]) => [
        column,
        by < 0 ? by : (indexOf.get(by) ?? single),
        share,
        hours,
      ]),
    })),
    suggestions: suggested.map(({ id }) => id),
    schedules: data.hours?.schedules ?? [[]],
    is_partial: false,
    rows_left_out: blocks.length - shown.length,
  };
}

type Block = { positions: number[]; people: number[] };

/** People with rights by the same suggestions, largest first. */
function blocksOf({ mining: { relation }, rights }: RunData): Block[] {
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
function columnsOf({ mining: { relation }, rights, cylinders }: RunData): Column[] {
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

type Cell = Matrix['rows'][number]['cells'][number];

/** What most of the rights of these people in a column rest on, the share of them that are held, and when. */
function cellsOf(
  { mining: { relation }, rights, hours }: RunData,
  people: readonly number[],
  columnOf: Int32Array,
): Cell[] {
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

function placeOf({ places, suggestions }: RunData['rights'], at: number): number {
  const position = suggestions[at] ?? -1;
  return position >= 0 ? position : places[at] === onRequestCode ? onRequest : single;
}

const labelOf = (names: readonly string[], none: string) =>
  names.length === 0
    ? none
    : names.slice(0, maxNamed).join(' + ') + (names.length > maxNamed ? ` +${names.length - maxNamed}` : '');

async function nameColumns(
  reader: Reader,
  { cylinders }: RunData,
  columns: readonly Column[],
  wordsFor: (count: number) => string,
): Promise<Matrix['columns']> {
  const ids = columns.map(({ doors: [first = -1] }) => cylinders[first] ?? '');
  const doors = await listDoors(reader, ids);
  return columns.map(({ doors: grouped }, column) => {
    const id = ids[column] ?? '';
    const door = doors.get(id);
    const isOne = grouped.length === 1;
    return {
      id,
      label: isOne ? (door?.marking ?? '') : wordsFor(grouped.length),
      detail: isOne ? (door?.name ?? '') : `${door?.marking ?? ''} …`,
      location_path: door?.location_path ?? null,
      protection_class: door?.protection_class ?? null,
    };
  });
}
