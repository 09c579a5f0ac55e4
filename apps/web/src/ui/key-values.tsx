import type { ReactNode } from 'react';

export type KeyValue = { label: string; value: ReactNode };

type Props = {
  items: readonly KeyValue[];
  /** Short values, shown beside their labels on phones too. */
  areShort?: boolean;
};

/** Facts about one record, one per line. Null and empty values show a dash. */
export function KeyValues({ items, areShort }: Props) {
  return (
    <dl className="pairs" data-short={areShort}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? <span className="mute">–</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
