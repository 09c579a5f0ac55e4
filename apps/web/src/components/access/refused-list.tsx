import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Pair, WhyNotDrawer } from './why-not-drawer';

const maxShown = 5;

type Props = {
  title: string;
  /** The part of each pair that is listed: the door or the person. */
  rows: readonly { words: string; hint: string; pair: Pair }[];
  /** Whether there are more matches than loaded. */
  isMore: boolean;
};

/** Matches of a search without access, each with a button that explains why. */
export function RefusedList({ title, rows, isMore }: Props) {
  const { t } = useTranslation('access');
  const [explained, setExplained] = useState<Pair>();
  return (
    <section className="panel-body" aria-label={title}>
      <h3 style={{ marginBottom: 8 }}>{title}</h3>
      <ul className="lines">
        {rows.slice(0, maxShown).map(({ words, hint, pair }) => (
          <li key={`${pair.person.id} ${pair.door.id}`}>
            {words}{' '}
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('whyNot.ask', { name: pair.person.display_name, door: pair.door.name })}
              onClick={() => setExplained(pair)}
            >
              {t('whyNot.button')}
            </Button>
            <div className="mute">{hint}</div>
          </li>
        ))}
        {(isMore || rows.length > maxShown) && <li className="mute">{t('whyNot.more')}</li>}
      </ul>
      {explained && <WhyNotDrawer pair={explained} onClose={() => setExplained(undefined)} />}
    </section>
  );
}
