import type { RuleFacts } from '../indexing/access-facts';
import { type AccessIndex, candidateRows, matchesRow } from '../indexing/access-index';
import { hasBit, setBit, wordsFor } from '../indexing/bits';
import { subjectKey } from '../indexing/match-subjects';
import { peopleInRows } from '../indexing/people';

/** The subjects of a rule, and the sources whose people it may match. */
export type SubjectsOfSources = Pick<RuleFacts, 'subject_match' | 'subjects'> & {
  iam_connection_ids: readonly string[];
};

/**
 * The numbers of the active people that subjects match, distinct and unordered. Works for rules outside the index too,
 * whether switched on or not. Cost: O(rows with a subject + people named).
 */
export function peopleOfSubjects(
  { people }: AccessIndex,
  { subjects, subject_match, iam_connection_ids }: SubjectsOfSources,
): Int32Array {
  const subjectKeys = subjects.map(subjectKey);
  const matcher = { rule: { subject_match }, plan: { iam_connection_ids }, subjectKeys };
  const rows = new Int32Array(wordsFor(people.rows.length));
  for (const row of candidateRows(people, matcher)) if (matchesRow(matcher, people.rows[row])) setBit(rows, row);
  const found = [...peopleInRows(people, rows)];
  // Only people named by a rule of the index have separate rows; check other named people one by one.
  for (const { subject_type, subject_identifier: id } of subjects) {
    const number = subject_type === 'user' && !people.named.has(id) ? people.numberOf.get(id) : undefined;
    const at = number === undefined ? 0 : (people.rowOf[number] ?? 0);
    const row = people.rows[at];
    if (number === undefined || at === 0 || !row || hasBit(rows, at)) continue;
    if (matchesRow(matcher, { ...row, keys: [...row.keys, `user:${id}`] })) found.push(number);
  }
  return Int32Array.from(new Set(found));
}
