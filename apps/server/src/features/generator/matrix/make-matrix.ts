import type { Answer, suggestions } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { listDoors } from '../suggestions/describe-suggestion';
import { hasResult, readPackedRun } from '../suggestions/run-data';
import type { RunMatrix } from '../thread/run-matrix';
import { workOnRun } from '../thread/run-work';

type Matrix = Answer<typeof suggestions.matrix>;
export type Named = { id: string; name: string; position: number };

const maxNamed = 3;
const single = -1;

type Order = {
  suggested: readonly Named[];
  words: { none: string; doors: (count: number) => string };
  signal: AbortSignal;
};

/** While the run goes on. */
const withoutResult = { columns: [], rows: [], suggestions: [], schedules: [[]], is_partial: true, rows_left_out: 0 };

/** The access that was read, people in blocks of the same suggestions. `suggested`: by position. */
export async function makeMatrix(
  deps: Pick<Deps, 'runner'>,
  reader: Reader,
  runId: string,
  { suggested, words, signal }: Order,
): Promise<Omit<Matrix, 'last_event_id'>> {
  if (!(await hasResult(reader.db, runId))) return withoutResult;
  const run = await readPackedRun(reader.db, runId);
  const { columns, rows, schedules, rowsLeftOut } = await workOnRun(deps, 'matrix', { run, order: null, signal });
  const nameOf = new Map(suggested.map(({ position, name }) => [position, name]));
  const indexOf = new Map(suggested.map(({ position }, index) => [position, index]));
  return {
    columns: await nameColumns(reader, columns, words.doors),
    rows: rows.map(({ positions, people, cells }) => ({
      label: labelOf(
        positions.flatMap((position) => nameOf.get(position) ?? []),
        words.none,
      ),
      people,
      cells: cells.map(([column, by, share, hours]) => [
        column,
        by < 0 ? by : (indexOf.get(by) ?? single),
        share,
        hours,
      ]),
    })),
    suggestions: suggested.map(({ id }) => id),
    schedules,
    is_partial: false,
    rows_left_out: rowsLeftOut,
  };
}

const labelOf = (names: readonly string[], none: string) =>
  names.length === 0
    ? none
    : names.slice(0, maxNamed).join(' + ') + (names.length > maxNamed ? ` +${names.length - maxNamed}` : '');

async function nameColumns(
  reader: Reader,
  columns: RunMatrix['columns'],
  wordsFor: (count: number) => string,
): Promise<Matrix['columns']> {
  const doors = await listDoors(
    reader,
    columns.map(({ first }) => first),
  );
  return columns.map(({ first: id, doors: count }) => {
    const door = doors.get(id);
    const isOne = count === 1;
    return {
      id,
      label: isOne ? (door?.marking ?? '') : wordsFor(count),
      detail: isOne ? (door?.name ?? '') : `${door?.marking ?? ''} …`,
      location_path: door?.location_path ?? null,
      protection_class: door?.protection_class ?? null,
    };
  });
}
