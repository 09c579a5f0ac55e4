import { maxPersonFileRows } from '@key2xs/contract';
import type { SentenceCode } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';

type NameAfter<Code, Start extends string> = Code extends `${Start}.${infer Name}` ? Name : never;
/** What a value in the file is called; in words in `personFile.field`. */
export type Field = NameAfter<SentenceCode, 'personFile.field'>;

/** Which rows of a table are about a person, and what of them is theirs to know: `own` is the row, `person` the one it is about. */
type HeldPart = {
  table: string;
  is: string;
  /** The newest first. */
  order: string;
  /** What the file has of a row, as SQL. Other people are in it by what they are, never by name; secrets and hashes are not. */
  fields: Partial<Record<Field, string>>;
};

const isPerson = (column = 'person_id') => `own.${column} = person.id`;
const isInSource = (column = 'external_id') =>
  `own.connection_id = person.connection_id and own.${column} = person.external_id`;
/** Key system persons that are this one. */
const recorded = (column: string) =>
  `(select recorded.${column} from recorded_person as recorded where recorded.own_reference = person.id)`;
/** Holder by our id, or by the identity in the key system of the key. */
const isHolder = `(own.person_id = person.id or exists (
  select from key join recorded_person as recorded on recorded.connection_id = key.connection_id
    and recorded.identity = own.holder_identity
  where key.id = own.key_id and recorded.own_reference = person.id))`;
const ofKey = '(select key.marking from key where key.id = own.key_id)';
const ofSystem = '(select system.name from key_system_connection as system where system.id = own.connection_id)';
const requestsOfPerson = '(select id from key_request where key_request.person_id = person.id)';
/** The values of a record that are not about someone else, such as the manager. */
const valuesOf = (column: string) => `(select jsonb_object_agg(one.key, one.value)
  from jsonb_each(case when jsonb_typeof(own.${column}) = 'object' then own.${column} end) as one
  where one.key !~* 'manager|member|vorgesetzt' and one.value <> 'null')`;

/** Every table with rows about people. A test compares it with the columns that there are. */
export const heldParts = {
  person: {
    table: 'person',
    is: 'own.id = person.id',
    order: 'id',
    fields: {
      name: 'own.display_name',
      given_name: 'own.given_name',
      family_name: 'own.family_name',
      username: 'own.username',
      mail: 'own.email',
      number: 'own.employee_id',
      id: 'own.external_id',
      job_title: 'own.job_title',
      department: 'own.department',
      company: 'own.company',
      location: 'own.location',
      employment: 'own.employee_type',
      groups: `(select string_agg(name, '; ' order by name) from person_group where id = any(own.group_ids))`,
      values: 'own.attributes',
      state: 'own.state',
      first_day: 'own.starts_on',
      last_day: 'own.ends_on',
      left: 'own.left_at',
      since: 'own.created_at',
      at: 'own.updated_at',
    },
  },
  source_record: {
    table: 'source_person',
    is: isInSource(),
    order: 'external_id',
    fields: { id: 'own.external_id', values: valuesOf('values'), left: 'own.gone_at' },
  },
  source_groups: {
    table: 'source_member',
    is: isInSource('person_id'),
    order: 'group_id',
    fields: {
      name: `(select listed.name from source_group as listed
        where listed.connection_id = own.connection_id and listed.external_id = own.group_id)`,
    },
  },
  source_waiting: {
    table: 'parked_person',
    is: isInSource(),
    order: 'last_seen_at',
    fields: { name: 'own.label', since: 'own.first_seen_at', at: 'own.last_seen_at' },
  },
  source_conflicts: {
    table: 'directory_conflict',
    is: `strpos(own.people::text, person.id::text) > 0`,
    order: 'found_at',
    fields: { kind: 'own.kind', state: 'own.state', decision: 'own.decision', at: 'own.found_at' },
  },
  former_values: {
    table: 'access_past',
    is: `own.kind = 'person' and own.record_id = person.id`,
    order: 'until',
    fields: {
      department: `own.content ->> 'department'`,
      job_title: `own.content ->> 'job_title'`,
      state: `case own.content ->> 'active' when 'true' then 'active' else 'not_active' end`,
      until: 'own.until',
    },
  },
  key_system_records: {
    table: 'recorded_person',
    is: isPerson('own_reference'),
    order: 'created_at',
    fields: {
      key_system: ofSystem,
      id: 'own.identity',
      given_name: 'own.first_name',
      family_name: 'own.surname',
      mail: 'own.email',
      number: 'own.employee_id',
      state: `case when own.active then 'active' else 'not_active' end`,
      at: 'own.known_at',
      until: 'own.deleted_at',
    },
  },
  key_system_profiles: {
    table: 'recorded_profile_member',
    is: isPerson('person_reference'),
    order: 'since',
    fields: {
      key_system: ofSystem,
      name: `(select profile.name from recorded_profile as profile where profile.connection_id = own.connection_id
        and profile.own_reference = own.profile_reference limit 1)`,
      since: 'own.since',
    },
  },
  other_profiles: {
    table: 'recorded_profile',
    is: `own.deleted_at is null and exists (select from recorded_person as recorded
      where recorded.own_reference = person.id and recorded.connection_id = own.connection_id
        and (recorded.reference = any(own.member_references) or recorded.identity = any(own.member_identities)))`,
    order: 'name',
    fields: { key_system: ofSystem, name: 'own.name' },
  },
  adopted_records: {
    table: 'adopted_record',
    is: `own.kind = 'person' and own.own_reference = person.id`,
    order: 'adopted_at',
    fields: { key_system: ofSystem, id: 'own.identity', at: 'own.adopted_at' },
  },
  recorded_differences: {
    table: 'recorded_drift',
    is: isPerson('person_reference'),
    order: 'since',
    fields: {
      key_system: ofSystem,
      kind: 'own.kind',
      name: 'own.profile_name',
      state: 'own.state',
      since: 'own.since',
    },
  },
  programming_keys: {
    table: 'programming_key',
    is: `exists (select from recorded_person as recorded where recorded.own_reference = person.id
      and recorded.connection_id = own.connection_id and recorded.identity = own.holder_identity)`,
    order: 'marking',
    fields: { key_system: ofSystem, key: 'own.marking', kind: 'own.kind' },
  },
  keys_recorded: {
    table: 'key',
    is: `own.deleted_at is null and exists (select from recorded_person as recorded
      where recorded.own_reference = person.id and recorded.connection_id = own.connection_id
        and recorded.identity = own.holder_identity)`,
    order: 'marking',
    fields: { key_system: ofSystem, key: 'own.marking', state: 'own.state', at: 'own.last_update_at' },
  },
  keys_held: {
    table: 'key_assignment',
    is: isHolder,
    order: 'handed_out_at',
    fields: {
      key: ofKey,
      handed_out: 'own.handed_out_at',
      due: 'own.due_at',
      until: 'own.ended_at',
      ended_by: 'own.ended_by',
    },
  },
  key_history: {
    table: 'key_history',
    is: isHolder,
    order: 'at',
    fields: { at: 'own.at', key: ofKey, kind: 'own.happening', due: 'own.due_at', reason: 'own.reason' },
  },
  keys_reserved: {
    table: 'key_custody',
    is: isPerson('reserved_for'),
    order: 'changed_at',
    fields: { key: ofKey, state: 'own.state', since: 'own.changed_at' },
  },
  receipts: {
    table: 'key_receipt',
    is: '(own.person_id = person.id or own.giver_id = person.id)',
    order: 'created_at',
    fields: {
      at: 'own.created_at',
      kind: 'own.kind',
      role: `case when own.giver_id = person.id then 'gave' else 'received' end`,
      name: 'case when own.giver_id = person.id then own.giver_name else own.person_name end',
      keys: `(select string_agg(line ->> 'marking', '; ') from jsonb_array_elements(own.lines) as line)`,
      signed: `case when own.paper is not null then 'on_paper'
        when case when own.giver_id = person.id then own.giver_signature else own.signature end is not null then 'on_screen' end`,
    },
  },
  receipt_links: {
    table: 'key_receipt_link',
    is: `own.receipt_id in (select id from key_receipt
      where key_receipt.person_id = person.id or key_receipt.giver_id = person.id)`,
    order: 'asked_at',
    fields: {
      mail: 'case when lower(own.mail_address) = lower(person.email) then own.mail_address end',
      at: 'own.sent_at',
      answered: 'own.confirmed_at',
      address: 'case when lower(own.mail_address) = lower(person.email) then own.confirmed_from end',
    },
  },
  reminders: {
    table: 'key_reminder_key',
    is: isPerson(),
    order: 'ends_at',
    fields: {
      key: ofKey,
      role: `case own.audience when 'holder' then 'holder' when 'manager' then 'manager' else 'security' end`,
      until: 'own.ends_at',
    },
  },
  possession_checks: {
    table: 'possession_check_person',
    is: isPerson(),
    order: 'mailed_at',
    fields: { mail: 'own.mail_address', at: 'own.mailed_at', answered: 'own.answered_at', note: 'own.also_has' },
  },
  possession_answers: {
    table: 'possession_check_key',
    is: isPerson(),
    order: 'check_id',
    fields: { key: ofKey, answer: 'own.answer', note: 'own.note' },
  },
  key_counts: {
    table: 'key_count',
    is: `strpos(own.differences::text, person.id::text) > 0`,
    order: 'started_at',
    fields: { at: 'own.started_at', until: 'own.closed_at' },
  },
  requests: {
    table: 'key_request',
    is: isPerson(),
    order: 'asked_at',
    fields: {
      at: 'own.asked_at',
      kind: 'own.kind',
      state: 'own.state',
      place: 'coalesce(own.place_name, own.place_words)',
      reason: 'own.reason',
      since: 'own.starts_at',
      until: 'coalesce(own.granted_until, own.ends_at)',
      role: `case when own.is_by_link then 'person_by_link' else 'administrator' end`,
    },
  },
  request_steps: {
    table: 'key_request_step',
    is: `own.request_id in ${requestsOfPerson}`,
    order: 'position',
    fields: { role: 'own.kind', decision: 'own.decision', at: 'own.decided_at', reason: 'own.reason' },
  },
  request_decisions: {
    table: 'key_request_step',
    is: `(own.person_id = person.id or own.decided_by_id = person.id) and own.request_id not in ${requestsOfPerson}`,
    order: 'decided_at',
    fields: { role: 'own.kind', decision: 'own.decision', at: 'own.decided_at' },
  },
  request_entries: {
    table: 'key_request_entry',
    is: `own.request_id in ${requestsOfPerson}`,
    order: 'at',
    fields: { at: 'own.at', kind: 'own.happening', note: 'own.note' },
  },
  request_files: {
    table: 'key_request_file',
    is: `own.request_id in ${requestsOfPerson}`,
    order: 'added_at',
    fields: { at: 'own.added_at', name: 'own.name', kind: 'own.type' },
  },
  kept_reports: {
    table: 'kept_report',
    is: `strpos(own.cells, (select lower(known.display_name) from person as known where known.id = person.id)) > 0`,
    order: 'made_at',
    fields: { name: 'own.title', at: 'own.made_at', until: 'own.keep_until' },
  },
  request_links: {
    table: 'key_request_link',
    is: isPerson(),
    order: 'expires_at',
    fields: { until: 'own.expires_at', language: 'own.language' },
  },
  cases: {
    table: 'key_case',
    is: isHolder,
    order: 'opened_at',
    fields: {
      at: 'own.opened_at',
      kind: 'own.kind',
      key: ofKey,
      due: 'own.due_at',
      until: 'own.closed_at',
      decision: 'own.outcome',
      since: 'own.entitled_since',
    },
  },
  entitlement: {
    table: 'key_entitlement',
    is: isPerson(),
    order: 'since',
    fields: { since: 'own.since' },
  },
  case_entries: {
    table: 'key_case_entry',
    is: 'own.case_id in (select id from key_case where key_case.person_id = person.id)',
    order: 'at',
    fields: { at: 'own.at', kind: 'own.happening', note: 'own.note' },
  },
  access_reviews: {
    table: 'access_review_item',
    is: `(own.person_id = person.id or own.recorded_person_id = any(array${recorded('id')}))`,
    order: 'since',
    fields: {
      place: 'own.place_name',
      since: 'own.since',
      decision: 'own.decision',
      at: 'own.decided_at',
      reason: 'own.reason',
    },
  },
  reviews_decided: {
    table: 'access_review_item',
    is: '(own.reviewer_id = person.id or own.decided_by_id = person.id)',
    order: 'decided_at',
    fields: { place: 'own.place_name', decision: 'own.decision', at: 'own.decided_at' },
  },
  work_items: {
    table: 'work_item',
    is: isPerson(),
    order: 'created_at',
    fields: {
      at: 'own.created_at',
      key_system: ofSystem,
      kind: 'own.kind',
      state: 'own.state',
      until: 'own.closed_at',
    },
  },
  changes_of_rights: {
    table: 'change_set_person',
    is: isPerson(),
    order: 'change_set_id',
    fields: {
      at: '(select created_at from change_set where change_set.id = own.change_set_id)',
      name: 'own.label',
      number: 'own.reference',
      department: 'own.department',
      gained: 'own.gained',
      lost: 'own.lost',
    },
  },
  changes_of_records: {
    table: 'change_set_item',
    is: isPerson(),
    order: 'change_set_id',
    fields: {
      at: '(select created_at from change_set where change_set.id = own.change_set_id)',
      name: 'own.label',
      number: 'own.reference',
      kind: 'own.kind',
      before: valuesOf('before'),
      after: valuesOf('after'),
      state: 'own.outcome',
    },
  },
  findings: {
    table: 'generator_finding',
    is: isPerson(),
    order: 'position',
    fields: { kind: 'own.kind', decision: 'own.decision', reason: 'own.reason' },
  },
  places_owned: {
    table: 'location',
    is: '(own.owner_person_id = person.id or own.deputy_person_id = person.id)',
    order: 'name',
    fields: { place: 'own.name', role: `case when own.owner_person_id = person.id then 'owner' else 'deputy' end` },
  },
  administration_log: {
    table: 'audit_event',
    is: '(own.target_id = person.id::text or strpos(own.details::text, person.id::text) > 0)',
    order: 'id',
    fields: {
      at: 'own.at',
      kind: 'own.action',
      role: `case when own.actor_id is not null then 'administrator'
        when own.details ->> 'is_by_link' = 'true' then 'person_by_link' else 'product' end`,
    },
  },
} as const satisfies Record<string, HeldPart>;

export type PartName = keyof typeof heldParts;
export const partNames = Object.keys(heldParts) as PartName[]; // loses the names
export type HeldRow = Partial<Record<Field, unknown>>;

const ofPerson = (id: string) =>
  sql`(select id, connection_id, external_id, email from person where id = ${id}::uuid) as person`;

/** The rows of one part, the newest first, and whether there are more than are answered. */
export async function readPart(db: Db, name: PartName, id: string): Promise<{ rows: HeldRow[]; more: boolean }> {
  const { table, is, order, fields }: HeldPart = heldParts[name];
  const built = Object.entries(fields).map(([field, value]) => `'${field}', ${value}`);
  const { rows } = await sql<{ row: HeldRow }>`
    select jsonb_strip_nulls(jsonb_build_object(${sql.raw(built.join(', '))})) as row
    from ${sql.table(table)} as own, ${ofPerson(id)}
    where ${sql.raw(is)} order by ${sql.ref(`own.${order}`)} desc nulls last limit ${maxPersonFileRows + 1}`.execute(
    db,
  );
  return { rows: rows.slice(0, maxPersonFileRows).map(({ row }) => row), more: rows.length > maxPersonFileRows };
}

/** How many rows there are about a person, by part; parts without any are left out. */
export async function countParts(db: Db, id: string): Promise<{ part: PartName; rows: number }[]> {
  const counts: RawBuilder<unknown>[] = partNames.map((name) => {
    const { table, is }: HeldPart = heldParts[name];
    return sql`select ${name}::text as part, count(*)::int as rows
      from ${sql.table(table)} as own, ${ofPerson(id)} where ${sql.raw(is)}`;
  });
  const { rows } = await sql<{ part: PartName; rows: number }>`
    select part, rows from (${sql.join(counts, sql` union all `)}) as counted where rows > 0`.execute(db);
  return rows;
}
