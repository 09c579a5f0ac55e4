import { type Person, PersonState, peopleList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AddRule } from '#components/access/add-rule';
import { useListFilter } from '#components/records/list-state';
import { optionsOf, type RecordFilter } from '#components/records/record-filters';
import { RecordPage } from '#components/records/record-page';
import { personQuery } from '#data/people/people';
import type { SubjectKind } from '#data/plans/access-rules';
import { iamConnectionsQuery } from '#data/sources/iam';
import { usePersonValues } from '#data/sources/person-values';
import { LinkButton } from '#ui/link-button';
import { Empty } from '#ui/page-states';
import { BulkBar } from '#ui/table/bulk-bar';
import { usePeopleColumns } from './people-columns';

export function PeoplePage() {
  const { t } = useTranslation('people');
  const navigate = useNavigate();
  const [{ department, job_title }] = useListFilter(peopleList);
  const begin = <LinkButton to="/connect/iam-wizard">{t('list.noneAction')}</LinkButton>;
  return (
    <RecordPage
      list={peopleList}
      actions={
        <>
          {department && <AddRule of={{ department }} name={department} />}
          {job_title && <AddRule of={{ job_title }} name={job_title} />}
        </>
      }
      columns={usePeopleColumns()}
      filters={useFilters()}
      words={t('list.words', { returnObjects: true })}
      empty={<Empty title={t('list.none')} hint={t('list.noneHint')} action={begin} />}
      onOpen={({ id }) => void navigate({ to: '/people/$id', params: { id } })}
      rowLabel={({ display_name }) => t('list.open', { name: display_name })}
      bulk={{ nameOf: ({ display_name }) => display_name, bar: (chosen) => <CompareBar chosen={chosen} /> }}
    />
  );
}

/** Compares the two selected people. */
function CompareBar({ chosen: [first, second, ...others] }: { chosen: readonly Person[] }) {
  const { t } = useTranslation('people');
  const isPair = second !== undefined && others.length === 0;
  return (
    <BulkBar label={t('list.selected')} count={t('list.chosen', { count: others.length + (second ? 2 : 1) })}>
      {isPair ? (
        <LinkButton to="/people/compare" search={{ person_id: first?.id, other_id: second.id }}>
          {t('list.compare')}
        </LinkButton>
      ) : (
        <span>{t('list.chooseTwo')}</span>
      )}
    </BulkBar>
  );
}

function useFilters(): RecordFilter<typeof peopleList>[] {
  const { t } = useTranslation('people');
  const [{ connection_id, active, manager_id, without_key_in }] = useListFilter(peopleList);
  const { data: manager } = useQuery({ ...personQuery(manager_id ?? ''), enabled: manager_id !== undefined });
  const { data: sources = [] } = useQuery(iamConnectionsQuery);
  const ids = connection_id ? [connection_id] : sources.map(({ id }) => id);
  const states = PersonState.options.map((value) => ({ value, label: t(`states.${value}`) }));
  // Only shown when the URL sets it: the states are more precise.
  const counting = [
    { value: 'true', label: t('states.active') },
    { value: 'false', label: t('states.notActive') },
  ];
  return [
    {
      name: 'connection_id',
      label: t('list.source'),
      options: optionsOf(sources),
      clears: ['department', 'job_title', 'group_id'],
    },
    { name: 'department', label: t('word.department'), options: useValueOptions(ids, 'department'), isAlways: true },
    { name: 'job_title', label: t('word.jobTitle'), options: useValueOptions(ids, 'job_function'), isAlways: true },
    { name: 'group_id', label: t('word.group'), options: useValueOptions(ids, 'group') },
    { name: 'state', label: t('word.state'), options: states, clears: ['active'] },
    {
      name: 'manager_id',
      label: t('list.manager'),
      options: manager ? [{ value: manager.id, label: manager.display_name }] : [],
    },
    // Set by the dashboard; here it can only be cleared.
    {
      name: 'without_key_in',
      label: t('list.withoutKey'),
      options: without_key_in ? [{ value: without_key_in, label: t('list.withoutKey') }] : [],
    },
    { name: 'active', label: t('list.active'), options: active === undefined ? [] : counting },
  ];
}

function useValueOptions(connectionIds: readonly string[], kind: SubjectKind) {
  const { t } = useTranslation('people');
  return usePersonValues(connectionIds, kind).map(({ value, name, people }) => ({
    value,
    label: t('list.value', { value: name, count: people }),
  }));
}
