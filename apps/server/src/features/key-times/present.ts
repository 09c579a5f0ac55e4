import type { KeyTimes, KeyTimesOrder, KeyTimesRow } from '@key2xs/contract';
import { endOfTimes, stateOfTimes } from '@key2xs/domain';
import type { Language, Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';

/** What the moment and the policy decide. */
export type At = {
  now: Date;
  soonDays: number;
  /** Of each locking system, and of those that have none. */
  zones: ReadonlyMap<string, string>;
  otherZone: string;
};

type Window = { days: number[]; from: string; to: string };

/** Times as they stand in a table. */
export type StoredTimes = {
  validity: 'always' | 'never' | 'between';
  valid_from: Date | null;
  valid_until: Date | null;
  revalidation_minutes: number | null;
  schedule: Window[];
};

export type TimesRow = Omit<StoredTimes, 'validity' | 'schedule'> & {
  id: string;
  connection_id: string;
  connection_name: string;
  marking: string;
  name: string;
  key_type: string;
  last_update_at: Date | null;
  recorded_validity: StoredTimes['validity'] | null;
  recorded_from: Date | null;
  recorded_until: Date | null;
  recorded_minutes: number | null;
  recorded_schedule: Window[] | null;
  custody_state: KeyTimesRow['custody_state'];
  custody_identity: string | null;
  custodian_id: string | null;
  custodian_name: string | null;
  custodian_department: string | null;
  outsider_name: string | null;
  has_clock: boolean;
  is_sure: boolean;
  update_pending: boolean | null;
  validity: StoredTimes['validity'] | null;
  schedule: Window[] | null;
  ends_at: Date | null;
  order_id: string | null;
  wanted_validity: StoredTimes['validity'] | null;
  wanted_from: Date | null;
  wanted_until: Date | null;
  wanted_minutes: number | null;
  wanted_schedule: Window[] | null;
  reason: string | null;
  ordered_by: string | null;
  ordered_at: Date | null;
  order_state: KeyTimesOrder['state'] | null;
  problem: Sentence | null;
  reminded_at: Date | null;
  extension: { id: string; state: 'open' | 'approved'; hours: number; ends_at: string | null } | null;
};

/** On the wire. */
export const timesOf = ({
  validity,
  valid_from,
  valid_until,
  revalidation_minutes,
  schedule,
}: StoredTimes): KeyTimes => ({
  validity,
  valid_from: valid_from?.toISOString() ?? null,
  valid_until: valid_until?.toISOString() ?? null,
  revalidation_minutes,
  schedule,
});

/** As the key system has them recorded; null: not known. */
export function recordedOf(
  row: Pick<
    TimesRow,
    'recorded_validity' | 'recorded_from' | 'recorded_until' | 'recorded_minutes' | 'recorded_schedule'
  >,
): KeyTimes | null {
  if (row.recorded_validity === null) return null;
  return timesOf({
    validity: row.recorded_validity,
    valid_from: row.recorded_from,
    valid_until: row.recorded_until,
    revalidation_minutes: row.recorded_minutes,
    schedule: row.recorded_schedule ?? [],
  });
}

export function wantedOf(
  row: Pick<TimesRow, 'wanted_validity' | 'wanted_from' | 'wanted_until' | 'wanted_minutes' | 'wanted_schedule'>,
): KeyTimes | null {
  if (row.wanted_validity === null) return null;
  return timesOf({
    validity: row.wanted_validity,
    valid_from: row.wanted_from,
    valid_until: row.wanted_until,
    revalidation_minutes: row.wanted_minutes,
    schedule: row.wanted_schedule ?? [],
  });
}

/** What a row says at a moment, in the language of the reader. */
export function presentTimes(row: TimesRow, { language, at }: { language: Language; at: At }): KeyTimesRow {
  const { id, connection_id, connection_name, marking, name, key_type, custody_state, update_pending } = row;
  const { validity, schedule, is_sure } = row;
  const basis = validity === null ? null : timesOf({ ...row, validity, schedule: schedule ?? [] });
  const last_update_at = row.last_update_at?.toISOString() ?? null;
  const end = basis && endOfTimes(basis, last_update_at);
  return {
    ...{ id, connection_id, connection_name, marking, name, key_type, custody_state, update_pending },
    holder: holderOf(row),
    recorded: recordedOf(row),
    held: is_sure ? basis : null,
    last_update_at,
    ends_at: end?.at ?? null,
    ends_by: end?.by ?? null,
    is_sure,
    state: row.has_clock
      ? stateOfTimes({ times: basis, isSure: is_sure, lastUpdate: last_update_at }, at.now, at.soonDays)
      : 'no_clock',
    time_zone: at.zones.get(connection_id) ?? at.otherZone,
    reminded_at: row.reminded_at?.toISOString() ?? null,
    extension: row.extension && { ...row.extension, ends_at: isoOf(row.extension.ends_at) },
    order: orderOf(row, language),
  };
}

/** Of a moment inside JSON of the database. */
const isoOf = (moment: string | null) => moment && new Date(moment).toISOString();

function holderOf(row: TimesRow): KeyTimesRow['holder'] {
  if (row.custodian_id !== null)
    return { person_id: row.custodian_id, name: row.custodian_name ?? '', department: row.custodian_department };
  if (row.custody_identity === null) return null;
  return { person_id: null, name: row.outsider_name || row.custody_identity, department: null };
}

function orderOf(row: TimesRow, language: Language): KeyTimesOrder | null {
  const times = wantedOf(row);
  const { order_id, order_state, ordered_at, reason, ordered_by, problem } = row;
  if (times === null || order_id === null || order_state === null || ordered_at === null) return null;
  return {
    id: order_id,
    times,
    reason: reason ?? '',
    ordered_by: ordered_by ?? '',
    ordered_at: ordered_at.toISOString(),
    state: order_state,
    problem: problem ? renderSentence(problem, language) : null,
    ended_at: null,
  };
}
