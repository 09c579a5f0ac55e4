import { i18n } from '../i18n';
import { timeAgo } from './time-ago';

type Options = {
  /** Inside a sentence, therefore in lower case. */
  isInside?: boolean;
  /** Epoch milliseconds. */
  now?: number;
};

/** Never, Just now, 5 minutes ago …; never, just now … inside a sentence. */
export function timeInWords(instant: string | null, { isInside = false, now = Date.now() }: Options = {}): string {
  const words = wordsOf('timeAgo', timeAgo(instant, now));
  return isInside ? words.charAt(0).toLocaleLowerCase() + words.slice(1) : words;
}

/** How long something has lasted since a moment: 5 minutes. In German in the dative that “seit” requires. */
export const durationInWords = (instant: string, now: number = Date.now()): string =>
  wordsOf('duration', timeAgo(instant, now));

const wordsOf = (texts: 'timeAgo' | 'duration', ago: ReturnType<typeof timeAgo>): string =>
  i18n.t(`${texts}.${ago.unit}`, { ns: 'shell', count: 'count' in ago ? ago.count : 0 });
