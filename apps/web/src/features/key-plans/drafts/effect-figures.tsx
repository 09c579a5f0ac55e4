import type { AccessEffect } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { withoutKey } from '#lib/without-key';
import { KeyValues } from '#ui/key-values';
import { type Stat, StatStrip } from '#ui/stat-strip';

type Props = { effect: AccessEffect };

/** What it would mean for people, doors and those who walk to them. */
export function EffectFigures({ effect }: Props) {
  const { t } = useTranslation('plan-versions');
  const people: Stat[] = [
    { label: t('figures.gaining'), value: formatNumber(effect.people_gaining) },
    { label: t('figures.losing'), value: formatNumber(effect.people_losing) },
    { label: t('figures.hours'), value: formatNumber(effect.hours_changed) },
  ];
  return <StatStrip items={[...people, ...useWork(effect)]} />;
}

/** The same in a dialog that names the people in words: a line each. */
export function EffectLines({ effect }: Props) {
  const lines = useWork(effect).map(({ label, value, hint }) => ({
    label,
    value: hint === undefined ? value : `${value} (${hint})`,
  }));
  return <KeyValues items={lines} areShort />;
}

type Figure = { label: string; value: string; hint?: string };

function useWork(effect: AccessEffect): Figure[] {
  const { t } = useTranslation('plan-versions');
  const { before, after, policy } = effect.schedule_conflicts;
  return [
    { label: t('figures.doors'), value: formatNumber(effect.doors) },
    { label: t('figures.keys'), value: formatNumber(effect.keys_to_update) },
    { label: t('figures.cylinders'), value: formatNumber(effect.cylinders_to_visit) },
    {
      label: t('figures.longestList'),
      value: formatNumber(effect.longest_key_list.after),
      hint: t('figures.before', { count: effect.longest_key_list.before }),
    },
    { label: t('figures.withoutKey'), ...withoutKey(effect, t) },
    { label: t('figures.sensitive'), value: formatNumber(effect.sensitive_locations) },
    {
      label: t('figures.conflicts'),
      value: formatNumber(after),
      hint: `${t('figures.before', { count: before })}; ${t(`figures.policies.${policy}`)}`,
    },
  ];
}
