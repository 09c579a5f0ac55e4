import type { RuleSubject, SubjectType } from '@key2xs/contract';
import { foldText } from '../../fold-text';

/** The facts about a person that rules may refer to. Titles and departments as in the directory, not folded. */
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
 * A comparable key for a subject of a rule. Titles and departments are folded (`foldText`); ids of persons and groups
 * compare exactly.
 */
export function subjectKey({ subject_type, subject_identifier }: RuleSubject): string {
  return keyOf(subject_type, subject_identifier);
}

/**
 * All keys of a person; none for an inactive person, none for a blank title or department.
 * @param withId whether a rule names the person; otherwise that key is unused
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
