import type { PlanVersion } from '@key2xs/contract';
import type { TFunction } from 'i18next';

const ways = ['added', 'changed', 'removed'] as const;

/** What a version changed against the one before: "1 rule added, 2 access profiles changed". */
export function versionWords({ number, changes }: PlanVersion, t: TFunction<'plan-versions'>): string {
  const words = (['rules', 'profiles'] as const).flatMap((part) =>
    ways.flatMap((way) => {
      const count = changes[part]?.[way] ?? 0;
      return count > 0 ? [t(`history.parts.${part}.${way}`, { count })] : [];
    }),
  );
  const hasSettings = (changes.settings?.changed ?? 0) > 0;
  const said = [...words, ...(hasSettings ? [t('history.settings')] : [])].join(', ');
  if (said === '') return number === 1 ? t('history.first') : '–';
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Who gained and lost doors when a version came into force. */
export function figuresWords(figures: PlanVersion['figures'], t: TFunction<'plan-versions'>): string {
  if (!figures) return t('history.notKept');
  const { people_gaining, people_losing } = figures;
  const words = [
    people_gaining > 0 && t('history.gained', { count: people_gaining }),
    people_losing > 0 && t('history.lost', { count: people_losing }),
  ].filter(Boolean);
  return words.length > 0 ? words.join(' ') : t('history.noEffect');
}
