import { type Kysely, sql } from 'kysely';

/** Of each table: what changes by it, the column that names which one, and the columns on which access depends. */
type Watched = [table: string, kind: string, id: string, columns: string];
const watched: Watched[] = [
  ['person', 'person', 'id', 'id, connection_id, active, department, job_title'],
  ['cylinder', 'cylinder', 'id', 'id, group_id, location_id, deleted_at'],
  ['location', 'location', 'id', 'id, parent_id, time_zone'],
  ['access_profile', 'profile', 'id', 'id'],
  ['access_profile_cylinder', 'profile', 'profile_id', 'profile_id, cylinder_id'],
  ['access_profile_group', 'profile', 'profile_id', 'profile_id, group_id'],
  ['key_plan', 'plan', 'id', 'id, name, is_active, time_zone'],
  ['key_plan_iam_connection', 'plan', 'keyplan_id', 'keyplan_id, connection_id'],
  ['access_rule', 'rule', 'id', 'id, keyplan_id, name, is_active, subject_match'],
  ['access_rule_subject', 'rule', 'rule_id', 'rule_id, id, subject_type, subject_identifier'],
  ['access_rule_object', 'rule', 'rule_id', 'rule_id, id, object_type, object_identifier'],
  ['time_restriction', 'rule', 'rule_id', 'rule_id, id, days, from_time, to_time, valid_from, valid_until'],
];

const triggersOf = ([table, kind, id, columns]: Watched): string[] => {
  const call = `execute function note_access_change('${kind}', '${id}', '${columns}')`;
  return [
    `create trigger access_inserted after insert on ${table} referencing new table as come for each statement ${call}`,
    `create trigger access_updated after update on ${table} referencing old table as gone new table as come for each statement ${call}`,
    `create trigger access_deleted after delete on ${table} referencing old table as gone for each statement ${call}`,
    `create trigger access_emptied after truncate on ${table} for each statement ${call}`,
  ];
};

const statements = [
  `create table access_change (
    id bigint generated always as identity primary key,
    xid xid8 not null default pg_current_xact_id(),
    at timestamptz not null default clock_timestamp(),
    kind text not null,
    record_id uuid
  )`,
  'create index access_change_xid on access_change (xid)',
  'create index access_change_at on access_change (at)',
  // One row a record, or one without a record where there are so many that reading all anew is quicker.
  `create function note_access_change() returns trigger language plpgsql as $$
  declare
    changed uuid[];
    source text := case tg_op
      when 'INSERT' then format('select %s from come', tg_argv[2])
      when 'DELETE' then format('select %s from gone', tg_argv[2])
      else format('(select %1$s from come except select %1$s from gone) union all (select %1$s from gone except select %1$s from come)', tg_argv[2])
    end;
  begin
    if tg_op = 'TRUNCATE' then
      insert into access_change (kind) values (tg_argv[0]);
      return null;
    end if;
    execute format('select array_agg(distinct %I) from (%s) as rows', tg_argv[1], source) into changed;
    if cardinality(changed) > 2000 then
      insert into access_change (kind) values (tg_argv[0]);
    elsif changed is not null then
      insert into access_change (kind, record_id) select tg_argv[0], unnest(changed);
    end if;
    return null;
  end $$`,
  ...watched.flatMap(triggersOf),
];

/**
 * Notes every change on which access depends, in the transaction that makes it, so that each process learns what to read
 * anew. By triggers, because what is written in many places would be forgotten in one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
