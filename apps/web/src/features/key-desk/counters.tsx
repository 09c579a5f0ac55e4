import { keyList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useListFilter } from '#components/records/list-state';
import { keyCountsQuery } from '#data/key-systems/key-desk';
import { formatNumber } from '#lib/format';
import { Failure } from '#ui/page-states';
import '../../components/key-lists.css';
import './key-desk.css';

/** Each figure filters the list below. */
const counters = [
  ['in_stock', { custody: 'in_stock' }],
  ['handed_out', { custody: 'handed_out' }],
  ['overdue', { custody: 'overdue' }],
  ['due_soon', { custody: 'due_soon' }],
  ['lost', { custody: 'lost' }],
  ['broken', { custody: 'broken' }],
  ['update_pending', { task: 'to_update' }],
  ['to_record', { custody: 'to_record' }],
] as const;

export function Counters() {
  const { t } = useTranslation('key-desk');
  const [filter, setFilter] = useListFilter(keyList);
  const { connection_id, search } = filter;
  const { data, error, refetch } = useQuery(keyCountsQuery({ connection_id, search }));
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  return (
    <ul className="key-counters" aria-label={t('counters.label')}>
      {counters.map(([name, sets]) => {
        const wanted: { custody?: string; task?: string } = sets;
        const isOn = Object.entries(wanted).every(([key, value]) => filter[key as keyof typeof filter] === value);
        const cleared = { custody: undefined, task: undefined };
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isOn}
              data-warn={(name === 'overdue' || name === 'lost') && (data?.[name] ?? 0) > 0}
              onClick={() => setFilter(isOn ? cleared : { ...cleared, ...sets })}
            >
              <span>{t(`counters.${name}`)}</span>
              <strong className="tabular">{data ? formatNumber(data[name]) : '…'}</strong>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
