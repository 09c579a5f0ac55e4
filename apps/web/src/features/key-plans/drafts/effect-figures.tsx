import type { PlanDelta } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { withoutKey } from '#lib/without-key';
import { KeyValues } from '#ui/key-values';
import { type Stat, StatStrip } from '#ui/stat-strip';

type Props = { effect: PlanDelta };

/** What it would mean for people, doors and those who walk to them; what it does not touch is left out. */
export function EffectFigures({ effect }: Props) {
  const { t } = useTranslation('plan-versions');
  const people: (Stat | false)[] = [
    figure(t('figures.gaining'), effect.people_gaining),
    figure(t('figures.losing'), effect.people_losing),
    figure(t('figures.hours'), effect.people_other_hours),
  ];
  const items = [...people, ...workFigures(effect, t)].filter((one) => one !== false);
  return items.length > 0 && <StatStrip items={items} />;
}

/** The same in a dialog that names the people in words: a line each. */
export function EffectLines({ effect }: Props) {
  const { t } = useTranslation('plan-versions');
  const lines = workFigures(effect, t)
    .filter((one) => one !== false)
    .map(({ label, value, hint }) => ({ label, value: hint === undefined ? value : `${value} (${hint})` }));
  return lines.length > 0 && <KeyValues items={lines} areShort />;
}

type Figure = { label: string; value: string; hint?: string };

const figure = (label: string, count: number): Figure | false => count > 0 && { label, value: formatNumber(count) };

function workFigures(effect: PlanDelta, t: TFunction<'plan-versions'>): (Figure | false)[] {
  const { longest_key_list: list, keys_read_at, people_without_key } = effect;
  const isAnybody = effect.people_gaining + effect.people_losing + effect.people_other_hours > 0;
  return [
    figure(t('figures.doors'), effect.doors),
    figure(t('figures.keys'), effect.keys_to_update),
    figure(t('figures.cylinders'), effect.cylinders_to_visit),
    list.before + list.after > 0 && {
      label: t('figures.longestList'),
      value: formatNumber(list.after),
      hint: t('figures.before', { count: list.before }),
    },
    (keys_read_at ? people_without_key > 0 : isAnybody) && {
      label: t('figures.withoutKey'),
      ...withoutKey(effect, t),
    },
    figure(t('figures.sensitive'), effect.sensitive_locations),
    clashes(effect, t),
  ];
}

/** Those whose hours are not merged are warned of instead. */
function clashes({ schedule_conflicts }: PlanDelta, t: TFunction<'plan-versions'>): Figure | false {
  const { before, after, policy } = schedule_conflicts;
  if (before + after === 0 || (after > 0 && policy === 'refuse')) return false;
  return {
    label: t('figures.conflicts'),
    value: formatNumber(after),
    hint: `${t('figures.before', { count: before })}; ${t(`figures.policies.${policy}`)}`,
  };
}
