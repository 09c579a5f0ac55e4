import { isOpenTo } from '@key2xs/contract';
import { type ReactNode, useCallback } from 'react';
import { OfferedScreens } from '#components/offers';
import { useIsView, useViewer } from '#data/auth';
import { MayOpenProvider } from '#ui/may-open';
import { screenAt, screens } from './screens';

/** Limits menus and links to the screens the signed-in user may open. */
export function ScreensProvider({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  const isView = useIsView();
  const mayOpen = useCallback(
    (to: unknown) => {
      const screen = typeof to === 'string' ? screenAt(to) : undefined;
      if (isView && screen?.isForChanges) return false;
      const needed = screen?.opensTo ?? [];
      return viewer ? needed.every((one) => isOpenTo(one, viewer)) : needed.length === 0;
    },
    [viewer, isView],
  );
  return (
    <MayOpenProvider value={mayOpen}>
      <OfferedScreens value={screens}>{children}</OfferedScreens>
    </MayOpenProvider>
  );
}
