import type { PlanDelta } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isEach } from '#lib/is-each';

/** What an edit does to people, keys and cylinders: "60 people gain 1 door, no one loses any. 48 keys to update." */
export function EffectSentence({ effect }: { effect: PlanDelta }) {
  const { t } = useTranslation('plan-matrix');
  const { before, after } = effect.schedule_conflicts;
  return (
    <>
      <p>{peopleWords(effect, t)}</p>
      <p className="mute">{workWords(effect, t)}</p>
      {after > before && <p className="tone-amber">{t('propose.effect.conflicts', { count: after - before })}</p>}
    </>
  );
}

type T = TFunction<'plan-matrix'>;

function peopleWords(effect: PlanDelta, t: T): string {
  const { people_gaining, people_losing, people_other_hours, doors } = effect;
  // Where both gain and lose, it names no doors.
  const [people, rights] = [people_gaining + people_losing, effect.rights_gained + effect.rights_lost];
  const all = t('doors', { count: doors });
  const named = isEach({ people, doors, rights }) ? all : t('propose.effect.some', { doors: all, count: rights });
  const hours = people_other_hours > 0 ? [t('changes.hours', { count: people_other_hours })] : [];
  const changes =
    people_gaining > 0 && people_losing > 0
      ? [t('changes.gain', { count: people_gaining }), t('changes.lose', { count: people_losing })]
      : people_gaining > 0
        ? [t('propose.effect.gains', { count: people_gaining, doors: named }), t('propose.effect.noneLose')]
        : people_losing > 0
          ? [t('propose.effect.loses', { count: people_losing, doors: named }), t('propose.effect.noneGain')]
          : [];
  const parts = [...changes, ...hours];
  return parts.length === 0 ? t('propose.effect.noEffect') : `${parts.join(', ')}.`;
}

function workWords({ keys_to_update, cylinders_to_visit, keys_read_at }: PlanDelta, t: T): string {
  const keys =
    keys_to_update > 0
      ? t('propose.effect.keys', { count: keys_to_update })
      : t(keys_read_at ? 'propose.effect.noKey' : 'propose.effect.keysUnknown');
  const cylinders =
    cylinders_to_visit > 0
      ? t('propose.effect.cylinders', { count: cylinders_to_visit })
      : t('propose.effect.noCylinder');
  return `${keys}, ${cylinders}.`;
}
