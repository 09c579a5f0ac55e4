import { capacityKinds, capacityList } from '@key2xs/contract';
import { capacitySteps } from '@key2xs/domain';
import { useTranslation } from 'react-i18next';
import { CapacityGauge } from '#components/programming/capacity-gauge';
import { useListFilter } from '#components/records/list-state';
import type { RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { Mono } from '#ui/mono';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';

/** What begins to get full is listed, unless another share is asked for. */
const usual = capacitySteps[0].from;

/** What is nearly full, the fullest first. */
export function CapacityPanel() {
  const { t } = useTranslation('programming');
  const [{ from_percent = usual }] = useListFilter(capacityList);
  return (
    <Panel>
      <RecordList
        list={capacityList}
        fixed={{ from_percent: String(from_percent) }}
        columns={useColumns()}
        filters={useFilters()}
        words={{ caption: t('capacity.caption'), loading: t('capacity.loading'), search: t('capacity.search') }}
        empty={<Empty title={t('capacity.none', { percent: Number(from_percent) })} hint={t('capacity.noneHint')} />}
      />
    </Panel>
  );
}

function useColumns(): RecordColumn<typeof capacityList>[] {
  const { t } = useTranslation('programming');
  return [
    {
      key: 'marking',
      phone: 'title',
      header: t('capacity.cylinder'),
      sort: 'marking',
      isLine: true,
      cell: ({ marking, cylinder_id, key_id }) =>
        cylinder_id ? (
          <PlaceLink to="/cylinders" search={{ open: cylinder_id }}>
            <Mono>{marking}</Mono>
          </PlaceLink>
        ) : (
          <PlaceLink to="/cylinders" search={{ tab: 'keys', search: marking, open: key_id ?? undefined }}>
            <Mono>{marking}</Mono>
          </PlaceLink>
        ),
    },
    { key: 'name', phone: 'meta', header: t('devices.name'), hideBelow: 820, width: '22%', clip: ({ name }) => name },
    {
      key: 'place',
      phone: 'meta',
      header: t('devices.place'),
      hideBelow: 1_000,
      width: '22%',
      clip: ({ location_path }) => location_path,
    },
    { key: 'what', phone: 'aside', header: t('capacity.what'), cell: ({ what }) => t(`capacity.kinds.${what}`) },
    {
      key: 'used',
      phone: 'meta',
      header: t('capacity.used'),
      sort: 'share',
      width: '24%',
      cell: (capacity) => <CapacityGauge capacity={capacity} />,
    },
  ];
}

function useFilters(): RecordFilter<typeof capacityList>[] {
  const { t } = useTranslation('programming');
  return [
    {
      name: 'what',
      label: t('capacity.what'),
      options: capacityKinds.map((value) => ({ value, label: t(`capacity.kinds.${value}`) })),
    },
    {
      name: 'from_percent',
      label: t('capacity.from'),
      usual: String(usual),
      options: [
        { value: '0', label: t('capacity.all') },
        ...capacitySteps.map(({ from }) => ({
          value: String(from),
          label: t('capacity.fromPercent', { percent: from }),
        })),
      ],
    },
  ];
}
