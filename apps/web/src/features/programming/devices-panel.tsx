import { programmingDeviceList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';

/** Where keys are updated and programming keys take their jobs. */
export function DevicesPanel() {
  const { t } = useTranslation('programming');
  return (
    <Panel>
      <RecordList
        list={programmingDeviceList}
        columns={useColumns()}
        words={{ caption: t('devices.caption'), loading: t('devices.loading'), search: t('devices.search') }}
        empty={<Empty title={t('devices.none')} hint={t('keys.noneHint')} />}
      />
    </Panel>
  );
}

function useColumns(): RecordColumn<typeof programmingDeviceList>[] {
  const { t } = useTranslation('programming');
  const kinds: Record<string, string> = t('devices.kinds', { returnObjects: true });
  return [
    { key: 'name', phone: 'title', header: t('devices.name'), sort: 'name', isLine: true, clip: ({ name }) => name },
    { key: 'kind', phone: 'aside', header: t('devices.kind'), cell: ({ kind }) => kinds[kind] ?? kind },
    {
      key: 'place',
      phone: 'meta',
      header: t('devices.place'),
      sort: 'place',
      width: '34%',
      clip: ({ place }) => place,
    },
    {
      key: 'contact',
      phone: 'meta',
      header: t('devices.contact'),
      sort: 'last_contact_at',
      cell: ({ last_contact_at: at }) =>
        at ? <TimeAgo instant={at} /> : <span className="mute">{t('devices.never')}</span>,
    },
    {
      key: 'system',
      header: t('keys.system'),
      hideBelow: 1_000,
      clip: ({ connection_name }) => connection_name,
    },
  ];
}
