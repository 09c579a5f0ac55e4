import type { PlanDelta } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { isEach } from '#lib/is-each';

type T = TFunction<'plan-versions'>;
type Counted = Pick<
  PlanDelta,
  'people_gaining' | 'people_losing' | 'people_other_hours' | 'doors' | 'rights_gained' | 'rights_lost'
>;

/** What is decided by activating or switching off, as a sentence: "60 people will be allowed to open 36 doors." */
export function outcomeWords(effect: Counted, t: T): string {
  const { people_gaining, people_losing, people_other_hours } = effect;
  const doors = doorsWords(effect, t);
  const people = (count: number) => t('outcome.people', { count });
  if (people_gaining > 0 && people_losing > 0) {
    return t('outcome.both', {
      gaining: people(people_gaining),
      losing: people(people_losing),
      doors: t('outcome.doors', { count: effect.doors }),
    });
  }
  if (people_gaining > 0) return t('outcome.gain', { count: people_gaining, doors });
  if (people_losing > 0) return t('outcome.lose', { count: people_losing, doors });
  return people_other_hours > 0 ? t('outcome.hours', { count: people_other_hours }) : t('outcome.noEffect');
}

function doorsWords({ people_gaining, people_losing, doors, rights_gained, rights_lost }: Counted, t: T): string {
  const [people, rights] = [people_gaining + people_losing, rights_gained + rights_lost];
  const all = t('outcome.doors', { count: doors });
  return isEach({ people, doors, rights }) ? all : t('outcome.some', { doors: all, count: rights });
}

/** How large something is that only gives: "60 people × 36 doors"; undefined where it gives nothing or takes too. */
export function sizeWords(effect: Counted, t: T): string | undefined {
  const { people_gaining, people_losing, doors, rights_gained: rights } = effect;
  if (people_gaining === 0 || people_losing > 0) return undefined;
  if (!isEach({ people: people_gaining, doors, rights })) return t('outcome.rights', { count: rights });
  return t('outcome.size', {
    gaining: t('outcome.people', { count: people_gaining }),
    doors: t('outcome.doors', { count: doors }),
  });
}
