import type { ReactNode } from 'react';

type Props = { title?: string; actions?: ReactNode; padded?: boolean; children: ReactNode };

/** A bordered surface. Tables and filter bars go in directly; `padded` is for text and forms. */
export function Panel({ title, actions, padded, children }: Props) {
  return (
    <section className="panel" aria-label={title}>
      {(title || actions) && (
        <div className="panel-head">
          {title && <h2>{title}</h2>}
          {actions && <div className="actions">{actions}</div>}
        </div>
      )}
      {padded ? <div className="panel-body">{children}</div> : children}
    </section>
  );
}
