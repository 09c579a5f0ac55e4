import type { ReactNode } from 'react';

type Props = { label: string; count: string; children: ReactNode };

/** What can be done with the selected rows; appears with the first of them. */
export function BulkBar({ label, count, children }: Props) {
  return (
    <section className="bulk-bar" aria-label={label}>
      <strong aria-live="polite">{count}</strong>
      <div className="actions">{children}</div>
    </section>
  );
}
