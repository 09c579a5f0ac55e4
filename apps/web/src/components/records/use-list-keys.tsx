import { type RefObject, useEffect } from 'react';
import { isTyping } from '#ui/is-typing';

/** From anywhere on the screen, j and k move to the list, to the row that was focused last. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const enter = (event: KeyboardEvent) => {
      const isFirst = document.querySelector('.record-list') === list.current;
      if (!['j', 'k'].includes(event.key) || event.defaultPrevented || isTyping(event) || !isFirst) return;
      list.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus();
    };
    window.addEventListener('keydown', enter);
    return () => window.removeEventListener('keydown', enter);
  }, [list]);
}
