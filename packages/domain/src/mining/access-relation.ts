/** Who has which cylinder. Person n has `list[start[n]]` up to, without, `list[start[n + 1]]`: ascending, each once. */
export type AccessRelation = { people: number; cylinders: number; start: Int32Array; list: Int32Array };

/** All of these people get all of these cylinders. Both ascend, each number once. */
export type ProfileBlock = { people: Int32Array; cylinders: Int32Array };

/** @param pairs in any order; a repeated pair counts once */
export function relationOf(
  people: number,
  cylinders: number,
  pairs: Iterable<readonly [person: number, cylinder: number]>,
): AccessRelation {
  const rows: number[][] = Array.from({ length: people }, () => []);
  for (const [person, cylinder] of pairs) rows[person]?.push(cylinder);
  return relationOfRows(cylinders, rows);
}

/** @param rows the cylinders of each person, in any order; a repeated one counts once */
export function relationOfRows(cylinders: number, rows: readonly (readonly number[])[]): AccessRelation {
  const sorted = rows.map((row) => Int32Array.from(new Set(row)).sort());
  const start = new Int32Array(rows.length + 1);
  sorted.forEach((row, person) => {
    start[person + 1] = (start[person] ?? 0) + row.length;
  });
  const list = new Int32Array(start.at(-1) ?? 0);
  sorted.forEach((row, person) => {
    list.set(row, start[person]);
  });
  return { people: rows.length, cylinders, start, list };
}

/** The cylinders of a person, ascending; a view, not a copy. */
export const rowOf = ({ start, list }: AccessRelation, person: number): Int32Array =>
  list.subarray(start[person], start[person + 1]);

/** The same grants with sides swapped: row n has the people of cylinder n. */
export function transpose({ people, cylinders, start, list }: AccessRelation): AccessRelation {
  const turned = new Int32Array(cylinders + 1);
  for (const cylinder of list) turned[cylinder + 1] = (turned[cylinder + 1] ?? 0) + 1;
  for (let at = 0; at < cylinders; at++) turned[at + 1] = (turned[at + 1] ?? 0) + (turned[at] ?? 0);
  const next = turned.slice();
  const turnedList = new Int32Array(list.length);
  for (let person = 0; person < people; person++) {
    for (let at = start[person] ?? 0; at < (start[person + 1] ?? 0); at++) {
      const cylinder = list[at] ?? 0;
      const free = next[cylinder] ?? 0;
      turnedList[free] = person;
      next[cylinder] = free + 1;
    }
  }
  return { people: cylinders, cylinders: people, start: turned, list: turnedList };
}
