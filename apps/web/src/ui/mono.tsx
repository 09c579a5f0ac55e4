import type { ReactNode } from 'react';

/** Markings, serials and ids. */
export function Mono({ children }: { children: ReactNode }) {
  return <span className="mono">{children}</span>;
}
