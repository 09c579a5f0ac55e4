import { type Kysely, sql } from 'kysely';

/**
 * Of each table: what its rows are called in `access_past`, and what is kept of a row, as a select list over the alias `former`.
 * `id` and `born` become columns, the rest the content.
 */
type Kept = { table: string; kind: string; columns: string };

const kept: readonly Kept[] = [
  { table: 'person', kind: 'person', columns: 'id, created_at as born, connection_id, active, department, job_title' },
  { table: 'cylinder', kind: 'cylinder', columns: 'id, first_seen_at as born, group_id, location_id, deleted_at' },
  { table: 'location', kind: 'location', columns: 'id, created_at as born, parent_id, time_zone, name' },
  // Whether a foreign person is active concerns none of ours.
  {
    table: 'recorded_person',
    kind: 'recorded_person',
    columns: `id, created_at as born, connection_id, own_reference,
      case when own_reference is not null then active and deleted_at is null end as active`,
  },
];

/** A membership only comes and goes, and has no id: the person's reference stands for one. */
const keptMemberships: Kept = {
  table: 'recorded_profile_member',
  kind: 'recorded_member',
  columns: `person_reference as id, since as born, connection_id, profile_reference,
    (select profile.name from recorded_profile as profile
     where profile.connection_id = former.connection_id and profile.own_reference = former.profile_reference) as name`,
};

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const call = ({ kind, columns }: Kept) => `execute function keep_access_past('${kind}', ${quoted(columns)})`;

const afterUpdate = (of: Kept) => `create trigger past_updated after update on ${of.table}
  referencing old table as gone new table as come for each statement ${call(of)}`;

const afterDelete = (of: Kept) => `create trigger past_deleted after delete on ${of.table}
  referencing old table as gone for each statement ${call(of)}`;

// Written in SQL and frozen once merged: it never imports app code, so it means the same forever.
const statements = [
  // What came before the first moment that is remembered need not be known: everything there is now was there then.
  'alter table cylinder add column first_seen_at timestamptz not null default now()',
  'alter table recorded_person add column created_at timestamptz not null default now()',
  'alter table recorded_profile_member add column since timestamptz not null default now()',

  `create table memory (
    only_row boolean primary key default true check (only_row),
    kept_since timestamptz not null default clock_timestamp(),
    retention_days int not null default 730 check (retention_days between 30 and 3650)
  )`,
  'insert into memory default values',

  // Former values only, so what is new costs nothing. A record had this value until then, from when the value before it
  // ended, or from when the record was born. References nothing: the past of what is deleted stays.
  `create table access_past (
    kind text not null,
    record_id uuid not null,
    content jsonb not null,
    born timestamptz not null,
    until timestamptz not null
  )`,
  'create index access_past_until on access_past (kind, until)',
  'create index access_past_record on access_past (kind, record_id, until)',
  `create index access_past_own_reference on access_past ((content ->> 'own_reference')) where kind = 'recorded_person'`,

  `create function keep_access_past() returns trigger language plpgsql as $$
  declare
    former text := case tg_op
      when 'DELETE' then format('select %s from gone as former', tg_argv[1])
      else format('select %1$s from gone as former except select %1$s from come as former', tg_argv[1])
    end;
  begin
    execute format(
      'insert into access_past (kind, record_id, content, born, until)
       select $1, id, to_jsonb(former) - ''id'' - ''born'', born, $2 from (%s) as former', former)
      using tg_argv[0], clock_timestamp();
    return null;
  end $$`,
  ...kept.flatMap((of) => [afterUpdate(of), afterDelete(of)]),
  afterDelete(keptMemberships),
];

/**
 * Keeps the former values of what access depends on, in the transaction that changes them, so that it can be asked who could
 * open a door at a moment in the past. By triggers, because what is written in many places would be forgotten in one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
