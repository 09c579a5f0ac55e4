import { useBlocker, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { session } from '#lib/session';

/** Asks before leaving an unfinished setup, except when the session ends. Back leaves from the first step only. */
export function useLeaving({ isUnfinished, isFirst }: { isUnfinished: boolean; isFirst: boolean }) {
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const asks = () => isUnfinished && session.isAuthenticated();
  const blocked = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      asks() && current.pathname !== next.pathname && (isFirst || action !== 'BACK'),
    enableBeforeUnload: asks,
    withResolver: true,
  });
  return {
    question: blocked.status === 'blocked' ? { leave: blocked.proceed, stay: blocked.reset } : undefined,
    goBack: () => (canGoBack ? router.history.back() : void navigate({ to: '/dashboards/start' })),
    finish: () => void navigate({ to: '/connection-manager', ignoreBlocker: true }),
  };
}
