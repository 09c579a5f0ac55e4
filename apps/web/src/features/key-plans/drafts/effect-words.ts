import type { PlanDelta } from '@key2xs/contract';
import type { TFunction } from 'i18next';

type Counted = Pick<PlanDelta, 'people_gaining' | 'people_losing' | 'people_other_hours'>;

/** Who would gain and lose, as part of a sentence: "14 people would gain doors, 2 people would lose doors". */
export function effectWords(
  { people_gaining, people_losing, people_other_hours }: Counted,
  t: TFunction<'plan-versions'>,
): string {
  const parts = [
    people_gaining > 0 && t('effect.gain', { count: people_gaining }),
    people_losing > 0 && t('effect.lose', { count: people_losing }),
    people_other_hours > 0 && t('effect.hours', { count: people_other_hours }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : t('effect.noEffect');
}
