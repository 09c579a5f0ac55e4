import type { AccessEvent, Key } from '@key2xs/contract';
import type { Selectable } from 'kysely';
import type { KeySystemTables } from '#platform/schema/schema-key-systems';
import { type Reader, sees } from '#platform/visible-to';
import type { listEvents } from './event-queries';

type Times = Pick<
  Selectable<KeySystemTables['key']>,
  'validity' | 'valid_from' | 'valid_until' | 'revalidation_minutes' | 'schedule'
>;

export type KeyRow = Times & {
  id: string;
  connection_id: string;
  connection_name: string;
  external_id: string;
  marking: string;
  name: string;
  serial: string;
  key_type: string;
  state: string;
  holder_identity: string | null;
  holder_name: string | null;
  holder_person_id: string | null;
  last_update_at: Date | null;
  changed_at: Date | null;
  read_at: Date | null;
};

const minuteMs = 60_000;

/** A holder without a known name is shown by identity. */
export function presentKey({ holder_identity, holder_name, holder_person_id, ...row }: KeyRow): Key {
  const { validity, valid_from, valid_until, revalidation_minutes, schedule, ...key } = row;
  const update_pending = isPending(row);
  return {
    ...key,
    holder:
      holder_identity === null
        ? null
        : { identity: holder_identity, name: holder_name || holder_identity, person_id: holder_person_id },
    last_update_at: row.last_update_at?.toISOString() ?? null,
    times: timesOf({ validity, valid_from, valid_until, revalidation_minutes, schedule }),
    changed_at: row.changed_at?.toISOString() ?? null,
    update_pending,
    update_by: update_pending === false ? updateBy(row) : null,
    read_at: row.read_at?.toISOString() ?? null,
  };
}

function timesOf({ validity, valid_from, valid_until, revalidation_minutes, schedule }: Times): Key['times'] {
  if (validity === null) return null;
  return {
    validity,
    valid_from: valid_from?.toISOString() ?? null,
    valid_until: valid_until?.toISOString() ?? null,
    revalidation_minutes,
    schedule: schedule ?? [],
  };
}

/** Null when it is not known when what its update writes has changed. */
function isPending({ last_update_at, changed_at }: Pick<KeyRow, 'last_update_at' | 'changed_at'>): boolean | null {
  if (changed_at === null) return null;
  return last_update_at === null || last_update_at < changed_at;
}

/** Of a key that holds the interval that is recorded for it. */
function updateBy({
  last_update_at,
  revalidation_minutes,
}: Pick<KeyRow, 'last_update_at' | 'revalidation_minutes'>): string | null {
  if (last_update_at === null || revalidation_minutes === null) return null;
  return new Date(last_update_at.getTime() + revalidation_minutes * minuteMs).toISOString();
}

/** Without the name of the person for a reader who may not see it. */
export const presentEvent = (row: Awaited<ReturnType<typeof listEvents>>[number], { viewer }: Reader): AccessEvent => ({
  ...row,
  person_name: sees(viewer, 'event_names') ? row.person_name : null,
  event_time: row.event_time.toISOString(),
  import_time: row.import_time.toISOString(),
});
