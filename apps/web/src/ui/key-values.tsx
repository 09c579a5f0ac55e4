import type { ReactNode } from 'react';

export type KeyValue = { label: string; value: ReactNode };

/** Facts about one record, a line each. Null and empty values show a dash. */
export function KeyValues({ items }: { items: readonly KeyValue[] }) {
  return (
    <dl className="pairs">
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? <span className="mute">–</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
