import type { AccessEvaluation } from '@key2xs/contract';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '#platform/visible-to';
import { heldKeys } from '../../keys/service';

type Held = { id: string; marking: string; carries: boolean; last_update_at: Date | null; changed_at: Date | null };

/** The keys a person holds, and whether what is recorded has reached them. */
export async function listKeysOf(reader: Reader, person: string): Promise<AccessEvaluation['on_keys']> {
  const { rows } = await sql<Held>`
    select * from (${heldKeys(reader)}) as held where person_id = ${person}::uuid and ${visibleTo(reader.viewer, 'inventory')}
    order by marking`.execute(reader.db);
  return rows.map(({ id, marking, carries, last_update_at: updated, changed_at: recorded }) => ({
    key_id: id,
    marking,
    state: !carries || !updated || !recorded ? 'unknown' : updated >= recorded ? 'up_to_date' : 'waiting',
    updated_at: updated?.toISOString() ?? null,
    recorded_at: recorded?.toISOString() ?? null,
  }));
}
