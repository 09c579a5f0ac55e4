import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { timeInWords } from '#lib/time/time-in-words';

type Props = {
  instant: string | null;
  /** Inside a sentence, therefore in lower case. */
  isInside?: boolean;
};

/** Never, Just now, 5 minutes ago …, with the exact time on hover. Renders again when the language changes. */
export function TimeAgo({ instant, isInside }: Props) {
  useTranslation('shell');
  const words = timeInWords(instant, { isInside });
  if (instant === null) return <span>{words}</span>;
  return (
    <time dateTime={instant} title={formatInstant(instant)}>
      {words}
    </time>
  );
}
