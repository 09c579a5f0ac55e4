import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/**
 * Focuses the content at the start and after a sign-in. After each navigation, scrolls to the top and focuses the
 * content; filters and paging do not count as navigation.
 */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [main]);
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged }) => {
        if (!pathChanged) return;
        window.scrollTo(0, 0);
        main.current?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}
