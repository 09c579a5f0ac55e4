import type { ReactNode } from 'react';

export type Stat = { label: string; value: ReactNode; hint?: ReactNode };

/** A row of figures, each with its name above and a hint below. */
export function StatStrip({ items }: { items: readonly Stat[] }) {
  return (
    <dl className="strip">
      {items.map(({ label, value, hint }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="strip-value">{value}</dd>
          {hint && <dd className="strip-hint">{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}
