import { type AccessRule, type RulePart, type RuleSubject, ruleLimits, type TimeRestriction } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Deps, Tx } from '#platform/deps';
import { invalidField } from '#platform/errors';
import {
  listMissingObjects,
  listMissingSubjects,
  type NamedObject,
  type NamedSubject,
  type Restriction,
  type RuleRow,
} from './rule-queries';

type ObjectRow = Omit<NamedObject, 'name'>;
type SubjectRow = Omit<NamedSubject, 'name'>;

/** What a rule consists of, as callers write it. */
export type Parts = {
  subjects: readonly RuleSubject[];
  objects: readonly Pick<ObjectRow, 'object_type' | 'object_identifier'>[];
  time_restrictions: readonly TimeRestriction[];
};

/** The parts a rule has, as callers write them. */
export const partsOf = ({ subjects, objects, time_restrictions }: RuleRow): Parts => ({
  subjects: subjects.map(({ subject_type, subject_identifier }) => ({ subject_type, subject_identifier })),
  objects: objects.map(({ object_type, object_identifier }) => ({ object_type, object_identifier })),
  time_restrictions: time_restrictions.map(restrictionOf),
});

export const restrictionOf = ({ days, from_time, to_time, valid_from, valid_until }: Restriction): TimeRestriction => ({
  days,
  from: from_time,
  to: to_time,
  valid_from: valid_from?.toISOString() ?? null,
  valid_until: valid_until?.toISOString() ?? null,
});

export type RuleType = RuleRow['type'];

const typeOfSubject: Partial<Record<RuleSubject['subject_type'], RuleType>> = {
  job_title: 'job_function',
  department: 'department',
};

/** As the specification spells it. */
export const spelledType = (type: RuleType): AccessRule['type'] => (type === 'job_function' ? 'job-function' : type);

/** What kind of rule these subjects make. @throws AppError validation_failed when another one was asked for */
export function ruleTypeOf(subjects: readonly RuleSubject[], asked?: RuleType): RuleType {
  const kinds = new Set(subjects.map(({ subject_type }) => typeOfSubject[subject_type] ?? 'custom'));
  const [only = 'custom', other] = kinds;
  const type = other === undefined ? only : 'custom';
  if (asked !== undefined && asked !== type)
    throw invalidField('type', say('keyPlan.typeDiffers', { type: spelledType(type) }));
  return type;
}

/** By which two parts are one. */
const keys = {
  subjects: ({ subject_type, subject_identifier }: RuleSubject) => `${subject_type} ${subject_identifier}`,
  objects: ({ object_type, object_identifier }: Parts['objects'][number]) =>
    `${object_type} ${object_identifier.toLowerCase()}`,
  time_restrictions: ({ days, from, to, valid_from, valid_until }: TimeRestriction) =>
    JSON.stringify([[...new Set(days)].sort(), from, to, instant(valid_from), instant(valid_until)]),
};

const instant = (text: string | null) => text && new Date(text).toISOString();

/** Each once, the first of those that are one. */
const distinct = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T> =>
  new Map(
    items
      .toReversed()
      .map((item) => [keyOf(item), item] as const)
      .toReversed(),
  );

/** The same parts, each once. */
export const withoutRepeats = (parts: Partial<Parts>): Partial<Parts> => ({
  ...(parts.subjects && { subjects: [...distinct(parts.subjects, keys.subjects).values()] }),
  ...(parts.objects && { objects: [...distinct(parts.objects, keys.objects).values()] }),
  ...(parts.time_restrictions && {
    time_restrictions: [...distinct(parts.time_restrictions, keys.time_restrictions).values()],
  }),
});

/**
 * Gives a rule these parts and leaves its others as they are. What it had already keeps its id.
 * @throws AppError validation_failed for a door, profile, person or group that is not there, or too many of one kind
 */
export async function saveParts(
  tx: Tx,
  { newId }: Pick<Deps, 'newId'>,
  rule: Pick<RuleRow, 'id' | 'keyplan_id'> & Partial<RuleRow>,
  wanted: Partial<Parts>,
): Promise<void> {
  const { id: rule_id } = rule;
  const subjects = differ(wanted.subjects, rule.subjects, {
    part: 'subjects',
    write: keys.subjects,
    read: keys.subjects,
  });
  const objects = differ(wanted.objects, rule.objects, { part: 'objects', write: keys.objects, read: keys.objects });
  const restrictions = differ(wanted.time_restrictions, rule.time_restrictions, {
    part: 'time_restrictions',
    write: keys.time_restrictions,
    read: (row) => keys.time_restrictions(restrictionOf(row)),
  });
  await refuseMissing(tx, rule.keyplan_id, { subjects: subjects.added, objects: objects.added });
  await deleteParts(tx, [...subjects.gone, ...objects.gone, ...restrictions.gone]);
  await insertParts(tx, {
    subjects: subjects.added.map((subject) => ({ id: newId(), rule_id, ...subject })),
    objects: objects.added.map((object) => ({ id: newId(), rule_id, ...object })),
    time_restrictions: restrictions.added.map(({ days, from, to, valid_from, valid_until }) => ({
      id: newId(),
      rule_id,
      days,
      from_time: from,
      to_time: to,
      valid_from: valid_from === null ? null : new Date(valid_from),
      valid_until: valid_until === null ? null : new Date(valid_until),
    })),
  });
}

type Keys<T, R> = { part: RulePart; write: (item: T) => string; read: (row: R) => string };

/** What is to be inserted and what deleted; nothing where nothing is said. */
function differ<T, R extends { id: string }>(
  wanted: readonly T[] | undefined,
  had: readonly R[] = [],
  { part, write, read }: Keys<T, R>,
): { added: T[]; gone: string[] } {
  if (!wanted) return { added: [], gone: [] };
  const byKey = distinct(wanted, write);
  if (byKey.size > ruleLimits[part]) throw invalidField(part, say('keyPlan.tooManyParts', { most: ruleLimits[part] }));
  const known = new Set(had.map(read));
  return {
    added: [...byKey].flatMap(([key, item]) => (known.has(key) ? [] : [item])),
    gone: had.flatMap((row) => (byKey.has(read(row)) ? [] : [row.id])),
  };
}

/** @throws AppError validation_failed for a door, profile, person or group that is not there */
export async function refuseMissing(
  tx: Tx,
  keyplanId: string,
  { subjects, objects }: Pick<Parts, 'subjects' | 'objects'>,
): Promise<void> {
  if ((await listMissingObjects(tx, keyplanId, objects)).length > 0) {
    throw invalidField('objects', say('keyPlan.objectGone'));
  }
  const [missing] = await listMissingSubjects(tx, keyplanId, subjects);
  if (missing) {
    const what = missing.subject_type === 'user' ? 'keyPlan.personGone' : 'keyPlan.personGroupGone';
    throw invalidField('subjects', say(what));
  }
}

/** Ids of parts of any kind. */
async function deleteParts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('access_rule_subject').where('id', 'in', ids).execute();
  await tx.deleteFrom('access_rule_object').where('id', 'in', ids).execute();
  await tx.deleteFrom('time_restriction').where('id', 'in', ids).execute();
}

type PartRows = { subjects: SubjectRow[]; objects: ObjectRow[]; time_restrictions: Restriction[] };

async function insertParts(tx: Tx, { subjects, objects, time_restrictions }: PartRows): Promise<void> {
  if (subjects.length > 0) await tx.insertInto('access_rule_subject').values(subjects).execute();
  if (objects.length > 0) await tx.insertInto('access_rule_object').values(objects).execute();
  if (time_restrictions.length > 0) await tx.insertInto('time_restriction').values(time_restrictions).execute();
}
