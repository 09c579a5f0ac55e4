import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Pair, WhyNotDrawer } from './why-not-drawer';

const mostShown = 5;

type Props = {
  title: string;
  /** What is listed of each pair: the door or the person. */
  rows: readonly { words: string; hint: string; pair: Pair }[];
  /** Whether more match than are known. */
  isMore: boolean;
};

/** Matches of a search that nothing grants, each with the question why. */
export function RefusedList({ title, rows, isMore }: Props) {
  const { t } = useTranslation('access');
  const [asked, setAsked] = useState<Pair>();
  return (
    <section className="panel-body" aria-label={title}>
      <h3 style={{ marginBottom: 8 }}>{title}</h3>
      <ul className="lines">
        {rows.slice(0, mostShown).map(({ words, hint, pair }) => (
          <li key={`${pair.person.id} ${pair.door.id}`}>
            {words}{' '}
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('whyNot.ask', { name: pair.person.display_name, door: pair.door.name })}
              onClick={() => setAsked(pair)}
            >
              {t('whyNot.button')}
            </Button>
            <div className="mute">{hint}</div>
          </li>
        ))}
        {(isMore || rows.length > mostShown) && <li className="mute">{t('whyNot.more')}</li>}
      </ul>
      {asked && <WhyNotDrawer pair={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}
