import { type Kysely, sql } from 'kysely';

const statements = [
  `create table key_case (
    id uuid primary key,
    kind text not null check (kind in ('lost', 'forgotten', 'broken', 'return')),
    key_id uuid not null references key on delete cascade,
    person_id uuid references person,
    holder_identity text,
    report jsonb,
    validity_before jsonb,
    due_at timestamptz,
    opened_at timestamptz not null,
    opened_by text,
    replacement_key_id uuid references key on delete set null,
    closed_at timestamptz,
    closed_by text,
    outcome text check (outcome in ('found', 'returned', 'repaired', 'replaced', 'written_off', 'kept')),
    version int not null default 1,
    check ((closed_at is null) = (outcome is null))
  )`,
  // A key has one open case: one that was to be returned and is lost goes on as that.
  `create unique index key_case_open on key_case (key_id) where closed_at is null`,
  `create index on key_case (key_id, opened_at)`,
  `create index on key_case (person_id) where person_id is not null`,
  `create index on key_case (replacement_key_id) where replacement_key_id is not null`,
  // The doors that the key could open when it was reported lost, and what was decided.
  `create table key_case_door (
    case_id uuid not null references key_case on delete cascade,
    cylinder_id uuid not null references key_system_cylinder on delete cascade,
    decision text check (decision in ('block', 'accept', 'replace', 'replaced')),
    accept_until timestamptz,
    reason text,
    decided_by text,
    decided_at timestamptz,
    order_id uuid,
    primary key (case_id, cylinder_id),
    check ((decision is null) = (decided_at is null)),
    check ((decision is not distinct from 'accept') = (accept_until is not null))
  )`,
  `create index on key_case_door (cylinder_id)`,
  `create table key_case_entry (
    id uuid primary key,
    case_id uuid not null references key_case on delete cascade,
    at timestamptz not null,
    happening text not null,
    actor_name text,
    note text,
    doors int,
    decision text
  )`,
  `create index on key_case_entry (case_id, at desc, id desc)`,
  `update notification_settings set notices = notices || '{key_lost}'
    where notices @> '{guard_stopped,run_failed,source_state,credential_ending,webhook_disabled}'`,
];

/** Keys that are not where they should be, and what is done about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
