import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogout, useMe } from '#data/auth';
import { formatInstant } from '#lib/format';

const COUNTED_MS = 60 * 60_000;

/** Above every screen while this tab acts for another administrator, with the way back. */
export function ActingBanner() {
  const { t } = useTranslation('shell');
  const acting = useMe()?.acting;
  const logout = useLogout(); // The page loads again with the own session.
  if (!acting) return null;
  return (
    <section className="acting-banner" aria-label={t('acting.label')}>
      <p>
        {t(`acting.${acting.as}`, { name: acting.username })} · <TimeLeft until={acting.ends_at} />
      </p>
      <Button size="compact-sm" variant="default" loading={logout.isPending} onClick={() => logout.mutate()}>
        {t('acting.end')}
      </Button>
    </section>
  );
}

/** Counts down the last hour; before that, when it ends. */
function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('shell');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const leftMs = Math.max(0, Date.parse(until) - now);
  if (leftMs > COUNTED_MS) return t('acting.until', { when: formatInstant(until) });
  const seconds = Math.floor(leftMs / 1_000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <span role="timer">{t('acting.left', { time })}</span>;
}
