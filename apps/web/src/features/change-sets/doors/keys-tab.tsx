import { type ChangeSet, changedKeyList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { formatInstant } from '#lib/format';
import { Mono } from '#ui/mono';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';
import { DoorCount } from './door-count';

/** Keys held by people whose doors change, as last read. */
export function KeysTab({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const params = { id: changeSet.id };
  const carries = ['true', 'false'].map((value) => ({ value, label: t(`doors.keys.carries.${value as 'true'}`) }));
  return (
    <Panel>
      <RecordList
        list={changedKeyList}
        params={params}
        columns={useKeyColumns()}
        filters={[{ name: 'carries_rights', label: t('doors.keys.rights'), options: carries }]}
        words={t('doors.keys.words', { returnObjects: true })}
      />
    </Panel>
  );
}

function useKeyColumns(): RecordColumn<typeof changedKeyList>[] {
  const { t } = useTranslation('change-sets');
  return [
    {
      key: 'marking',
      phone: 'title',
      sort: 'marking',
      header: t('doors.keys.columns.key'),
      cell: ({ id, marking }) => (
        <PlaceLink to="/cylinders" search={{ tab: 'keys', open: id }}>
          <Mono>{marking}</Mono>
        </PlaceLink>
      ),
    },
    {
      key: 'holder',
      phone: 'meta',
      sort: 'holder',
      header: t('doors.keys.columns.holder'),
      cell: ({ holder, person_id }) => (
        <PlaceLink to="/people/$id" params={{ id: person_id }}>
          {holder}
        </PlaceLink>
      ),
    },
    {
      key: 'doors',
      phone: 'aside',
      header: t('doors.keys.columns.doors'),
      cell: (key) => <DoorCount {...key} />,
    },
    {
      key: 'rights',
      phone: 'meta',
      header: t('doors.keys.columns.rights'),
      cell: ({ carries_rights }) => t(`doors.keys.carries.${carries_rights ? 'true' : 'false'}`),
      hideBelow: 768,
    },
    {
      key: 'updated',
      sort: 'last_update_at',
      header: t('doors.keys.columns.updated'),
      cell: ({ last_update_at }) =>
        last_update_at ? formatInstant(last_update_at) : <span className="mute">{t('doors.keys.unknown')}</span>,
      hideBelow: 1024,
    },
  ];
}
