import { useTranslation } from 'react-i18next';
import { MatchedPeople } from '../matched-people';
import type { RuleValues } from './rule-schema';
import { useMeasure } from './use-measure';

/** How many people and doors the present sentence matches; never shows the figures of an earlier one. */
export function RuleMeasure({ planId, values }: { planId: string; values: RuleValues }) {
  const { t } = useTranslation('rule-editor');
  const data = useMeasure(planId, values);
  const [hasPeople, hasDoors] = [values.subjects.length > 0, values.objects.length > 0];
  if (!hasPeople && !hasDoors) return <p className="mute">{t('measure.none')}</p>;
  if (!data) return <p className="mute">{t('measure.working')}</p>;
  const people = t('measure.people', { count: data.people });
  return (
    // A list of people opens in it, which a paragraph cannot hold.
    <div className="mute">
      {hasPeople && <MatchedPeople label={people} subjects={values.subjects} />}
      {hasPeople && hasDoors && ' · '}
      {hasDoors && t('measure.doors', { count: data.doors })}
    </div>
  );
}
