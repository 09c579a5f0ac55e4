import { peopleList, type SubjectType } from '@key2xs/contract';
import { useQueries } from '@tanstack/react-query';
import { recordsQuery } from '#data/calls/records';
import { useSubjectValues } from '#data/sources/person-values';
import { subjectKey } from '#lib/addresses/picked-subject';
import type { Content, Row } from './choices';

const pickedKinds = ['department', 'job_title', 'group'] as const satisfies readonly SubjectType[];

type Selection = Pick<Content, 'iam_connection_ids' | 'rows'>;

/** Departments, titles and groups of the sources of the plan, and how many people a row is about. */
export function usePeople({ iam_connection_ids: sources, rows }: Selection) {
  const byKind = {
    department: useSubjectValues(sources, 'department'),
    job_title: useSubjectValues(sources, 'job_function'),
    group: useSubjectValues(sources, 'group'),
  };
  const counts = new Map(
    pickedKinds.flatMap((subject_type) =>
      byKind[subject_type].map(
        ({ value, people }) => [subjectKey({ subject_type, subject_identifier: value }), people] as const,
      ),
    ),
  );
  const within = useTitlesWithin({ iam_connection_ids: sources, rows });
  /** Undefined where it is not known, or not yet. */
  const countOf = ({ id, all_of }: Row): number | undefined => {
    const [only, other] = all_of;
    if (!only || other) return within.get(id);
    return only.subject_type === 'user' ? 1 : (counts.get(subjectKey(only)) ?? 0);
  };
  return { byKind, countOf };
}

/** Active people of each row that is about a job title within a department, by the id of the row. */
function useTitlesWithin({ iam_connection_ids: sources, rows }: Selection): ReadonlyMap<string, number> {
  const asked = rows.flatMap(({ id, all_of }) => {
    const named = (type: SubjectType) => all_of.find(({ subject_type }) => subject_type === type)?.subject_identifier;
    const [department, job_title] = [named('department'), named('job_title')];
    if (all_of.length !== 2 || department === undefined || job_title === undefined) return [];
    return sources.map((connection_id) => ({ id, filter: { connection_id, department, job_title } }));
  });
  return useQueries({
    queries: asked.map(({ filter }) =>
      recordsQuery(peopleList, { params: undefined, query: { ...filter, active: 'true', limit: 1 } }),
    ),
    combine: (answers) => {
      const counted = new Map<string, number>();
      asked.forEach(({ id }, at) => {
        const total = answers[at]?.data?.total;
        if (total !== undefined) counted.set(id, (counted.get(id) ?? 0) + total);
      });
      return counted;
    },
  });
}
