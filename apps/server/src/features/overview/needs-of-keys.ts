import type { NeedsYou } from '@key2xs/contract';
import type { KeyStates } from './key-states';

/** Work left at keys once rights are recorded. Leaves out key systems whose keys were never read. */
export function listOfKeys(systems: readonly KeyStates[]): NeedsYou[] {
  const kinds = ['held_by_inactive', 'to_update', 'missing'] as const;
  return kinds.flatMap((what) =>
    systems.flatMap(({ id, name, is_active, read_at, entitled, ...counts }): NeedsYou[] => {
      const count = counts[what];
      if (!is_active || !read_at || count === 0) return [];
      const of = what === 'missing' ? entitled : null;
      return [{ kind: 'keys', id, name, what, count, of, read_at: read_at.toISOString() }];
    }),
  );
}
