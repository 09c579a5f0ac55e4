import { type ChangeSet, changedPersonList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { NamedPerson } from '#components/records/named-person';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { Mono } from '#ui/mono';
import { Panel } from '#ui/panel';
import { DepartmentChip } from './department-chip';
import { DoorCount } from './door-count';
import { PersonDrawer } from './person-drawer';

/** Everyone whose doors change, and why. */
export function PeopleTab({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const params = { id: changeSet.id };
  const changes = (['loses', 'gains', 'other_hours'] as const).map((value) => ({
    value,
    label: t(`doors.people.changes.${value}`),
  }));
  return (
    <Panel>
      <DepartmentChip list={changedPersonList} />
      <RecordList
        list={changedPersonList}
        params={params}
        columns={usePeopleColumns(changeSet)}
        filters={[{ name: 'change', label: t('doors.people.change'), options: changes }]}
        words={t('doors.people.words', { returnObjects: true })}
        rowKey={({ person_id }) => person_id}
        rowLabel={({ label }) => t('doors.people.open', { name: label })}
        drawer={({ id, onClose }) => <PersonDrawer changeSet={changeSet} personId={id} onClose={onClose} />}
        moment={`${changeSet.state} ${changeSet.applied}`}
      />
    </Panel>
  );
}

function usePeopleColumns({ effect }: ChangeSet): RecordColumn<typeof changedPersonList>[] {
  const { t } = useTranslation('change-sets');
  const none = t(effect?.keys_read_at ? 'doors.people.noKey' : 'doors.people.keysUnknown');
  return [
    {
      key: 'label',
      phone: 'title',
      sort: 'label',
      header: t('doors.people.columns.person'),
      width: '20%',
      cell: ({ label, reference, person_id }) => (
        <NamedPerson name={<strong>{label}</strong>} number={reference === person_id ? null : reference} />
      ),
    },
    {
      key: 'doors',
      phone: 'aside',
      sort: 'lost',
      header: t('doors.people.columns.doors'),
      width: '12%',
      cell: (person) => <DoorCount {...person} />,
    },
    {
      key: 'because',
      phone: 'meta',
      header: t('doors.people.columns.because'),
      width: '36%',
      clip: ({ because }) => because.join('; '),
      cell: ({ because }) => because[0],
    },
    {
      key: 'department',
      sort: 'department',
      header: t('doors.people.columns.department'),
      cell: ({ department }) => department,
      hideBelow: 1024,
    },
    {
      key: 'keys',
      header: t('doors.people.columns.keys'),
      cell: ({ keys }) => (keys.length === 0 ? <span className="mute">{none}</span> : <Mono>{keys.join(', ')}</Mono>),
      hideBelow: 1200,
    },
  ];
}
