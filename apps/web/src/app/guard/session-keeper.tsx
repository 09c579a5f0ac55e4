import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { askedFor } from '#lib/asked-for';
import { session } from '#lib/session';
import { useToast } from '#ui/toast';
import { router } from '../router';
import { isSignInAddress } from '../sign-in/sign-in-address';
import { watchPresence } from './watch-presence';

// Fetched when first needed: the sign-in page does without everything it stands on.
const refresh = async () => (await import('#data/auth')).refreshSession();
const leave = () => void router.navigate({ to: '/login' });

/** Keeps the session of people at work alive, and leads to /login when it is over, here or in another tab. */
export function SessionKeeper() {
  const toast = useToast();
  const { t } = useTranslation('entry');
  useEffect(() => {
    session.start(refresh);
    const stopWatching = watchPresence({
      onUse: () => session.touch(),
      onReturn: () => session.phase() !== 'signed-out' && session.check(),
      onSignedOut: leave,
      // What this tab shows was read for somebody else.
      onOtherUser: () => window.location.reload(),
    });
    const stopListening = session.onEnd(() => {
      const { pathname, href } = router.state.location;
      if (!isSignInAddress(pathname)) askedFor.keep(href);
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
