import { changeSets } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { waitingChangeSetsQuery } from '#data/change-sets';
import { formatNumber } from '#lib/format';
import { useMayOpen } from '#ui/may-open';
import { dailyWords } from '../screens/screen';
import { screens } from '../screens/screens';

/** The screens of daily work by name, below the bar of wide windows: those the viewer may open. */
export function DailyWords() {
  const { t } = useTranslation('shell');
  const mayOpen = useMayOpen();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const shown = dailyWords.flatMap((word) =>
    screens.flatMap((screen) => ('word' in screen && screen.word === word ? [{ word, path: screen.path }] : [])),
  );
  return (
    <nav className="daily-words" aria-label={t('words.label')}>
      {shown
        .filter(({ path }) => mayOpen(path))
        .map(({ path, word }) => (
          <span key={path} className="daily-word">
            <Link
              to={path}
              search={{}}
              activeProps={{}}
              aria-current={here === path ? 'page' : here.startsWith(`${path}/`) ? 'true' : undefined}
            >
              {t(`words.${word}`)}
            </Link>
            {word === 'changes' && <WaitingChangeSets />}
          </span>
        ))}
    </nav>
  );
}

/** How many change sets wait for a decision. */
function WaitingChangeSets() {
  const { t } = useTranslation('shell');
  const { data: count = 0 } = useQuery({ ...waitingChangeSetsQuery, enabled: useMay(changeSets.list) });
  if (count === 0) return null;
  return (
    <Link to="/change-sets" search={{}} activeProps={{}} className="daily-count">
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="visually-hidden">{t('words.waiting', { count })}</span>
    </Link>
  );
}
