import type { RuleSubject, SubjectType } from '@key2xs/contract';
import { foldText } from './fold-text';

/** What a rule may ask about a person. Titles and departments as the directory has them, not folded. */
export type PersonFacts = {
  id: string;
  /** The identity source the person comes from. */
  connection_id: string;
  active: boolean;
  department: string | null;
  job_title: string | null;
  group_ids: readonly string[];
};

/**
 * One comparable key for a subject of a rule. Titles and departments fold (`foldText`); ids of persons and groups
 * compare exactly, because an id is not prose.
 */
export function subjectKey({ subject_type, subject_identifier }: RuleSubject): string {
  return keyOf(subject_type, subject_identifier);
}

/**
 * Every key a person answers to; none for an inactive person, none for a blank title or department.
 * @param withId whether a rule names the person; if none does, that key is of no use
 */
export function personKeys(person: PersonFacts, withId: boolean): string[] {
  if (!person.active) return [];
  const keys = [...new Set(person.group_ids)].sort().map((id) => keyOf('group', id));
  for (const type of ['job_title', 'department'] as const) {
    const key = keyOf(type, person[type] ?? '');
    if (key.length > type.length + 1) keys.push(key);
  }
  if (withId) keys.push(keyOf('user', person.id));
  return keys;
}

function keyOf(type: SubjectType, value: string): string {
  return `${type}:${type === 'user' || type === 'group' ? value : foldText(value)}`;
}
