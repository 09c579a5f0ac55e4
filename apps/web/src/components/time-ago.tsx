import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { timeAgo } from '#lib/time/time-ago';

/** Never, Just now, 5 minutes ago …, with the exact moment on hover. */
export function TimeAgo({ instant }: { instant: string | null }) {
  const { t } = useTranslation('key-systems');
  const ago = timeAgo(instant, Date.now());
  const words = 'count' in ago ? t(`ago.${ago.unit}`, { count: ago.count }) : t(`ago.${ago.unit}`);
  if (instant === null) return <span>{words}</span>;
  return (
    <time dateTime={instant} title={formatInstant(instant)}>
      {words}
    </time>
  );
}
