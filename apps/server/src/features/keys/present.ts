import type { AccessEvent, Key, KeyCustody } from '@key2xs/contract';
import type { Language, Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Selectable } from 'kysely';
import { usageOf } from '#platform/list/fullness';
import type { KeySystemTables } from '#platform/schema/tables/keys/schema-key-systems';
import type { Reader } from '#platform/visible-to';
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
  access_used: number | null;
  access_limit: number | null;
  changed_at: Date | null;
  read_at: Date | null;
  custody_state: KeyCustody['state'];
  custody_identity: string | null;
  custodian_id: string | null;
  custodian_name: string | null;
  custodian_department: string | null;
  outsider_name: string | null;
  reserver_id: string | null;
  reserver_name: string | null;
  reserver_department: string | null;
  handed_out_at: Date | null;
  due_at: Date | null;
  is_overdue: boolean;
  storage: string;
  is_kept_here: boolean;
  is_same: boolean;
  is_to_write: boolean;
  problem: Sentence | null;
  recorded_at: Date | null;
  version: number;
};

const minuteMs = 60_000;

/** A holder without a known name is shown by identity; for a reader with departments only those who are among their people. */
export function presentKey(row: KeyRow, language: Language, { scope }: Reader['viewer']): Key {
  const { id, connection_id, connection_name, external_id, marking, name, serial, key_type, state } = row;
  const { holder_identity, holder_name, holder_person_id } = row;
  const isHidden = holder_identity === null || (scope?.departments && holder_person_id === null);
  const update_pending = isPending(row);
  return {
    ...{ id, connection_id, connection_name, external_id, marking, name, serial, key_type, state },
    holder: isHidden
      ? null
      : { identity: holder_identity, name: holder_name || holder_identity, person_id: holder_person_id },
    custody: presentCustody(row, language),
    last_update_at: row.last_update_at?.toISOString() ?? null,
    times: timesOf(row),
    memory: usageOf(row.access_used, row.access_limit),
    changed_at: row.changed_at?.toISOString() ?? null,
    update_pending,
    update_by: update_pending === false ? updateBy(row) : null,
    read_at: row.read_at?.toISOString() ?? null,
  };
}

function presentCustody(row: KeyRow, language: Language): KeyCustody {
  return {
    state: row.custody_state,
    holder: custodian(row),
    reserved_for:
      row.reserver_id === null
        ? null
        : { person_id: row.reserver_id, name: row.reserver_name ?? '', department: row.reserver_department },
    since: row.handed_out_at?.toISOString() ?? null,
    due_at: row.due_at?.toISOString() ?? null,
    is_overdue: row.is_overdue,
    storage: row.storage,
    is_kept_here: row.is_kept_here,
    recording: recordingOf(row),
    recording_problem: row.problem ? renderSentence(row.problem, language) : null,
    version: row.version,
  };
}

function custodian(row: KeyRow): KeyCustody['holder'] {
  if (row.custodian_id !== null)
    return { person_id: row.custodian_id, name: row.custodian_name ?? '', department: row.custodian_department };
  const { custody_identity } = row;
  return custody_identity === null
    ? null
    : { person_id: null, name: row.outsider_name || custody_identity, department: null };
}

function recordingOf({ is_same, is_to_write, problem, recorded_at }: KeyRow): KeyCustody['recording'] {
  if (problem) return 'failed';
  if (is_to_write) return 'pending';
  if (is_same) return 'same';
  return recorded_at ? 'differs' : 'to_enter';
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

export const presentEvent = (row: Awaited<ReturnType<typeof listEvents>>[number]): AccessEvent => ({
  ...row,
  event_time: row.event_time.toISOString(),
  import_time: row.import_time.toISOString(),
});
