import type { KeySystemWrite } from '@key2xs/domain';
import type { Tx } from '#platform/deps';
import { recordUndone, recordWrites } from '../recorded/service';
import type { WorkRow } from './work-row';

type Taken = Pick<WorkRow, 'before' | 'write'>;

/** Restores the recorded state from before entries of one kind were ticked. */
export async function takeBack(
  tx: Tx,
  connectionId: string,
  { kind, entries, at }: { kind: KeySystemWrite['kind']; entries: readonly Taken[]; at: Date },
): Promise<void> {
  const origin = { by: 'ticked', at } as const;
  const writes = entries.map(({ write }) => write);
  const known = entries.filter(({ before }) => before !== null).map(({ write, before }) => ({ ...write, ...before }));
  switch (kind) {
    case 'member_add':
      return recordWrites(tx, connectionId, { kind: 'member_remove', writes, origin });
    case 'member_remove':
      return recordWrites(tx, connectionId, { kind: 'member_add', writes, origin });
    case 'person_update':
      return recordWrites(tx, connectionId, { kind, writes: known, origin });
    case 'profile_put': {
      await recordWrites(tx, connectionId, { kind, writes: known, origin });
      const made = entries.filter(({ before }) => before === null).map(({ write }) => write);
      return recordUndone(tx, connectionId, { kind, writes: made, origin });
    }
    default:
      return recordUndone(tx, connectionId, { kind, writes, origin });
  }
}
