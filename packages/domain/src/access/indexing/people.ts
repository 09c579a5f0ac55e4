import { type Bits, lowestBit, wordAt } from './bits';
import { type PersonFacts, personKeys } from './match-subjects';

/** People that rules cannot distinguish: same source, department, title and groups. A person named by a rule has a separate row. */
type Row = { connection_id: string; keys: readonly string[] };

/** The rows with a key. Holds the one string that all rows share, because there are many. */
type KeyRows = { key: string; number: number; rows: number[] };

/** All people, grouped into rows with the same access. */
export type People = {
  /** Identifies the numbering. Copies share it, and number people alike while `changes` is equal. */
  numbering: symbol;
  /** Person ids by number. Numbers are assigned in order of insertion and never reused. */
  ids: string[];
  /** Without removed people. */
  numberOf: Map<string, number>;
  /** Row of each person. Row 0 holds people without access: inactive and removed ones. */
  rowOf: Int32Array;
  rows: Row[];
  /** Numbers of a row's source and keys, joined → row. */
  rowByKey: Map<string, number>;
  /** Subject key, or `source:` and a source id → rows with it. */
  rowsByKey: Map<string, KeyRows>;
  /** People named by a rule. */
  named: Set<string>;
  /** Incremented by every change; results derived from the people are valid while it is unchanged. */
  changes: number;
  /** The people of each row, one row after another; built on demand. */
  byRow: { starts: Int32Array; persons: Int32Array } | undefined;
};

export function emptyPeople(named: Set<string>): People {
  const withoutAccess: Row = { connection_id: '', keys: [] };
  return {
    numbering: Symbol('numbering'),
    ids: [],
    numberOf: new Map(),
    rowOf: new Int32Array(1_024),
    rows: [withoutAccess],
    rowByKey: new Map(),
    rowsByKey: new Map(),
    named,
    changes: 0,
    byRow: undefined,
  };
}

/** Adds or replaces a person. @returns their row; a new row is the last one */
export function addPerson(people: People, person: PersonFacts): number {
  const number = people.numberOf.get(person.id) ?? people.ids.push(person.id) - 1;
  people.numberOf.set(person.id, number);
  if (number >= people.rowOf.length) people.rowOf = grown(people.rowOf);
  const row = rowFor(people, person);
  people.rowOf[number] = row;
  people.changes++;
  people.byRow = undefined;
  return row;
}

/** Moves people named by a rule to separate rows; people added later get theirs then. */
export function separatePeople(people: People, ids: Iterable<string>): void {
  for (const id of ids) {
    if (people.named.has(id)) continue;
    people.named.add(id);
    const number = people.numberOf.get(id);
    const row = people.rows[number === undefined ? 0 : (people.rowOf[number] ?? 0)];
    if (number === undefined || !row || row === people.rows[0]) continue;
    people.rowOf[number] = findRow(people, { ...row, keys: [...row.keys, `user:${id}`] });
    people.byRow = undefined;
  }
}

/** The numbers of the people in a row, ascending. A view, invalid after the next change. */
export function peopleInRow(people: People, row: number): Int32Array {
  people.byRow ??= groupByRow(people);
  const { starts, persons } = people.byRow;
  return persons.subarray(starts[row], starts[row + 1]);
}

/** The numbers of the people in a set of rows, row by row. */
export function peopleInRows(people: People, rows: Bits): Int32Array {
  const lists: Int32Array[] = [];
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    for (let word = wordAt(rows, i); word !== 0; word &= word - 1) {
      const listed = peopleInRow(people, (i << 5) + lowestBit(word));
      lists.push(listed);
      count += listed.length;
    }
  }
  const all = new Int32Array(count);
  let at = 0;
  for (const listed of lists) {
    all.set(listed, at);
    at += listed.length;
  }
  return all;
}

function rowFor(people: People, person: PersonFacts): number {
  if (!person.active) return 0;
  const keys = personKeys(person, people.named.has(person.id));
  return findRow(people, { connection_id: person.connection_id, keys });
}

function findRow(people: People, { connection_id, keys }: Row): number {
  const lists = keys.map((key) => listOf(people, key));
  const source = listOf(people, `source:${connection_id}`);
  const rowKey = [source, ...lists].map((list) => list.number).join();
  const known = people.rowByKey.get(rowKey);
  if (known !== undefined) return known;
  const row = people.rows.push({ connection_id, keys: lists.map((list) => list.key) }) - 1;
  people.rowByKey.set(rowKey, row);
  for (const list of [source, ...lists]) list.rows.push(row);
  return row;
}

function listOf({ rowsByKey }: People, key: string): KeyRows {
  const known = rowsByKey.get(key);
  if (known) return known;
  const list: KeyRows = { key, number: rowsByKey.size, rows: [] };
  rowsByKey.set(key, list);
  return list;
}

/** Counting sort of people by row. */
function groupByRow({ ids, rowOf, rows }: People): { starts: Int32Array; persons: Int32Array } {
  const starts = new Int32Array(rows.length + 1);
  for (let person = 0; person < ids.length; person++) {
    const next = (rowOf[person] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let row = 1; row < starts.length; row++) starts[row] = (starts[row] ?? 0) + (starts[row - 1] ?? 0);
  const free = starts.slice();
  const persons = new Int32Array(ids.length);
  for (let person = 0; person < ids.length; person++) {
    const row = rowOf[person] ?? 0;
    const place = free[row] ?? 0;
    persons[place] = person;
    free[row] = place + 1;
  }
  return { starts, persons };
}

function grown(numbers: Int32Array): Int32Array {
  const more = new Int32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}
