import { type ChangeSet, changedDoorList } from '@key2xs/contract';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { Mono } from '#ui/mono';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';
import { DoorCount } from './door-count';

/** Every door that people gain or lose; a row opens who may open it. */
export function DoorsTab({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const navigate = useNavigate();
  const params = { id: changeSet.id };
  return (
    <Panel>
      <RecordList
        list={changedDoorList}
        params={params}
        columns={useDoorColumns()}
        words={t('doors.list.words', { returnObjects: true })}
        rowKey={({ cylinder_id }) => cylinder_id}
        rowLabel={({ marking, name }) => t('doors.list.open', { door: `${marking} ${name}`.trim() })}
        onOpen={({ cylinder_id }) => void navigate({ to: '/access/who', search: { of: 'cylinder', id: cylinder_id } })}
      />
    </Panel>
  );
}

function useDoorColumns(): RecordColumn<typeof changedDoorList>[] {
  const { t } = useTranslation('change-sets');
  return [
    {
      key: 'name',
      phone: 'title',
      sort: 'name',
      header: t('doors.list.columns.door'),
      cell: ({ name }) => <strong>{name || t('doors.list.gone')}</strong>,
    },
    {
      key: 'marking',
      phone: 'meta',
      sort: 'marking',
      header: t('doors.list.columns.marking'),
      cell: ({ cylinder_id, marking }) => (
        <PlaceLink to="/cylinders" search={{ open: cylinder_id }}>
          <Mono>{marking}</Mono>
        </PlaceLink>
      ),
    },
    {
      key: 'people',
      phone: 'aside',
      sort: 'lost',
      header: t('doors.list.columns.people'),
      cell: (door) => <DoorCount {...door} />,
    },
    {
      key: 'location',
      phone: 'meta',
      header: t('doors.list.columns.location'),
      cell: ({ location }) => location,
      hideBelow: 768,
    },
  ];
}
