import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { requestedUrl } from '#lib/addresses/requested-url';
import { isActing, session, takeActingEnd } from '#lib/session';
import { useToast } from '#ui/toast';
import { router } from '../router';
import { isSignInAddress } from '../sign-in/sign-in-address';
import { watchPresence } from './watch-presence';

// Loaded on first use, to keep its dependencies out of the sign-in page.
const refresh = async () => (await import('#data/auth')).refreshSession();
const leave = () => void router.navigate({ to: '/login' });

const COUNTDOWN_MS = 1_000;

/** Ends acting when its countdown does, and not at the next check. @returns how to stop */
function endOnTime(): () => void {
  const timer = setInterval(() => {
    const phase = session.phase();
    if (phase === 'expiring-soon' || phase === 'expired') session.end();
  }, COUNTDOWN_MS);
  return () => clearInterval(timer);
}

/**
 * Renews the session of an active user, and opens /login when it ends, here or in another tab. Acting for another
 * administrator ends in the own session.
 */
export function SessionKeeper() {
  const toast = useToast();
  const { t } = useTranslation('entry');
  // Before the router loads the first screen, whose guard may end the session.
  useLayoutEffect(() => {
    session.start(refresh);
    if (takeActingEnd()) toast.warning(t('session.actingEnded'));
    const stopWatching = watchPresence({
      onUse: () => session.touch(),
      onReturn: () => session.phase() !== 'signed-out' && session.check(),
      // Acting for another ends with the own session.
      onSignedOut: isActing ? () => session.end() : leave,
      // This tab shows data of the previous user.
      onOtherUser: () => window.location.reload(),
    });
    const stopListening = isActing
      ? endOnTime()
      : session.onEnd(() => {
          const { pathname, href } = router.state.location;
          if (!isSignInAddress(pathname)) requestedUrl.save(href);
          leave();
          toast.warning(t('session.expired'));
        });
    return () => {
      stopWatching();
      stopListening();
    };
  }, [toast, t]);
  return null;
}
