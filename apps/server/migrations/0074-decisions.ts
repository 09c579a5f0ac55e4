import { type Kysely, sql } from 'kysely';

const call = "execute function note_access_change('recorded', 'connection_id', 'connection_id, id, state')";

/** They name the columns that they watch. */
const triggers = [
  ['inserted', 'after insert on recorded_drift referencing new table as come for each statement'],
  ['updated', 'after update on recorded_drift referencing old table as gone new table as come for each statement'],
  ['deleted', 'after delete on recorded_drift referencing old table as gone for each statement'],
  ['emptied', 'after truncate on recorded_drift for each statement'],
].flatMap(([name, when]) => [
  `drop trigger recorded_${name} on recorded_drift`,
  `create trigger recorded_${name} ${when} ${call}`,
]);

const statements = [
  `create table decision (
    id bigint generated always as identity primary key,
    subject_kind text not null check (subject_kind in
      ('change_set', 'rename_finding', 'directory_conflict', 'recorded_drift', 'work_item', 'cylinder_location')),
    subject_id uuid not null,
    choice text not null,
    reason text not null default '',
    decided_by text not null,
    decided_at timestamptz not null,
    ended_at timestamptz,
    ended_by text,
    check ((ended_at is null) = (ended_by is null))
  )`,
  `insert into decision (subject_kind, subject_id, choice, reason, decided_by, decided_at)
   select 'change_set', id, decision ->> 'action', decision ->> 'reason', decision ->> 'by', (decision ->> 'at')::timestamptz
   from change_set where decision is not null
   union all
   select 'rename_finding', id, decision, '', decided_by, decided_at from rename_finding where decision is not null
   union all
   select 'directory_conflict', id, decision, coalesce(reason, ''), decided_by, decided_at
   from directory_conflict where state = 'decided'
   union all
   select 'recorded_drift', id, 'accept', '', coalesce(accepted_by, ''), accepted_at
   from recorded_drift where accepted_at is not null
   union all
   select 'work_item', id, 'done', coalesce(note, ''), coalesce(closed_by_name, ''), closed_at
   from work_item where state = 'done' and closed_by = 'operator'`,
  'create unique index decision_standing on decision (subject_kind, subject_id) where ended_at is null',
  'alter table change_set drop column decision',
  'alter table rename_finding drop column decided_by, drop column decided_at',
  'alter table directory_conflict drop column reason, drop column decided_by, drop column decided_at',
  "alter table recorded_drift add column state text not null default 'open' check (state in ('open', 'accepted'))",
  "update recorded_drift set state = 'accepted' where accepted_at is not null",
  'alter table recorded_drift drop column accepted_at, drop column accepted_by',
  'alter table work_item drop column closed_by_name, drop column note',
  ...triggers,
];

/** What people decided, when and why: one table in place of columns of six. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
