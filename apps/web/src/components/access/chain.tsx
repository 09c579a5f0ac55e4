import type { ReactNode } from 'react';
import './chain.css';

/** Steps below each other, joined by a line: from a person to a door. */
export function Chain({ children }: { children: ReactNode }) {
  return <ol className="chain">{children}</ol>;
}

export function ChainStep({ children, hint }: { children: ReactNode; hint?: ReactNode }) {
  return (
    <li>
      <div>{children}</div>
      {hint && <div className="chain-hint">{hint}</div>}
    </li>
  );
}
