import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Deps, Tx } from '#platform/deps';
import { holdItems } from '../../change-sets/service';
import { noteSourceEvents } from '../../source-events/service';
import type { DetectedConflicts } from './find-conflicts';

type Run = { connectionId: string; changeSetId: string; isPreview: boolean; only: string | undefined };

/**
 * Holds items of people whose identity only a person can decide, and saves the conflicts. Conflicts that no longer occur are
 * deleted; a preview saves none.
 */
export async function saveConflicts(
  tx: Tx,
  { newId }: Pick<Deps, 'newId'>,
  { connectionId, changeSetId, isPreview, only }: Run,
  { conflicts, held }: DetectedConflicts,
): Promise<void> {
  await holdItems(tx, changeSetId, held);
  if (isPreview) return;
  const rows = conflicts.map((one) => ({ id: newId(), ...one }));
  if (rows.length > 0) {
    const { rows: kept } = await sql<{ value: string; is_new: boolean }>`
      insert into directory_conflict (id, connection_id, kind, value, people)
      select id, ${connectionId}, kind, value, people
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as conflict(id uuid, kind text, value text, people jsonb)
      on conflict (connection_id, kind, value) where state = 'open'
      do update set people = excluded.people, seen_at = now()
      returning value, xmax = 0 as is_new`.execute(tx); // xmax: of a row that was updated
    await noteOpened(
      tx,
      kept.filter(({ is_new }) => is_new).map(({ value }) => ({ connection_id: connectionId, value })),
    );
  }
  if (only !== undefined) return;
  await sql`
    delete from directory_conflict
    where connection_id = ${connectionId} and state = 'open' and seen_at < now()`.execute(tx);
}

/** Notes among the events of their sources that conflicts need a decision. */
export const noteOpened = (
  tx: Tx,
  opened: readonly { connection_id: string; value: string }[],
  actor_name: string | null = null,
): Promise<void> =>
  noteSourceEvents(
    tx,
    opened.map(({ connection_id, value }) => {
      return { connection_id, kind: 'conflict.opened', sentence: say('sourceEvent.conflict', { value }), actor_name };
    }),
  );

/** Saves which people could not be imported: since when, why, and when the source is asked for them again. */
export async function saveParked(tx: Tx, { connectionId, changeSetId, isPreview, only }: Run): Promise<void> {
  if (isPreview) return;
  await sql`
    insert into parked_person as known (connection_id, external_id, label, reason, next_try_at)
    select distinct on (after ->> 'external_id') ${connectionId}::uuid, after ->> 'external_id', label, message,
      now() + interval '6 hours'
    from change_set_item
    where change_set_id = ${changeSetId} and kind = 'problem' and after ->> 'external_id' is not null
    order by after ->> 'external_id', ordinal
    on conflict (connection_id, external_id) do update
    set label = excluded.label, reason = excluded.reason, last_seen_at = now(),
      tries = known.tries + (known.next_try_at <= now())::int,
      next_try_at = case when known.next_try_at > now() then known.next_try_at
        when known.tries = 1 then now() + interval '12 hours' else now() + interval '24 hours' end`.execute(tx);
  await sql`
    delete from parked_person
    where connection_id = ${connectionId} and last_seen_at < now()
      and (${only ?? null}::text is null or external_id = ${only ?? null})`.execute(tx);
}
