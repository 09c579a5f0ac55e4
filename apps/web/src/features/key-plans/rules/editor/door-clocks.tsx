import type { KeyPlan } from '@key2xs/contract';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { RuleValues } from './rule-schema';
import { useMeasure } from './use-measure';

type Props = { plan: KeyPlan; form: UseFormReturn<RuleValues> };

/** By whose clocks the hours count at the chosen doors, where that is not the plan's alone. */
export function DoorClocks({ plan: { id, time_zone: zone }, form }: Props) {
  const { t } = useTranslation('week');
  const [subjects, subject_match, objects] = useWatch({
    control: form.control,
    name: ['subjects', 'subject_match', 'objects'],
  });
  const clocks = useMeasure(id, { subjects, subject_match, objects })?.clocks ?? [];
  if (clocks.every(({ time_zone }) => time_zone === zone)) return <span className="mute">{t('zone', { zone })}</span>;
  const said = clocks.map(({ time_zone, doors }) => t('clock', { zone: time_zone, count: doors }));
  return (
    <span style={{ display: 'block' }}>
      {t('clocks', { clocks: said })} <span className="mute">{t('datesIn', { zone })}</span>
    </span>
  );
}
