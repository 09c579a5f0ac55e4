import { isOfValues, type WhoMayOpen } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { formatNumber } from '#lib/format';

/** "142 people may open this door", or were allowed to. */
export function countWords({ of, people, doors, as_of }: WhoMayOpen, t: TFunction<'access'>): string {
  const kind = isOfValues(of) ? 'people' : of === 'cylinder' ? 'cylinder' : 'doors';
  return t(`${as_of === 'past' ? 'countThen' : 'count'}.${kind}`, { count: people, doors: formatNumber(doors) });
}
