import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** After each navigation the page starts at its top, and the keyboard in its content. Filters and paging do not count. */
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
