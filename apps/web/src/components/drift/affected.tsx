import type { DriftItem } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';

/** How many people and doors a change affects, as far as known. */
export function useAffected() {
  const { t } = useTranslation('drift');
  return ({ affects: { people, doors } }: DriftItem): string[] => [
    ...(people === null ? [] : [t('counted.people', { count: people })]),
    ...(doors === null ? [] : [t('counted.doors', { count: doors })]),
  ];
}

const maxShown = 5;

/** The first of these changes with their effect: people and doors of several overlap and cannot be added up. */
export function ChosenChanges({ items }: { items: readonly DriftItem[] }) {
  const { t } = useTranslation('drift');
  const affectedBy = useAffected();
  const more = items.length - maxShown;
  return (
    <>
      <ul>
        {items.slice(0, maxShown).map((item) => {
          const parts = affectedBy(item);
          return (
            <li key={item.id}>
              {item.what} {parts.length > 0 && <span className="mute">{t('affects', { parts })}</span>}
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className="mute">{t('chosen.more', { count: more })}</p>}
    </>
  );
}
