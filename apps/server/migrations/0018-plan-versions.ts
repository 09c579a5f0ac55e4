import { type Kysely, sql } from 'kysely';

const utc = (column: string) => `to_char(part.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** Parts of a rule in an order that says nothing, so that equal contents are equal values. */
const parts = (table: string, columns: string, order: string) => `coalesce((
  select jsonb_agg(jsonb_build_object(${columns}) order by ${order})
  from ${table} as part where part.rule_id = rule.id), '[]')`;
const idsOf = (table: string, column: string) => `coalesce((
  select jsonb_agg(part.${column} order by part.${column}) from ${table} as part where part.profile_id = profile.id), '[]')`;

const statements = [
  `alter table key_plan
    add column takes_effect text not null default 'at_once' check (takes_effect in ('at_once', 'on_activation')),
    add column needs_second_person boolean not null default false,
    add column schedule_policy text not null default 'refuse' check (schedule_policy in ('refuse', 'union', 'intersection')),
    add column edited_by uuid,
    add column version_in_force int not null default 0`,

  // No foreign keys: what a plan granted is known after it is deleted.
  `create table key_plan_version (
    keyplan_id uuid not null,
    number int not null,
    at timestamptz not null default clock_timestamp(),
    cause text not null check (cause in ('created', 'settings', 'edit', 'activation', 'deleted', 'upgrade')),
    made_by text not null,
    reason text,
    changes jsonb not null default '{}',
    primary key (keyplan_id, number)
  )`,
  `create table key_plan_part (
    id bigint generated always as identity primary key,
    keyplan_id uuid not null,
    kind text not null check (kind in ('plan', 'rule', 'profile')),
    record_id uuid not null,
    since int not null,
    until int,
    record_version int not null,
    changed_at timestamptz not null,
    changed_by text not null,
    content jsonb not null
  )`,
  'create unique index key_plan_part_in_force on key_plan_part (record_id, kind) where until is null',
  'create index key_plan_part_plan on key_plan_part (keyplan_id, since)',
  'create index key_plan_part_record on key_plan_part (record_id)',

  `create view key_plan_draft as
    select rule.keyplan_id, 'rule' as kind, rule.id as record_id, rule.version as record_version,
      rule.updated_at as changed_at, rule.updated_by as changed_by,
      jsonb_build_object(
        'id', rule.id, 'keyplan_id', rule.keyplan_id, 'name', rule.name, 'description', rule.description,
        'type', rule.type, 'is_active', rule.is_active, 'subject_match', rule.subject_match,
        'subjects', ${parts(
          'access_rule_subject',
          "'subject_type', part.subject_type, 'subject_identifier', part.subject_identifier",
          'part.subject_type, part.subject_identifier collate "C"',
        )},
        'objects', ${parts(
          'access_rule_object',
          "'object_type', part.object_type, 'object_identifier', part.object_identifier",
          'part.object_type, part.object_identifier',
        )},
        'time_restrictions', ${parts(
          'time_restriction',
          `'days', part.days, 'from', part.from_time, 'to', part.to_time,
           'valid_from', ${utc('valid_from')}, 'valid_until', ${utc('valid_until')}`,
          'part.from_time, part.to_time, part.days, part.valid_from, part.valid_until',
        )}) as content
    from access_rule as rule
    union all
    select profile.keyplan_id, 'profile', profile.id, profile.version, profile.updated_at, '',
      jsonb_build_object(
        'id', profile.id, 'name', profile.name, 'description', profile.description,
        'cylinder_ids', ${idsOf('access_profile_cylinder', 'cylinder_id')},
        'cylinder_group_ids', ${idsOf('access_profile_group', 'group_id')})
    from access_profile as profile
    union all
    select plan.id, 'plan', plan.id, plan.version, plan.updated_at, '', jsonb_build_object(
      'id', plan.id, 'name', plan.name, 'is_active', plan.is_active, 'time_zone', plan.time_zone,
      'schedule_policy', plan.schedule_policy, 'iam_connection_ids', coalesce((
        select jsonb_agg(link.connection_id order by link.connection_id)
        from key_plan_iam_connection as link where link.keyplan_id = plan.id), '[]'))
    from key_plan as plan`,

  // Whatever a plan grants is in force from now on, as it was.
  `insert into key_plan_version (keyplan_id, number, cause, made_by) select id, 1, 'upgrade', '' from key_plan`,
  'update key_plan set version_in_force = 1',
  `insert into key_plan_part (keyplan_id, kind, record_id, since, record_version, changed_at, changed_by, content)
    select keyplan_id, kind, record_id, 1, record_version, changed_at, changed_by, content from key_plan_draft`,

  // Access depends on what is in force, no longer on the rows of rules and profiles, which are the draft.
  ...[
    'access_profile',
    'access_profile_cylinder',
    'access_profile_group',
    'access_rule',
    'access_rule_subject',
    'access_rule_object',
    'time_restriction',
  ].flatMap((table) =>
    ['inserted', 'updated', 'deleted', 'emptied'].map((event) => `drop trigger access_${event} on ${table}`),
  ),
  `create function note_part_change() returns trigger language plpgsql as $$
  begin
    if (select count(*) from changed) > 2000 then
      insert into access_change (kind) values ('rule');
    else
      insert into access_change (kind, record_id) select distinct kind, record_id from changed where kind <> 'plan';
    end if;
    return null;
  end $$`,
  ...[
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ].map(
    ([
      event,
      rows,
    ]) => `create trigger access_${event} after ${event} on key_plan_part referencing ${rows} table as changed
      for each statement execute function note_part_change()`,
  ),
  // So that processes which are up learn what is in force from the new table.
  `insert into access_change (kind) values ('rule')`,
];

/**
 * What a plan grants is a version of it, in periods: a part (a rule, a profile, the plan's settings) holds from version
 * `since` until version `until`. The rows of rules and profiles are the draft.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
