import type { CSSProperties, ReactNode } from 'react';

/** `key`: only if labels are not unique. */
export type Stat = { key?: string; label: string; value: ReactNode; hint?: ReactNode };

const maxPerRow = 7;

/** Figures, each with its name above and a hint below: in one row, or in rows of equal length. */
export function StatStrip({ items }: { items: readonly Stat[] }) {
  const inRow = Math.ceil(items.length / Math.ceil(items.length / maxPerRow));
  return (
    // CSSProperties has no custom properties.
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
