import type { ReactNode } from 'react';

type Props = { label: string; count: string; children: ReactNode };

/** Actions on the selected rows; hidden while none is selected. */
export function BulkBar({ label, count, children }: Props) {
  return (
    <section className="bulk-bar" aria-label={label}>
      <strong aria-live="polite">{count}</strong>
      <div className="actions">{children}</div>
    </section>
  );
}
