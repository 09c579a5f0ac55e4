import { type Answer, type AuditEntry, type audit, pageOf } from '@key2xs/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import { notFound } from '#platform/errors';
import { selectAfter } from '#platform/list/list-query';
import { readRow } from '#platform/list/read-some';
import { type Reader, visibleTo } from '#platform/visible-to';
import { presentEntry } from './entry';
import { entrySource } from './entry-source';

const range = { standard: 50, max: 200 };

/** A page of the log by the id of the last event before it: no page is slower than the first, and none counts all. */
export async function readLog(
  reader: Reader,
  { after, limit, ...filter }: z.output<typeof audit.list.query>,
): Promise<Answer<typeof audit.list>> {
  const page = pageOf({ ...(limit !== undefined && { limit }) }, range);
  const key = after === undefined ? undefined : [after, after]; // the order by time is one by id
  const rows = await selectAfter(
    reader,
    entrySource,
    { params: undefined, query: filter },
    { after: key, limit: page.limit + 1 },
  );
  const shown = rows.slice(0, page.limit);
  return { items: shown.map(presentEntry), next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
}

/** @throws not found */
export async function readEntry(reader: Reader, id: string): Promise<AuditEntry> {
  const row = await readRow(reader, entrySource, id);
  if (!row) throw notFound('audit_entry');
  return presentEntry(row);
}

/** Everybody who has acted. Goes from one to the next by the index over actors, past all their events. */
export async function listActors({ db, viewer }: Reader): Promise<Answer<typeof audit.actors>> {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive actor as (
      (select actor_id as id from audit_event where actor_id is not null and ${visibleTo(viewer, 'audit_log')}
        order by actor_id limit 1)
      union all
      select (select actor_id from audit_event where actor_id > actor.id order by actor_id limit 1)
      from actor where actor.id is not null
    )
    select actor.id, coalesce(admin.username, (
      select actor_name from audit_event where actor_id = actor.id order by audit_event.id desc limit 1)) as name
    from actor left join admin on admin.id = actor.id
    where actor.id is not null order by lower(coalesce(admin.username, '')), actor.id`.execute(db);
  return { items: rows };
}
