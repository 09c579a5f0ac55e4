import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTense } from '#components/access/moment-picker';
import { useOpenWords } from '#components/access/open-state';
import { useListFilter } from '#components/records/list-state';
import type { RecordFilter } from '#components/records/record-filters';
import { type PeopleList, peopleListOf, type WhoQuestion } from '#data/people/access';
import { iamConnectionsQuery } from '#data/sources/iam';
import { usePersonValues } from '#data/sources/person-values';

export function useWhoFilters(question: WhoQuestion): RecordFilter<PeopleList>[] {
  const { t } = useTranslation('access');
  const [{ at }] = useListFilter(peopleListOf(question).list);
  const { data: sources = [] } = useQuery(iamConnectionsQuery);
  const ids = sources.map(({ id }) => id);
  const isPast = useTense() === 'past';
  // The number of people per value is known for today only.
  const optionsOf = (values: ReturnType<typeof usePersonValues>) =>
    values.map(({ value, name, people }) => ({
      value,
      label: isPast ? name : t('value', { value: name, count: people }),
    }));
  const departments = optionsOf(usePersonValues(ids, 'department'));
  const titles = optionsOf(usePersonValues(ids, 'job_function'));
  const words = useOpenWords();
  return [
    {
      name: 'department',
      label: t(isPast ? 'filters.departmentThen' : 'word.department'),
      options: question.of === 'department' ? [] : departments,
    },
    {
      name: 'job_title',
      label: t(isPast ? 'filters.jobTitleThen' : 'word.jobTitle'),
      options: question.of === 'job_title' ? [] : titles,
    },
    {
      name: 'open_now',
      label: t(at ? 'word.atThatTime' : 'word.now'),
      options: [
        { value: 'true', label: words(true) },
        { value: 'false', label: words(false) },
      ],
    },
    {
      name: 'layer',
      label: t('filters.layer'),
      usual: 'desired',
      // For the past, recorded access is unknown.
      options: [
        { value: 'desired', label: t(isPast ? 'open.past.yes' : 'word.mayOpen') },
        ...(at ? [] : [{ value: 'recorded_only', label: t('layers.recorded_only') }]),
      ],
    },
  ];
}
