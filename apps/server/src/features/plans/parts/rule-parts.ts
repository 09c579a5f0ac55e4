import type { AccessRule, RuleSubject, TimeRestriction } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Tx } from '#platform/deps';
import { invalidField } from '#platform/errors';
import {
  listMissingObjects,
  listMissingSubjects,
  type NamedObject,
  type Restriction,
  type RuleRow,
} from './rule-queries';

type ObjectRow = Omit<NamedObject, 'name'>;

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
