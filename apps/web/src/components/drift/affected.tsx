import type { DriftItem } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';

/** How many people and doors a change is about, as far as that is known. */
export function useAffected() {
  const { t } = useTranslation('drift');
  return ({ affects: { people, doors } }: DriftItem): string[] => [
    ...(people === null ? [] : [t('counted.people', { count: people })]),
    ...(doors === null ? [] : [t('counted.doors', { count: doors })]),
  ];
}

const maxShown = 5;

/** The first of these changes, each with what it is about: people and doors of several overlap and have no sum. */
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
