import { useEffect, useRef, useState } from 'react';

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]';

/**
 * Gives the focus back when a dialog or drawer goes: to what opened it, or to the nearest place around that which is still
 * there. Whoever has taken the focus meanwhile, as a screen that was opened, keeps it.
 * @param home asked first, e.g. for the row whose details were shown last
 */
export function useFocusReturn(home?: () => HTMLElement | null | undefined): void {
  const [way] = useState(wayBack);
  const latestHome = useRef(home);
  useEffect(() => {
    latestHome.current = home;
  });
  useEffect(
    () => () => {
      const first = latestHome.current?.();
      setTimeout(() => giveBack(first ? [first, ...way] : way));
    },
    [way],
  );
}

/** What has the focus now, and what is around it. An entry of a menu goes with the menu: its button stands for it. */
function wayBack(): Element[] {
  const menu = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const way: Element[] = [];
  let at = menu ? document.getElementById(menu) : document.activeElement;
  for (; at && at !== document.body; at = at.parentElement) way.push(at);
  const main = document.querySelector('main');
  return main ? [...way, main] : way;
}

function giveBack(way: readonly Element[]): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body) return;
  for (const place of way) {
    if (!(place instanceof HTMLElement) || !place.isConnected || !place.matches(focusable)) continue;
    place.focus({ preventScroll: place.matches('main') });
    if (document.activeElement === place) return;
  }
}
