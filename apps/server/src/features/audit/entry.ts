import type { AuditEntry } from '@key2xs/contract';

type Recorded = Record<string, unknown>;

/** An event as it is read for the log. */
export type EntryRow = {
  id: string;
  at: Date;
  actor_id: string | null;
  actor_name: string;
  action: string;
  target_type: string | null;
  target_id: string | null;
  /** Of an administrator, as it is now. */
  admin_name: string | null;
  request_id: string | null;
  details: Recorded | null;
  is_erased: boolean;
  seq: string | null;
};

/** One line of the log: what features record in forms of their own, in one form. */
export function presentEntry(row: EntryRow): AuditEntry {
  const { admin_name, details, seq, at, ...event } = row;
  const recorded = details ?? {};
  const { reason, api_token, is_by_link, by } = recorded;
  return {
    ...event,
    actor_name: (is_by_link === true ? textOf(by) : null) ?? event.actor_name,
    at: at.toISOString(),
    token: textOf(isRecord(api_token) ? api_token.name : undefined),
    target_name: admin_name ?? nameIn(recorded),
    reason: textOf(reason),
    changes: changesIn(row.action, recorded),
    details: recorded,
    position: seq === null ? null : Number(seq),
  };
}

/** What became of values: of each field of a record, or of the value as a whole. */
export function changesIn(action: string, recorded: Recorded): AuditEntry['changes'] {
  if (action === 'admin.renamed') return [{ field: null, before: recorded.from ?? null, after: recorded.to ?? null }];
  if (!('before' in recorded) && !('after' in recorded)) return [];
  const { before = null, after = null } = recorded;
  if (isRecordOrNull(before) && isRecordOrNull(after)) return changedFields(before, after);
  return [{ field: null, before, after }];
}

/** An `after` may hold the changed fields only: what it lacks has stayed as it was. */
function changedFields(before: Recorded | null, after: Recorded | null): AuditEntry['changes'] {
  return Object.keys(after ?? before ?? {})
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/** Not `title`: runs record theirs in English for all readers. */
const names = ['name', 'marking', 'username', 'connection_name', 'file'] as const;

/** What the record that an event is about was called then. */
export function nameIn(recorded: Recorded): string | null {
  for (const record of [recorded, recorded.after, recorded.before]) {
    if (!isRecord(record)) continue;
    for (const name of names) if (typeof record[name] === 'string') return record[name];
  }
  return null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const isRecord = (value: unknown): value is Recorded =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRecordOrNull = (value: unknown): value is Recorded | null => value === null || isRecord(value);
