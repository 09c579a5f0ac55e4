import type { TFunction } from 'i18next';
import { formatNumber } from '#lib/format';
import type { MatrixCell, MatrixEntry } from './source/matrix-source';

type T = TFunction<'matrix'>;

/** A crossing in words, with everything that its symbols show. */
export function cellWords(t: T, cell: MatrixCell | undefined): string {
  if (!cell) return t('notLoaded');
  const { share, way, change } = cell;
  const parts = [
    share <= 0
      ? t('mayNotOpen')
      : share >= 1
        ? t('mayOpen')
        : t('share', { share: `${formatNumber(Math.max(1, Math.round(share * 100)))}%` }),
    share > 0 && way && t(`way.${way}`),
    cell.isLimited && t('limited'),
    change && t(`change.${change}`),
    cell.isPending && t('pending'),
    cell.hasConflict && t('conflict'),
  ];
  return parts.filter(Boolean).join(', ');
}

export function entryWords(t: T, entry: MatrixEntry | undefined): string {
  if (!entry) return t('notLoaded');
  const { label, detail, isOpen } = entry;
  const state = isOpen === undefined ? undefined : t(isOpen ? 'open' : 'closed');
  return [label, detail, state].filter(Boolean).join(', ');
}
