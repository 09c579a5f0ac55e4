import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMayOpen } from '#ui/may-open';
import { dailyWords } from '../screens/screen';
import { screens } from '../screens/screens';
import { useWaiting } from './use-waiting';

/** Links to the screens of daily work that the viewer may open, in wide windows. */
export function DailyWords() {
  const { t } = useTranslation('shell');
  const mayOpen = useMayOpen();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const waitingOn = useWaiting();
  const shown = dailyWords.flatMap((word) =>
    screens.flatMap((screen) => ('word' in screen && screen.word === word ? [{ word, path: screen.path }] : [])),
  );
  return (
    <nav className="daily-words" aria-label={t('words.label')}>
      {shown
        .filter(({ path }) => mayOpen(path))
        .map(({ path, word }) => {
          const waiting = waitingOn(path);
          return (
            <span key={path} className="daily-word">
              <Link
                to={path}
                search={{}}
                activeProps={{}}
                aria-current={here === path ? 'page' : here.startsWith(`${path}/`) ? 'true' : undefined}
              >
                {t(`words.${word}`)}
              </Link>
              {waiting && (
                <Link to={path} search={{}} activeProps={{}} className="daily-count">
                  <span aria-hidden="true">{waiting.count}</span>
                  <span className="visually-hidden">{waiting.words}</span>
                </Link>
              )}
            </span>
          );
        })}
    </nav>
  );
}
