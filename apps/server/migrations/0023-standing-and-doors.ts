import { type Kysely, sql } from 'kysely';

type Watched = [table: string, columns: string];

/** What is recorded in a key system, and what is needed to tell it from the plans. */
const watched: Watched[] = [
  ['recorded_person', 'connection_id, own_reference, first_name, surname, email, employee_id, active, deleted_at'],
  ['recorded_profile', 'connection_id, own_reference, name, content'],
  ['recorded_profile_member', 'connection_id, profile_reference, person_reference'],
  ['recorded_drift', 'connection_id, id, accepted_at'],
  ['key_plan_key_system', 'connection_id, keyplan_id'],
  ['cylinder', 'connection_id, id, external_id, group_id, deleted_at, is_planned'],
  ['cylinder_group', 'connection_id, id, external_id, deleted_at, is_planned'],
];

const triggersOf = ([table, columns]: Watched): string[] => {
  const call = `execute function note_access_change('recorded', 'connection_id', '${columns}')`;
  return [
    `create trigger recorded_inserted after insert on ${table} referencing new table as come for each statement ${call}`,
    `create trigger recorded_updated after update on ${table} referencing old table as gone new table as come for each statement ${call}`,
    `create trigger recorded_deleted after delete on ${table} referencing old table as gone for each statement ${call}`,
    `create trigger recorded_emptied after truncate on ${table} for each statement ${call}`,
  ];
};

const person =
  'id, connection_id, active, department, job_title, group_ids, display_name, employee_id, given_name, family_name, email';

const statements = [
  ...watched.flatMap(triggersOf),
  // Key systems store names, numbers and addresses too, so a new one is work for the next sync.
  'drop trigger access_updated on person',
  `create trigger access_updated after update on person referencing old table as gone new table as come
    for each statement execute function note_access_change('person', 'id', '${person}')`,
  // Null in change sets computed before: nobody worked out what they do to doors.
  'alter table change_set add column effect jsonb',
  `create table change_set_doors (
    change_set_id uuid not null references change_set (id) on delete cascade,
    number integer not null,
    gained uuid[] not null,
    lost uuid[] not null,
    other_hours uuid[] not null,
    primary key (change_set_id, number)
  )`,
  `create table change_set_person (
    change_set_id uuid not null references change_set (id) on delete cascade,
    person_id uuid not null,
    label text not null,
    reference text not null,
    department text,
    gained integer not null,
    lost integer not null,
    other_hours integer not null,
    doors integer not null,
    because jsonb not null,
    primary key (change_set_id, person_id)
  )`,
  `create table change_set_door (
    change_set_id uuid not null references change_set (id) on delete cascade,
    cylinder_id uuid not null,
    gained integer not null,
    lost integer not null,
    primary key (change_set_id, cylinder_id)
  )`,
  'create index sync_task_latest on sync_task (kind, iam_connection_id, key_system_connection_id, created_at desc)',
  'create index change_set_applied on change_set (applied_at) where applied_at is not null',
];

/** Notes what changes in what is recorded, and keeps with a change set who gains and loses which doors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
