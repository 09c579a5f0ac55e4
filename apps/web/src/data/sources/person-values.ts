import { foldText } from '@key2xs/domain';
import { useQueries } from '@tanstack/react-query';
import { type CountedSubject, type SubjectKind, subjectValuesQuery } from '../plans/access-rules';

/** Values of a field across several sources with their count of active people, most common first. */
export function usePersonValues(connectionIds: readonly string[], kind: SubjectKind) {
  return useQueries({
    queries: connectionIds.map((id) => subjectValuesQuery(id, kind)),
    combine: (answers) =>
      mergeValues(
        answers.flatMap(({ data }) => data ?? []),
        ({ value }) => value,
      ),
  });
}

/** The same for rules: spellings that a rule treats as equal are merged, in the most common spelling. */
export function useSubjectValues(connectionIds: readonly string[], kind: SubjectKind) {
  const keyOf = ({ value }: CountedSubject) => (kind === 'group' ? value : foldText(value));
  return useQueries({
    queries: connectionIds.map((id) => subjectValuesQuery(id, kind)),
    combine: (answers) =>
      mergeValues(
        answers.flatMap(({ data }) => data ?? []),
        keyOf,
      ),
  });
}

function mergeValues(counted: readonly CountedSubject[], keyOf: (one: CountedSubject) => string): CountedSubject[] {
  const merged = new Map<string, CountedSubject>();
  for (const one of [...counted].sort((a, b) => b.people - a.people)) {
    const known = merged.get(keyOf(one));
    merged.set(keyOf(one), known ? { ...known, people: known.people + one.people } : one);
  }
  return [...merged.values()].sort((a, b) => b.people - a.people);
}
