import type { PlanDelta } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { formatNumber } from '#lib/format';
import { timeInWords } from '#lib/time/time-in-words';

/** How many of those concerned have no key, and as of when; not known where keys were not read. */
export function withoutKey({ people_without_key, keys_read_at }: PlanDelta, t: TFunction<'plan-versions'>) {
  return keys_read_at
    ? {
        value: formatNumber(people_without_key),
        hint: t('figures.keysRead', { when: timeInWords(keys_read_at, { isInside: true }) }),
      }
    : { value: t('figures.unknown'), hint: t('figures.keysNotRead') };
}
