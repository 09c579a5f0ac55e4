import type { KeyPlan, MatrixRows, PlanMatrix } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { comparisonQuery } from '#data/plans/plan-versions';
import type { Shown } from './shown-sides';

type Props = { plan: KeyPlan; matrix: PlanMatrix; shown: Shown; rows: MatrixRows };

/** In people and doors, what is seen: "31,059 people × 5,000 doors; 41 people gain doors". */
export function MatrixLine({ plan, matrix, shown: { kind, sides }, rows }: Props) {
  const { t } = useTranslation('plan-matrix');
  const isCompared = kind === 'compare' || (sides.from !== sides.to && plan.pending_changes > 0);
  const { data } = useQuery({ ...comparisonQuery(plan.id, sides), enabled: isCompared });
  const who = rows === 'keys' ? t('keys', { count: matrix.keys }) : t('people', { count: matrix.people });
  const size = t('size', { people: who, doors: t('doors', { count: matrix.doors }) });
  return (
    <p className="plan-matrix-line">
      <strong>{size}</strong>
      {isCompared && data && <span>{changeWords(data.effect, t)}</span>}
    </p>
  );
}

type Effect = { people_gaining: number; people_losing: number; people_other_hours: number };

function changeWords(
  { people_gaining, people_losing, people_other_hours }: Effect,
  t: TFunction<'plan-matrix'>,
): string {
  const parts = [
    people_gaining > 0 && t('changes.gain', { count: people_gaining }),
    people_losing > 0 && t('changes.lose', { count: people_losing }),
    people_other_hours > 0 && t('changes.hours', { count: people_other_hours }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : t('changes.noEffect');
}
