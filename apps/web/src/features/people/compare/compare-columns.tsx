import type { accessComparison, ComparedDoor } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '#components/records/record-list';
import { Mono } from '#ui/mono';
import { PlaceLink } from '#ui/place-link';
import { StatusTag } from '#ui/status-tag';

const rulesOf = (reasons: ComparedDoor['person_reasons']) =>
  reasons.map(({ rule_name }) => rule_name).join('; ') || null;

export function useCompareColumns(names: readonly [string, string]): RecordColumn<typeof accessComparison>[] {
  const { t } = useTranslation('access');
  const sides = {
    person: t('compare.only', { name: names[0] }),
    both: t('compare.both'),
    other: t('compare.only', { name: names[1] }),
  };
  return [
    {
      key: 'marking',
      phone: 'aside',
      header: t('compare.marking'),
      sort: 'marking',
      isLine: true,
      cell: ({ id, marking }) => (
        <PlaceLink to="/cylinders" search={{ open: id }}>
          <Mono>{marking}</Mono>
        </PlaceLink>
      ),
    },
    { key: 'name', phone: 'title', header: t('compare.door'), sort: 'name', width: '20%', clip: ({ name }) => name },
    {
      key: 'location',
      phone: 'meta',
      header: t('compare.location'),
      sort: 'location',
      width: '18%',
      clip: ({ location }) => location,
      hideBelow: 1_200,
    },
    {
      key: 'side',
      phone: 'meta',
      header: t('word.who'),
      cell: ({ side }) => <StatusTag tone={side === 'both' ? 'grey' : 'amber'} label={sides[side]} />,
    },
    {
      key: 'person_because',
      phone: 'meta',
      header: t('compare.because', { name: names[0] }),
      width: '18%',
      cell: ({ person_reasons }) => rulesOf(person_reasons),
      clip: ({ person_reasons }) => rulesOf(person_reasons),
      hideBelow: 820,
    },
    {
      key: 'other_because',
      phone: 'meta',
      header: t('compare.because', { name: names[1] }),
      width: '18%',
      cell: ({ other_reasons }) => rulesOf(other_reasons),
      clip: ({ other_reasons }) => rulesOf(other_reasons),
      hideBelow: 820,
    },
  ];
}
