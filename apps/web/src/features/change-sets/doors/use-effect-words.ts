import type { ChangeSet } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { isEach } from '#lib/is-each';

type Words = { losing?: string; gaining?: string; hours?: string; unchanged?: string };

/**
 * The effect of a change set on people and doors; in the past tense only if everything was applied. An import changes
 * who may
 * open what, but no door yet.
 */
export function useEffectWords({ effect, kind, state, failed, waiting }: ChangeSet): Words {
  const { t } = useTranslation('change-sets');
  if (!effect) return {};
  const { people_losing, people_gaining, people_other_hours } = effect;
  const isDone = state === 'applied' && failed === 0 && waiting === 0;
  const tense = !isDone ? 'planned' : kind === 'directory' ? 'wanted' : 'done';
  if (people_losing + people_gaining + people_other_hours === 0) return { unchanged: t(`doors.${tense}.noEffect`) };
  const doorsOf = (people: number, count: number, rights: number) => {
    const doors = t('doors.doors', { count });
    return isEach({ people, doors: count, rights }) ? doors : t('doors.some', { doors, count: rights });
  };
  return {
    ...(people_losing > 0 && {
      losing: t(`doors.${tense}.losing`, {
        count: people_losing,
        doors: doorsOf(people_losing, effect.doors_lost, effect.rights_lost),
      }),
    }),
    ...(people_gaining > 0 && {
      gaining: t(`doors.${tense}.gaining`, {
        count: people_gaining,
        doors: doorsOf(people_gaining, effect.doors_gained, effect.rights_gained),
      }),
    }),
    ...(people_other_hours > 0 && { hours: t(`doors.${tense}.hours`, { count: people_other_hours }) }),
  };
}
