import type { PlanDelta } from '@key2xs/contract';
import type { TFunction } from 'i18next';

type T = TFunction<'plan-versions'>;

/** What waits and its effect on people: "3 changes not yet in force: 14 people gain doors, 2 lose some." */
export function titleWords(count: number, effect: PlanDelta | undefined, t: T): string {
  const changes = t('bar.changes', { count });
  if (!effect) return `${changes}.`;
  const { people_gaining: gaining, people_losing: losing, people_other_hours: hours } = effect;
  const parts = [
    gaining > 0 && t('bar.gain', { count: gaining }),
    losing > 0 && t(gaining > 0 ? 'bar.andLose' : 'bar.lose', { count: losing }),
    hours > 0 && t('bar.hours', { count: hours }),
  ].filter((part) => part !== false);
  return t('bar.title', { changes, effect: parts.length > 0 ? parts.join(', ') : t('bar.noEffect') });
}

/** What an operator has to do then: "48 keys to update, no cylinder to visit." */
export function workWords(
  { keys_to_update: keys, cylinders_to_visit: cylinders, keys_read_at }: PlanDelta,
  t: T,
): string {
  return t('bar.work', {
    keys: keys > 0 ? t('bar.keys', { count: keys }) : t(keys_read_at ? 'bar.noKey' : 'bar.keysUnknown'),
    cylinders: cylinders > 0 ? t('bar.cylinders', { count: cylinders }) : t('bar.noCylinder'),
  });
}

/** Where an activation asks again: how many of a hundred people lose doors. */
export function limitWords({ needs_confirmation, people_losing, people_reached }: PlanDelta, t: T): string | undefined {
  if (!needs_confirmation || people_reached === 0) return undefined;
  return t('bar.limit', { percent: Math.floor((people_losing / people_reached) * 100) });
}
