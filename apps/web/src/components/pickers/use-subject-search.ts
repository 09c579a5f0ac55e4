import { peopleList, type SubjectType } from '@key2xs/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { type CountedSubject, type SubjectKind, subjectValuesQuery } from '#data/plans/access-rules';
import { useSubjectValues } from '#data/sources/person-values';
import type { PickedSubject } from '#lib/addresses/picked-subject';
import { bestFirst } from './best-first';

const SEARCH_MS = 250;
/** Per kind; beyond this the search should be narrowed. */
const MAX_FOUND = 40;
const MAX_PEOPLE = 20;
/** Shorter texts would find half the house. */
const LEAST_LETTERS = 2;

/** With a label that says how many people it is, or who. */
export type FoundSubject = PickedSubject & { label: string };

/** Departments, job titles and groups with their people counted, and people by name, number or e-mail. */
export function useSubjectSearch(connectionIds: readonly string[], typed: string) {
  const text = typed.trim();
  const counted = {
    department: useSubjectValues(connectionIds, 'department'),
    job_title: useSubjectValues(connectionIds, 'job_function'),
    group: useSubjectValues(connectionIds, 'group'),
  };
  const read = useQueries({
    queries: (['department', 'job_function', 'group'] as const satisfies readonly SubjectKind[]).flatMap((kind) =>
      connectionIds.map((id) => subjectValuesQuery(id, kind)),
    ),
  });
  const persons = usePersonSearch(text);
  const subjectOf = useFoundSubject();
  const found: FoundSubject[] = [
    ...(['department', 'job_title', 'group'] as const).flatMap((type) =>
      like(counted[type], text).map((one) => subjectOf(type, one)),
    ),
    ...persons.found,
  ];
  return {
    found: bestFirst(found, text, ({ name }) => name),
    isSearching: read.some(({ isPending }) => isPending) || persons.isSearching,
    failed: read.filter(({ error }) => error),
  };
}

const like = (counted: readonly CountedSubject[], text: string) => {
  const wanted = text.toLowerCase();
  return bestFirst(
    counted.filter(({ name }) => name.toLowerCase().includes(wanted)),
    text,
    ({ name }) => name,
  ).slice(0, MAX_FOUND);
};

function useFoundSubject() {
  const { t } = useTranslation('pickers');
  return (subject_type: SubjectType, { value, name, people }: CountedSubject): FoundSubject => ({
    subject_type,
    subject_identifier: value,
    name,
    label: t('who.counted', { name, count: people }),
  });
}

function usePersonSearch(text: string): { found: FoundSubject[]; isSearching: boolean } {
  const [search] = useDebouncedValue(text, SEARCH_MS);
  const isAsked = text.length >= LEAST_LETTERS;
  const query = recordsQuery(peopleList, { params: undefined, query: { search, active: 'true', limit: MAX_PEOPLE } });
  const { data, isFetching } = useQuery(isAsked && search === text ? query : { ...query, queryFn: skipToken });
  if (!isAsked) return { found: [], isSearching: false };
  const isSearching = search !== text || isFetching;
  // What an earlier text has found is not offered for this one.
  const rows = isSearching ? [] : (data?.rows ?? []);
  const found = rows.map(({ id, display_name, employee_id, job_title, department }) => ({
    subject_type: 'user' as const,
    subject_identifier: id,
    name: display_name,
    label: [display_name, employee_id, job_title, department].filter(Boolean).join(' · '),
  }));
  return { found, isSearching };
}
