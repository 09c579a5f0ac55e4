import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** After each navigation, scrolls to the top and focuses the content. Filters and paging do not count as navigation. */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
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
