import type { KeySystemWrite } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { mirrorWrites } from './mirror-writes';
import type { WorkRow } from './queries';

type Taken = Pick<WorkRow, 'before' | 'write'>;

/** Puts the mirror back to what it held before entries of one kind were ticked. */
export async function takeBack(
  tx: Tx,
  connectionId: string,
  kind: KeySystemWrite['kind'],
  entries: readonly Taken[],
): Promise<void> {
  const writes = JSON.stringify(entries.map(({ write }) => write));
  const mirror = (as: KeySystemWrite['kind'], rows: readonly object[]) =>
    mirrorWrites(tx, connectionId, { kind: as, writes: rows });
  const known = entries.filter(({ before }) => before !== null).map(({ write, before }) => ({ ...write, ...before }));
  switch (kind) {
    case 'member_add':
      return mirror(
        'member_remove',
        entries.map(({ write }) => write),
      );
    case 'member_remove':
      return mirror(
        'member_add',
        entries.map(({ write }) => write),
      );
    case 'person_update':
      return mirror('person_update', known);
    case 'profile_put':
      await mirror('profile_put', known);
      // Without doors and hours it counts as not there; memberships that were ticked stay ticked.
      await sql`update key_system_profile set content = null where connection_id = ${connectionId} and reference in (
        select (w ->> 'reference')::uuid from jsonb_array_elements(${JSON.stringify(
          entries.filter(({ before }) => before === null).map(({ write }) => write),
        )}::jsonb) as w)`.execute(tx);
      return;
    case 'person_create':
      await sql`delete from key_system_person where connection_id = ${connectionId} and reference in (
        select (w ->> 'reference')::uuid from jsonb_array_elements(${writes}::jsonb) as w)`.execute(tx);
      return;
    case 'person_deactivate':
      await sql`update key_system_person set active = true where connection_id = ${connectionId} and reference in (
        select (w ->> 'person_reference')::uuid from jsonb_array_elements(${writes}::jsonb) as w)`.execute(tx);
  }
}
