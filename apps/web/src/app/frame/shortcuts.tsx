import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useState } from 'react';
import { loadChunk } from '#lib/chunk';
import { isTyping } from '#ui/is-typing';

const load = () => loadChunk('ShortcutSheet', () => import('./shortcut-sheet'));
const ShortcutSheet = lazy(async () => ({ default: (await load()).ShortcutSheet }));

const Show = createContext<() => void>(() => undefined);

export const useShowShortcuts = () => useContext(Show);

/** Opens the sheet of shortcuts by `?`, or on request of a component below. */
export function Shortcuts({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const [show] = useState(() => () => setIsOpen(true));
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event)) show();
    };
    window.addEventListener('keydown', openByKey);
    return () => window.removeEventListener('keydown', openByKey);
  }, [show]);
  return (
    <Show value={show}>
      {children}
      {isOpen && (
        <Suspense>
          <ShortcutSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Show>
  );
}
