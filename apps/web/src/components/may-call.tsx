import type { Endpoint } from '@key2xs/contract';
import type { ReactNode } from 'react';
import { useIsView, useMay } from '#data/auth';

/** Shows actions only to those whose session may call all of these endpoints. */
export function MayCall({ of, children }: { of: readonly Endpoint[]; children: ReactNode }) {
  return useMay(...of) ? children : null;
}

/** Disables every input and button inside during a view, in which nothing can be saved. */
export function DisabledInView({ children }: { children: ReactNode }) {
  return (
    <fieldset disabled={useIsView()} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      {children}
    </fieldset>
  );
}
