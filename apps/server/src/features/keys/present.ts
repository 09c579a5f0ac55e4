import type { AccessEvent, Key } from '@key2xs/contract';
import { type Reader, sees } from '#platform/visible-to';
import type { listEvents } from './event-queries';

export type KeyRow = {
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
  read_at: Date | null;
};

/** A holder without a known name is shown by identity. */
export function presentKey({ holder_identity, holder_name, holder_person_id, ...row }: KeyRow): Key {
  return {
    ...row,
    holder:
      holder_identity === null
        ? null
        : { identity: holder_identity, name: holder_name || holder_identity, person_id: holder_person_id },
    last_update_at: row.last_update_at?.toISOString() ?? null,
    read_at: row.read_at?.toISOString() ?? null,
  };
}

/** Without the name of the person for a reader who may not see it. */
export const presentEvent = (row: Awaited<ReturnType<typeof listEvents>>[number], { viewer }: Reader): AccessEvent => ({
  ...row,
  person_name: sees(viewer, 'event_names') ? row.person_name : null,
  event_time: row.event_time.toISOString(),
  import_time: row.import_time.toISOString(),
});
