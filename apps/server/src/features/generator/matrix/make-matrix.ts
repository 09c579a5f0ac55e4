import type { Answer, suggestions } from '@key2xs/contract';
import type { Db, Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { listDoors } from '../suggestions/describe-suggestion';
import { hasResult } from '../suggestions/run-data';
import { listNames } from '../suggestions/suggestion-rows';
import type { RunMatrix } from '../thread/run-matrix';
import { matrixOfFound, workOnRun } from '../thread/run-work';

type Matrix = Answer<typeof suggestions.matrix>;

const maxNamed = 3;
const single = -1;

type Order = {
  words: { none: string; notYet: string; doors: (count: number) => string };
  signal: AbortSignal;
};

/** Before anything was read. */
const nothingRead = { columns: [], rows: [], suggestions: [], schedules: [[]], is_partial: true, rows_left_out: 0 };

/** The access that was read, people in blocks of the same suggestions: while the run goes on, of those that it has found. */
export async function makeMatrix(
  { runner }: Pick<Deps, 'runner'>,
  reader: Reader,
  id: string,
  { words, signal }: Order,
): Promise<Omit<Matrix, 'last_event_id'>> {
  const { db } = reader;
  const is_partial = !(await hasResult(db, id));
  const found = is_partial ? await listFound(db, id) : [];
  const suggested = is_partial ? found : await listNames(db, id);
  const made = is_partial
    ? await matrixOfFound({ runner, db }, { id, found, signal })
    : await workOnRun({ runner, db }, 'matrix', { id, order: null, signal });
  if (!made) return nothingRead;
  const nameOf = new Map(suggested.map(({ position, name }) => [position, name]));
  const indexOf = new Map(suggested.map(({ position }, index) => [position, index]));
  const none = is_partial ? words.notYet : words.none;
  return {
    columns: await nameColumns(reader, made.columns, words.doors),
    rows: made.rows.map(({ positions, people, cells }) => ({
      label: labelOf(
        positions.flatMap((position) => nameOf.get(position) ?? []),
        none,
      ),
      people,
      cells: cells.map(([column, by, share, hours]) => [
        column,
        by < 0 ? by : (indexOf.get(by) ?? single),
        share,
        hours,
      ]),
    })),
    suggestions: suggested.map(({ id: suggestion }) => suggestion),
    schedules: made.schedules,
    is_partial,
    rows_left_out: made.rowsLeftOut,
  };
}

/** In the order of their events, which is their position. */
const listFound = (db: Db, run_id: string) =>
  db
    .selectFrom('generator_found')
    .select(['position', 'id', 'name', 'people', 'cylinders'])
    .where('run_id', '=', run_id)
    .orderBy('position')
    .execute();

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
