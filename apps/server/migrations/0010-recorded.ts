import { type Kysely, sql } from 'kysely';

// Written in SQL and frozen once merged: it never imports app code, so it means the same forever.
const statements = [
  `create table recorded_list (
    connection_id uuid not null references key_system_connection on delete cascade,
    name text not null,
    digest text not null,
    primary key (connection_id, name)
  )`,
  // Those of persons and profiles say nothing of the merged rows.
  `insert into recorded_list (connection_id, name, digest)
     select system.id, list.name, system.list_digests ->> list.was
     from key_system_connection as system
     join (values ('cylinder_groups', 'cylinder_group'), ('cylinders', 'cylinder'), ('keys', 'key'),
       ('programming_jobs', 'programming_job')) as list (was, name) on system.list_digests ? list.was`,
  `alter table key_system_connection drop column list_digests`,

  ...['recorded_person', 'recorded_profile'].flatMap((table) => [
    `alter table ${table} drop constraint ${table}_pkey`,
    `alter table ${table}
      add column id uuid primary key default gen_random_uuid(),
      add column own_reference uuid,
      add column known_from text not null default 'read' check (known_from in ('read', 'written', 'ticked')),
      add column known_at timestamptz not null default now(),
      alter column identity drop not null,
      add unique (connection_id, identity),
      add unique (connection_id, own_reference)`,
  ]),
  `alter table recorded_person alter column first_read_at drop not null`,
  `alter table recorded_profile
    add column first_read_at timestamptz,
    add column content jsonb,
    alter column cylinders drop not null,
    alter column cylinder_groups drop not null,
    alter column members drop not null`,
  `update recorded_person as found set known_at = coalesce(system.inventory_read_at, found.first_read_at)
     from key_system_connection as system where system.id = found.connection_id`,
  `update recorded_profile as found
     set known_at = coalesce(system.inventory_read_at, now()), first_read_at = coalesce(system.inventory_read_at, now())
     from key_system_connection as system where system.id = found.connection_id`,
  `create index recorded_profile_reference on recorded_profile (connection_id, reference)`,

  // Which row is which of ours: by the identity it was known by, else by our reference. One row for each of ours, and
  // the other way round.
  `create table recorded_match as
     select distinct on (connection_id, identity) * from (
       select distinct on (connection_id, reference) connection_id, reference, identity, bears_reference from (
         select own.connection_id, own.reference, found.identity, found.first_read_at,
           found.reference is not distinct from own.reference::text as bears_reference
         from key_system_person as own
         join recorded_person as found on found.connection_id = own.connection_id and found.identity = own.identity
         union all
         select own.connection_id, own.reference, found.identity, found.first_read_at, true
         from key_system_person as own
         join recorded_person as found on found.connection_id = own.connection_id
           and found.reference = own.reference::text and found.deleted_at is null
         where own.identity = ''
       ) as any_row
       order by connection_id, reference, first_read_at desc, identity
     ) as one
     order by connection_id, identity, bears_reference desc, reference`,
  // Ours was kept up to date by reads, writes and ticks. Who is active there has been seen again since.
  `update recorded_person as found
     set own_reference = own.reference, first_name = own.first_name, surname = own.surname, email = own.email,
       employee_id = own.employee_id, row_hash = '',
       active = case when found.deleted_at is null or own.active then own.active else found.active end,
       deleted_at = case when own.active then null else found.deleted_at end
     from recorded_match as match
     join key_system_person as own on own.connection_id = match.connection_id and own.reference = match.reference
     where found.connection_id = match.connection_id and found.identity = match.identity`,
  `insert into recorded_person (connection_id, identity, own_reference, first_name, surname, email, employee_id, active,
       known_from, known_at)
     select own.connection_id,
       case when own.identity <> '' and own.place = 1 and not exists (select from recorded_person as found
         where found.connection_id = own.connection_id and found.identity = own.identity) then own.identity end,
       own.reference, own.first_name, own.surname, own.email, own.employee_id, own.active,
       case when own.identity <> '' then 'read' when tick.closed_at is not null then 'ticked' else 'written' end,
       coalesce(case when own.identity = '' then tick.closed_at else system.persons_read_at end,
         system.last_successful_interaction, system.updated_at)
     from (select *, row_number() over (partition by connection_id, identity order by reference) as place
       from key_system_person) as own
     join key_system_connection as system on system.id = own.connection_id
     left join (select connection_id, write ->> 'reference' as reference, max(closed_at) as closed_at from work_item
       where state = 'done' and closed_by = 'operator' and kind in ('person_create', 'person_update') group by 1, 2) as tick
       on tick.connection_id = own.connection_id and tick.reference = own.reference::text
     where not exists (select from recorded_match as match
       where match.connection_id = own.connection_id and match.reference = own.reference)`,
  `drop table recorded_match`,

  `update recorded_profile as found set own_reference = own.reference, name = own.name, content = own.content, row_hash = ''
     from (
       select distinct on (profile.connection_id, profile.reference) profile.*, listed.id as row_id
       from key_system_profile as profile
       join recorded_profile as listed
         on listed.connection_id = profile.connection_id and listed.reference = profile.reference::text
       order by profile.connection_id, profile.reference, listed.deleted_at is not null, listed.identity
     ) as own
     where found.id = own.row_id`,
  `insert into recorded_profile (connection_id, own_reference, name, description, content, known_from, known_at)
     select own.connection_id, own.reference, own.name, coalesce(own.content ->> 'description', ''), own.content,
       case when tick.closed_at is null then 'written' else 'ticked' end,
       coalesce(tick.closed_at, system.last_successful_interaction, system.updated_at)
     from key_system_profile as own
     join key_system_connection as system on system.id = own.connection_id
     left join (select connection_id, coalesce(write ->> 'profile_reference', write ->> 'reference') as reference,
         max(closed_at) as closed_at
       from work_item where state = 'done' and closed_by = 'operator' group by 1, 2) as tick
       on tick.connection_id = own.connection_id and tick.reference = own.reference::text
     where not exists (select from recorded_profile as found
       where found.connection_id = own.connection_id and found.own_reference = own.reference)`,

  `create table recorded_profile_member (
    connection_id uuid not null references key_system_connection on delete cascade,
    profile_reference uuid not null,
    person_reference uuid not null,
    primary key (connection_id, profile_reference, person_reference)
  )`,
  `insert into recorded_profile_member (connection_id, profile_reference, person_reference)
     select connection_id, profile_reference, person_reference from key_system_profile_member`,
  `create index recorded_profile_member_person on recorded_profile_member (person_reference)`,
  `drop table key_system_profile_member, key_system_profile, key_system_person`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
