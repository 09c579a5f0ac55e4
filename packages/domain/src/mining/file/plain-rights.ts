import { type AccessRelation, relationOfRows, rowOf } from '../access-relation';
import { randomOf, shuffle } from '../random';

/** Who has which cylinder, with ids in the order of the relation. */
export type PlainRights = { people: string[]; cylinders: string[]; relation: AccessRelation };

/** What is wrong with a file, in a sentence that names the line. */
export class PlainRightsError extends Error {}

const maxRights = 20_000_000;

/**
 * Reads lines `<person>TAB<cylinder> <cylinder> …`. Ids may be any text; those of cylinders without spaces.
 * @throws PlainRightsError
 */
export function readPlainRights(text: string): PlainRights {
  const people = new Map<string, number>();
  const cylinders = new Map<string, number>();
  const rows: number[][] = [];
  let rights = 0;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line === '') continue;
    const [person = '', list, ...more] = line.split('\t');
    const where = `Line ${at + 1}`;
    if (list === undefined) throw new PlainRightsError(`${where}: no tab between the person and the cylinders.`);
    if (more.length > 0) throw new PlainRightsError(`${where}: more than one tab.`);
    if (person.trim() === '') throw new PlainRightsError(`${where}: no person before the tab.`);
    const earlier = people.get(person);
    if (earlier !== undefined) throw new PlainRightsError(`${where}: ${person} has a line of its own already.`);
    people.set(person, rows.length);
    const row: number[] = [];
    for (const id of list.split(' ')) {
      if (id === '') continue;
      const cylinder = cylinders.get(id) ?? cylinders.size;
      cylinders.set(id, cylinder);
      row.push(cylinder);
    }
    rights += row.length;
    if (rights > maxRights) {
      throw new PlainRightsError(`${where}: more than ${maxRights.toLocaleString('en')} rights are too many.`);
    }
    rows.push(row);
  }
  if (rows.length === 0) throw new PlainRightsError('The file has no lines.');
  return {
    people: [...people.keys()],
    cylinders: [...cylinders.keys()],
    relation: relationOfRows(cylinders.size, rows),
  };
}

/** The same form again, a line at a time. */
export function* writePlainRights({ people, cylinders, relation }: PlainRights): Generator<string> {
  for (const [person, id] of people.entries()) {
    yield `${id}\t${Array.from(rowOf(relation, person), (cylinder) => cylinders[cylinder]).join(' ')}\n`;
  }
}

/** The same rights among people and cylinders that are only numbers, in random order. */
export function anonymised({ relation }: PlainRights, seed: number): PlainRights {
  const random = randomOf(seed);
  const shuffled = (count: number) => {
    const list = Int32Array.from({ length: count }, (_, at) => at);
    shuffle(list, random);
    return list;
  };
  const from = shuffled(relation.people);
  const to = shuffled(relation.cylinders);
  const rows = Array.from(from, (person) => Array.from(rowOf(relation, person), (cylinder) => to[cylinder] ?? 0));
  return {
    people: rows.map((_, at) => `u${at + 1}`),
    cylinders: Array.from(to, (_, at) => `p${at + 1}`),
    relation: relationOfRows(relation.cylinders, rows),
  };
}
