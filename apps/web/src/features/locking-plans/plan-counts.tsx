import type { LockingPlan } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { StatStrip } from '#ui/stat-strip';

/** Size of a plan, and how much of it exists in the key system. */
export function PlanCounts({ counts }: { counts: LockingPlan['counts'] }) {
  const { t } = useTranslation('locking-plans');
  const known = (unknown: number) => (unknown > 0 ? t('counts.unknown', { count: unknown }) : t('counts.allKnown'));
  return (
    <StatStrip
      items={[
        { label: t('counts.rows'), value: formatNumber(counts.rows), hint: known(counts.unknown_rows) },
        { label: t('counts.columns'), value: formatNumber(counts.columns), hint: known(counts.unknown_columns) },
        { label: t('counts.rights'), value: formatNumber(counts.rights) },
      ]}
    />
  );
}
