import type { AccessEffect } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { type Stat, StatStrip } from '#ui/stat-strip';

/** What an activation would mean for people, doors and those who walk to them. */
export function EffectFigures({ effect }: { effect: AccessEffect }) {
  const { t } = useTranslation('plan-versions');
  const { before, after, policy } = effect.schedule_conflicts;
  const items: Stat[] = [
    { label: t('figures.gaining'), value: formatNumber(effect.people_gaining) },
    { label: t('figures.losing'), value: formatNumber(effect.people_losing) },
    { label: t('figures.hours'), value: formatNumber(effect.hours_changed) },
    { label: t('figures.doors'), value: formatNumber(effect.doors) },
    { label: t('figures.keys'), value: formatNumber(effect.keys_to_update) },
    { label: t('figures.cylinders'), value: formatNumber(effect.cylinders_to_visit) },
    { label: t('figures.withoutKey'), value: formatNumber(effect.people_without_key) },
    { label: t('figures.sensitive'), value: formatNumber(effect.sensitive_locations) },
    {
      label: t('figures.conflicts'),
      value: formatNumber(after),
      hint: `${t('figures.before', { count: before })}; ${t(`figures.policies.${policy}`)}`,
    },
  ];
  return <StatStrip items={items} />;
}
