import { ChangeKind } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { StatStrip } from '#ui/stat-strip';

const order: readonly string[] = [...ChangeKind.options, 'unchanged'];

/** A run's counts of changes or records, by kind. */
export function ChangeCounts({ counts }: { counts: Readonly<Record<string, number>> }) {
  const { t } = useTranslation('change-sets');
  const words = new Map<string, string>(Object.entries(t('counts', { returnObjects: true })));
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const names = Object.keys(counts).sort((a, b) => place(a) - place(b));
  const items = names.map((name) => ({
    label: words.get(name) ?? name.replaceAll('_', ' '),
    value: formatNumber(counts[name] ?? 0),
  }));
  return items.length > 0 && <StatStrip items={items} />;
}
