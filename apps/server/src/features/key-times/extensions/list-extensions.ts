import type { KeyExtension } from '@key2xs/contract';
import { sql } from 'kysely';
import { notFound } from '#platform/errors';
import { type Reader, visibleTo } from '#platform/visible-to';
import { keysOf } from '../../keys/relation';

const shown = 50;

type Row = Omit<KeyExtension, 'asked_at' | 'decided_at' | 'ends_at' | 'is_own'> & {
  asked_by_id: string | null;
  asked_at: Date;
  decided_at: Date | null;
  ends_at: Date | null;
};

/** Those that are open or in force first, then the newest. */
export async function listExtensions(reader: Reader, id?: string): Promise<KeyExtension[]> {
  const { rows } = await sql<Row>`
    select one.id, one.hours, one.reason, one.asked_by, one.asked_by_id, one.asked_at, one.state, one.decided_by,
      one.decided_at, one.decision_reason, one.ends_at,
      (select coalesce(jsonb_agg(jsonb_build_object('id', key.id, 'marking', key.marking) order by key.marking), '[]')
        from key_extension_key as line join ${keysOf(reader)} on key.id = line.key_id
        where line.extension_id = one.id) as keys
    from key_extension as one
    where ${visibleTo(reader.viewer, 'key_times')} and ${id === undefined ? sql`true` : sql`one.id = ${id}`}
    order by one.state in ('open', 'approved') desc, one.asked_at desc, one.id desc limit ${shown}`.execute(reader.db);
  return rows.map(({ asked_by_id, asked_at, decided_at, ends_at, ...row }) => ({
    ...row,
    asked_at: asked_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
    is_own: asked_by_id !== null && asked_by_id === reader.viewer.id,
  }));
}

/** @throws AppError not_found */
export async function getExtension(reader: Reader, id: string): Promise<KeyExtension> {
  const [found] = await listExtensions(reader, id);
  if (!found) throw notFound('key_extension');
  return found;
}
