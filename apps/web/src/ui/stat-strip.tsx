import type { CSSProperties, ReactNode } from 'react';

/** `key`: only where labels may be the same. */
export type Stat = { key?: string; label: string; value: ReactNode; hint?: ReactNode };

const mostInRow = 7;

/** Figures, each with its name above and a hint below: in one row, or in rows of the same length. */
export function StatStrip({ items }: { items: readonly Stat[] }) {
  const inRow = Math.ceil(items.length / Math.ceil(items.length / mostInRow));
  return (
    // Custom properties are not in its type.
    <dl className="strip" style={{ '--in-row': inRow } as CSSProperties}>
      {items.map(({ key, label, value, hint }) => (
        <div key={key ?? label}>
          <dt>{label}</dt>
          <dd className="strip-value">{value}</dd>
          {hint && <dd className="strip-hint">{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}
