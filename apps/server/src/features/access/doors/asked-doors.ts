import { isOfValues, type RuleObject, type WhoOf } from '@key2xs/contract';
import {
  type AccessIndex,
  doorsOf,
  foldText,
  listBits,
  objectKey,
  type PeopleOfDoors,
  peopleOfDoors,
  peopleOfRows,
  subjectKey,
} from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';

/** What it is asked of who may open it: a kind of record and its id, or a department or job title as text. */
export type AccessSubject = { of: WhoOf; id: string };

/** The doors asked about, and who may open them. */
export type SubjectDoors = {
  /** Ids, in the order of the bits of `reached`. */
  doors: readonly string[];
  people: readonly PeopleOfDoors[];
};

/** The doors of a record, by number, and the rules that count. */
export type LocatedDoors = Parameters<typeof peopleOfDoors>[1];
type Locate = (index: AccessIndex, id: string) => LocatedDoors | undefined;

/** Undefined for what the access index does not know. */
export function findDoors(index: AccessIndex, asked: AccessSubject, epochMs: number): SubjectDoors | undefined {
  if (isOfValues(asked.of)) return ofPeople(index, { type: asked.of, value: asked.id }, epochMs);
  const located = locateDoors(index, asked);
  return located && { doors: idsOf(index, located), people: peopleOfDoors(index, located, epochMs) };
}

/** The ids of the doors alone, in the same order; none for people. */
export function listDoorIds(index: AccessIndex, asked: AccessSubject): readonly string[] {
  return idsOf(index, locateDoors(index, asked) ?? { doors: [] });
}

/** Undefined for what the access index does not know, and for people. */
export const locateDoors = (index: AccessIndex, { of, id }: AccessSubject): LocatedDoors | undefined =>
  isOfValues(of) ? undefined : locators[of](index, id);

const locators: Record<Exclude<WhoOf, 'department' | 'job_title'>, Locate> = {
  cylinder: ({ doors }, id) => {
    const number = doors.numberOf.get(id);
    return number === undefined || !doors.facts[number] ? undefined : { doors: [number] };
  },
  // A group without doors is known to the database alone.
  group: ({ doors }, id) => ({ doors: doorsOf(doors, objectOf('cylinder_group', id)) }),
  location: ({ doors }, id) =>
    doors.locations.has(id) ? { doors: doorsOf(doors, objectOf('location', id)) } : undefined,
  rule: ({ rules, ruleNumberOf }, id) => {
    const rule = rules[ruleNumberOf.get(id) ?? -1];
    return rule && { doors: [...listBits(rule.cylinders)], through: (one) => one === rule };
  },
  profile: ({ doors }, id) => {
    if (!doors.profiles.has(id)) return undefined;
    const object = objectOf('access_profile', id);
    const key = objectKey(object);
    return { doors: doorsOf(doors, object), through: ({ objects }) => objects.has(key) };
  },
};

const objectOf = (object_type: RuleObject['object_type'], object_identifier: string): RuleObject => ({
  object_type,
  object_identifier,
});

const idsOf = (index: AccessIndex, { doors }: LocatedDoors) => doors.map((number) => index.doors.ids[number] ?? '');

type Value = { type: 'department' | 'job_title'; value: string };

/** Everybody with a value, and all doors there are. */
function ofPeople(index: AccessIndex, { type, value }: Value, epochMs: number): SubjectDoors {
  const rows = index.people.rowsByKey.get(subjectKey({ subject_type: type, subject_identifier: value }))?.rows ?? [];
  return { doors: index.doors.ids, people: peopleOfRows(index, rows, epochMs) };
}

/** Selects the ids of the people whose records alone count, those who left too; undefined: everybody's. */
export async function recordedAmong(
  reader: Reader,
  { of, id }: AccessSubject,
): Promise<RawBuilder<unknown> | undefined> {
  if (!isOfValues(of)) return undefined;
  const column = sql.ref(of);
  const { rows } = await sql<{
    value: string | null;
  }>`select distinct ${column} as value from ${peopleOf(reader)}`.execute(reader.db);
  const values = rows.flatMap(({ value }) => (value !== null && foldText(value) === foldText(id) ? [value] : []));
  return sql`select id from ${peopleOf(reader)} where ${column} = any(${values}::text[])`;
}
