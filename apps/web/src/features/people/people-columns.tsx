import type { PersonState, peopleList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '#components/records/record-list';
import { formatDate } from '#lib/format';
import { Mono } from '#ui/mono';
import { PlaceLink } from '#ui/place-link';
import { StatusTag } from '#ui/status-tag';

export function usePeopleColumns(): RecordColumn<typeof peopleList>[] {
  const { t } = useTranslation('people');
  return [
    {
      key: 'name',
      phone: 'title',
      header: t('word.name'),
      cell: ({ id, display_name }) => (
        <PlaceLink to="/people/$id" params={{ id }}>
          {display_name}
        </PlaceLink>
      ),
      clip: ({ display_name }) => display_name,
      width: '22%',
      sort: 'display_name',
    },
    {
      key: 'employee',
      phone: 'aside',
      header: t('list.columns.employee'),
      cell: ({ employee_id }) => employee_id && <Mono>{employee_id}</Mono>,
      clip: ({ employee_id }) => employee_id,
      width: '12%',
      sort: 'employee_id',
      hideBelow: 640,
    },
    {
      key: 'department',
      phone: 'meta',
      header: t('word.department'),
      clip: ({ department }) => department,
      width: '20%',
      sort: 'department',
    },
    {
      key: 'job_title',
      phone: 'meta',
      header: t('word.jobTitle'),
      clip: ({ job_title }) => job_title,
      width: '20%',
      sort: 'job_title',
      hideBelow: 768,
    },
    {
      key: 'source',
      header: t('person.fields.source'),
      clip: ({ connection_name }) => connection_name,
      width: '12%',
      hideBelow: 1200,
    },
    {
      key: 'state',
      phone: 'aside',
      header: t('word.state'),
      cell: ({ state }) => <StateTag state={state} />,
    },
    {
      key: 'updated',
      header: t('person.fields.updated'),
      cell: ({ updated_at }) => formatDate(updated_at),
      isLine: true,
      sort: 'updated_at',
      hideBelow: 1024,
    },
  ];
}

const tones = { active: 'green', suspended: 'amber', coming: 'grey', left: 'grey' } as const satisfies Record<
  PersonState,
  string
>;

export function StateTag({ state }: { state: PersonState }) {
  const { t } = useTranslation('people');
  return <StatusTag tone={tones[state]} label={t(`states.${state}`)} />;
}
