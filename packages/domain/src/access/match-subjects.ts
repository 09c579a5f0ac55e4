import type { RuleSubject, SubjectType } from '@key2xs/contract';
import { foldText } from '../fold-text';

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

type MatchableRule = {
  subjects: readonly RuleSubject[];
  subject_match: 'any' | 'all';
  /** Key of each subject, in their order. */
  subject_keys: readonly string[];
};

/**
 * One comparable key for a subject of a rule. Titles and departments fold (`foldText`); ids of persons and groups
 * compare exactly, because an id is not prose.
 */
export function subjectKey({ subject_type, subject_identifier }: RuleSubject): string {
  return keyOf(subject_type, subject_identifier);
}

/** Every key a person answers to; none for an inactive person, none for a blank title or department. */
export function personKeys(person: PersonFacts): string[] {
  if (!person.active) return [];
  const keys = [keyOf('user', person.id)];
  for (const id of person.group_ids) keys.push(keyOf('group', id));
  for (const type of ['job_title', 'department'] as const) {
    const key = keyOf(type, person[type] ?? '');
    if (key.length > type.length + 1) keys.push(key);
  }
  return keys;
}

/** The subjects of a rule that a person with these keys matches, in the rule's order. */
export function matchedSubjects(rule: MatchableRule, keys: readonly string[]): RuleSubject[] {
  return rule.subjects.filter((_, i) => keys.includes(rule.subject_keys[i] ?? ''));
}

/**
 * Finds the rules a person matches by looking up the person's keys instead of asking every rule.
 *
 * @returns a lookup from keys to rules, each once, in their order. A rule without subjects matches nobody.
 */
export function indexSubjects<T extends MatchableRule>(rules: readonly T[]): (keys: readonly string[]) => T[] {
  const index = new Map<string, Posting<T>[]>();
  for (const [position, rule] of rules.entries()) {
    const posting = { position, rule };
    for (const key of entryKeys(rule)) {
      const posted = index.get(key);
      if (posted) posted.push(posting);
      else index.set(key, [posting]);
    }
  }
  return (keys) => {
    const found: Posting<T>[] = [];
    for (const key of keys) found.push(...(index.get(key) ?? []));
    found.sort((a, b) => a.position - b.position);
    return found
      .filter((posting, i) => posting !== found[i - 1] && isWhole(posting.rule, keys))
      .map(({ rule }) => rule);
  };
}

type Posting<T> = { position: number; rule: T };

function keyOf(type: SubjectType, value: string): string {
  return `${type}:${type === 'user' || type === 'group' ? value : foldText(value)}`;
}

/** An `any` rule is found under each subject; an `all` rule under one is enough, best one that few people share. */
function entryKeys(rule: MatchableRule): Iterable<string> {
  if (rule.subject_match === 'any') return new Set(rule.subject_keys);
  const fewestFirst = ['user:', 'group:', 'job_title:', 'department:'];
  const rank = (key: string) => fewestFirst.findIndex((prefix) => key.startsWith(prefix));
  return [...rule.subject_keys].sort((a, b) => rank(a) - rank(b)).slice(0, 1);
}

function isWhole(rule: MatchableRule, keys: readonly string[]): boolean {
  return rule.subject_match === 'any' || rule.subject_keys.every((key) => keys.includes(key));
}
