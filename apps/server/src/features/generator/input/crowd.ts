import type { GeneratorSettings } from '@key2xs/contract';
import { foldText, type MiningAttribute, type PersonFacts } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { asProduct } from '#platform/visible-to';
import { loadPeople } from '../../access/service';

/** The people of a run. Those within its scope have the first numbers; others are known so that their rights are no orphans. */
export type Crowd = {
  numberOf: ReadonlyMap<string, number>;
  /** Ids of those within the scope, by number. */
  ids: string[];
  attributes: NamedAttribute[];
  /** Numbers from here on are active people out of the scope, */
  outside: number;
  /** and from here on people who have left. */
  left: number;
  /** The sources that the scope names, and the people in it. */
  facts: readonly PersonFacts[];
};

/** `names[value]` is how it is shown. */
export type NamedAttribute = MiningAttribute & { names: string[] };

export async function readCrowd(tx: Db, { scope, attributes }: GeneratorSettings): Promise<Crowd> {
  const people = await loadPeople(asProduct(tx));
  const sources = new Set(scope.iam_connection_ids);
  const departments = new Set(scope.departments.map(foldText));
  const isMeant = ({ connection_id, department }: PersonFacts) =>
    (sources.size === 0 || sources.has(connection_id)) &&
    (departments.size === 0 || (department !== null && departments.has(foldText(department))));
  const within = people.filter((person) => person.active && isMeant(person));
  const outside = people.filter((person) => person.active && !isMeant(person));
  const left = people.filter(({ active }) => !active);
  const ids = within.map(({ id }) => id);
  const groups = attributes.includes('group') ? await nameGroups(tx) : new Map<string, string>();
  return {
    numberOf: new Map([...within, ...outside, ...left].map(({ id }, number) => [id, number])),
    ids,
    attributes: [...new Set(attributes)].map((name) => attributeOf(name, within, groups)),
    outside: within.length,
    left: within.length + outside.length,
    facts: within,
  };
}

async function nameGroups(tx: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom('person_group').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Spellings that are equal when folded are one value, as in rules; an empty text is none. */
function attributeOf(
  name: NamedAttribute['name'],
  people: readonly PersonFacts[],
  groups: ReadonlyMap<string, string>,
): NamedAttribute {
  const numbers = new Map<string, number>();
  const [keys, names]: [string[], string[]] = [[], []];
  const numberOfValue = (key: string, shown: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    names.push(shown);
    numbers.set(key, keys.length);
    return keys.push(key) - 1;
  };
  const textValue = (text: string | null): number[] => {
    const key = foldText(text ?? '');
    return key === '' ? [] : [numberOfValue(key, (text ?? '').trim())];
  };
  const valuesOf = (person: PersonFacts): number[] => {
    if (name !== 'group') return textValue(person[name]);
    return [...new Set(person.group_ids)].map((id) => numberOfValue(id, groups.get(id) ?? id)).sort((a, b) => a - b);
  };
  const start = new Int32Array(people.length + 1);
  const list: number[] = [];
  for (const [person, facts] of people.entries()) {
    for (const value of valuesOf(facts)) list.push(value);
    start[person + 1] = list.length;
  }
  return { name, values: keys.length, start, list: Int32Array.from(list), keys, names };
}
