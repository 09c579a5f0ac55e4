import { type Capacity, capacities, capacityList, type Usage } from '@key2xs/contract';
import { capacityOf } from '@key2xs/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { keyAdviceQuery } from '#data/key-systems/programming';
import type { Tone } from '#ui/status-tag';
import './capacity-gauge.css';

const tones = { free: 'green', filling: 'blue', nearly_full: 'amber', full: 'red' } as const satisfies Record<
  string,
  Tone
>;

/** How full a limited list is, as a bar with its figures. */
export function CapacityGauge({ capacity: { used, limit } }: { capacity: Usage }) {
  const { t } = useTranslation('programming');
  const { percent = 0, level = 'free' } = capacityOf(used, limit) ?? {};
  const words = t('capacity.of', { used, limit, percent });
  return (
    <div className={`capacity tone-${tones[level]}`}>
      <div className="capacity-bar" aria-hidden>
        <span style={{ width: `${Math.min(percent, 100)}%` }} />
      </div>
      <span className="tabular">{words}</span>
    </div>
  );
}

/** Choices of a filter: from which share on lists get short of space. */
export const useFullness = () => {
  const { t } = useTranslation('programming');
  return [70, 85, 95].map((percent) => ({ value: String(percent), label: t('capacity.fromPercent', { percent }) }));
};

type Of = { cylinder_id: string } | { key_id: string };

/** What is known of how full a cylinder or a key is, and what to do where it gets full. */
export function Capacities({ of }: { of: Of }) {
  const { t } = useTranslation('programming');
  const { data } = useQuery(recordsQuery(capacityList, { params: undefined, query: of }));
  if (!useMay(capacities.list) || !data?.rows.length) return null;
  return (
    <section style={{ marginTop: 20 }}>
      <h3 style={{ marginBottom: 8 }}>{t('capacity.title')}</h3>
      <ul className="lines">
        {data.rows.map((capacity) => (
          <li key={capacity.id}>
            {t(`capacity.kinds.${capacity.what}`)}
            <CapacityGauge capacity={capacity} />
            <Hint capacity={capacity} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hint({ capacity: { what, used, limit, key_id } }: { capacity: Capacity }) {
  const { t } = useTranslation('programming');
  if (capacityOf(used, limit)?.level === 'free') return null;
  return (
    <>
      <p className="mute">{t(`capacity.hints.${what}`)}</p>
      {key_id && <Advice id={key_id} />}
    </>
  );
}

/** The groups that would save places on a key without opening more. */
function Advice({ id }: { id: string }) {
  const { t } = useTranslation('programming');
  const { data } = useQuery(keyAdviceQuery(id));
  if (!data || data.single === null) return null;
  if (data.groups.length === 0) return <p className="mute">{t('capacity.noAdvice')}</p>;
  return (
    <ul>
      {data.groups.map(({ id: group, name, cylinders, saves }) => (
        <li key={group}>{t('capacity.advice', { name, cylinders, saves })}</li>
      ))}
    </ul>
  );
}
