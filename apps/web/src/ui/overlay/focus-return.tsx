import { useEffect, useRef, useState } from 'react';

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]';

/**
 * Returns the focus when a dialog or drawer closes: to its opener, or to the nearest remaining ancestor. An element
 * that has taken the focus in the meantime keeps it.
 * @param home preferred target, e.g. the row whose details were shown last
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

/**
 * The focused element and its ancestors. A menu item is replaced by the button of its menu, because it disappears
 * with it.
 */
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
