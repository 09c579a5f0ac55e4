import { auditEntryList } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import { type EntryRow, presentEntry } from './entry';

/** Ids begin with the time at which they were made, so that times are found by the primary key; clocks may have been set meanwhile. */
const slackMs = 3_600_000;

/** The smallest id of a moment. */
function idAt(ms: number): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-0000-0000-000000000000`;
}

const idOf = (instant: string, shiftMs: number) => idAt(Date.parse(instant) + shiftMs);

export const isFrom = (instant: string): RawBuilder<boolean> =>
  sql<boolean>`(audit_event.at >= ${instant} and audit_event.id >= ${idOf(instant, -slackMs)}::uuid)`;

export const isBefore = (instant: string): RawBuilder<boolean> =>
  sql<boolean>`(audit_event.at < ${instant} and audit_event.id < ${idOf(instant, slackMs)}::uuid)`;

/** A member of an administrator as a target, where the id is one. */
export const adminName = sql<string | null>`case
  when audit_event.target_type = 'admin' and audit_event.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then (select username from admin where admin.id = audit_event.target_id::uuid) end`;

/** All events of all actors. */
export const entrySource = listSource(auditEntryList, (db) => db.selectFrom('audit_event'))({
  resource: 'audit_log',
  show: (events) =>
    events.select([
      'audit_event.id',
      'audit_event.at',
      'audit_event.actor_id',
      'audit_event.actor_name',
      'audit_event.action',
      'audit_event.target_type',
      'audit_event.target_id',
      'audit_event.request_id',
      'audit_event.details',
      'audit_event.seq',
      sql<boolean>`audit_event.details_salt like 'erased:%'`.as('is_erased'),
      adminName.as('admin_name'),
    ]) as unknown as { execute: () => Promise<EntryRow[]> }, // `details` is a record
  id: 'audit_event.id',
  filters: {
    from: isFrom,
    before: isBefore,
    actor: (id) =>
      id === 'nobody' ? sql<boolean>`audit_event.actor_id is null` : sql<boolean>`audit_event.actor_id = ${id}`,
    action: 'audit_event.action',
    target_type: 'audit_event.target_type',
    target_id: 'audit_event.target_id',
  },
  search: (pattern) =>
    sql`(lower(audit_event.actor_name) like ${pattern} or lower(audit_event.target_id) like ${pattern}
      or lower(audit_event.details::text) like ${pattern})`,
  sorts: { at: 'audit_event.id' },
  present: presentEntry,
  cells: {
    before: ({ changes }) => valuesOf(changes, 'before'),
    after: ({ changes }) => valuesOf(changes, 'after'),
    details: ({ details }) => (Object.keys(details).length > 0 ? JSON.stringify(details) : null),
  },
});

/** The changed values of one side, as JSON: of the record, or the value itself. */
function valuesOf(
  changes: readonly { field: string | null; before: unknown; after: unknown }[],
  side: 'before' | 'after',
) {
  if (changes.length === 0) return null;
  const whole = changes.find(({ field }) => field === null);
  return JSON.stringify(whole ? whole[side] : Object.fromEntries(changes.map((one) => [one.field, one[side]])));
}
