import { accessComparison, type ComparedDoor } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useListFilter } from '#components/records/list-state';
import { recordsQuery } from '#data/calls/records';
import { formatNumber } from '#lib/format';
import { StatStrip } from '#ui/stat-strip';

type Props = { names: readonly [string, string]; pair: { person_id: string; other_id: string } };

/** How many doors only the first, both, or only the second may open; each number filters the list. */
export function CompareCounts({ names, pair }: Props) {
  const { t } = useTranslation('access');
  const items = [
    { label: t('compare.only', { name: names[0] }), side: 'person' },
    { label: t('compare.both'), side: 'both' },
    { label: t('compare.only', { name: names[1] }), side: 'other' },
    { label: t('compare.all'), side: undefined },
  ] as const;
  return (
    <div style={{ marginBottom: 16 }}>
      <StatStrip
        items={items.map(({ label, side }) => ({
          key: side ?? 'all', // two people may have the same name
          label,
          value: <Count pair={pair} side={side} />,
        }))}
      />
    </div>
  );
}

type CountProps = Pick<Props, 'pair'> & { side: ComparedDoor['side'] | undefined };

function Count({ pair, side }: CountProps) {
  const [{ side: shown }] = useListFilter(accessComparison);
  const query = { ...pair, ...(side && { side }) };
  const { data } = useQuery(recordsQuery(accessComparison, { params: undefined, query: { ...query, limit: 1 } }));
  return (
    <Link activeProps={{}} to="/people/compare" search={query} aria-current={shown === side ? 'true' : undefined}>
      {data ? formatNumber(data.total) : '–'}
    </Link>
  );
}
