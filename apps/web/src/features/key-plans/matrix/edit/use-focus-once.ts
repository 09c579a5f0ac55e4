import { useEffect, useRef } from 'react';

/** Takes the focus when it comes, so that Enter answers. */
export function useFocusOnce<E extends HTMLElement>() {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
