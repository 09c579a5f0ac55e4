import { DirectoryChange } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';

/** Joined 3 · Left 1 · …; without changes, how many people were read. */
export function RunCounts({ counts }: { counts: Readonly<Record<string, number>> }) {
  const { t } = useTranslation(['source', 'change-sets']);
  const parts = DirectoryChange.options.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [`${t(`change-sets:counts.${kind}`)} ${formatNumber(count)}`] : [];
  });
  if (parts.length > 0) return parts.join(' · ');
  return <span className="mute">{t('runs.unchanged', { count: counts.unchanged ?? 0 })}</span>;
}
