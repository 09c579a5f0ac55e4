import type { PlanFigures } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { formatNumber } from '#lib/format';

type T = TFunction<'plan-statistics'>;
type DepartmentName = Pick<PlanFigures['departments'][number], 'kind' | 'name'>;
type Placed = Pick<PlanFigures['places'][number], 'kind' | 'name'>;

export const departmentName = ({ kind, name }: DepartmentName, t: T): string =>
  kind === 'department' ? name : t(`departments.${kind}`);

export const placeName = ({ kind, name }: Placed, t: T): string => (kind === 'place' ? name : t(`places.${kind}`));

/** "4,897 people", "25 doors". */
export const peopleWords = (count: number, t: T): string => t('words.people', { count });
export const doorWords = (count: number, t: T): string => t('words.doors', { count });

/** A share as a whole percentage: none and all are said only where they are so. */
export function shareWords(part: number, all: number): string {
  if (all === 0 || part === 0) return '0 %';
  if (part >= all) return '100 %';
  return `${formatNumber(Math.min(Math.max(Math.round((part / all) * 100), 1), 99))} %`;
}
