import { type Kysely, sql } from 'kysely';

const statements = [
  `create table key_request (
    id uuid primary key,
    kind text not null check (kind in ('new_key', 'more_access', 'extension', 'replacement', 'temporary', 'return')),
    state text not null check (state in ('in_approval', 'needs_info', 'approved', 'in_preparation', 'ready_for_pickup',
      'handed_out', 'applied', 'rejected', 'cancelled', 'expired', 'closed')),
    step int not null,
    steps int not null,
    person_id uuid not null references person on delete cascade,
    place_id uuid references location on delete set null,
    place_name text,
    key_id uuid references key on delete set null,
    reserved_key_id uuid references key on delete set null,
    starts_at timestamptz,
    ends_at timestamptz,
    granted_until timestamptz,
    is_urgent boolean not null,
    reason text not null,
    protection_class int,
    needs_four_eyes boolean not null,
    asked_by_id uuid references admin on delete set null,
    asked_by text not null,
    asked_at timestamptz not null,
    pick_up_by timestamptz,
    closed_at timestamptz,
    version int not null default 1
  )`,
  `create index on key_request (asked_at desc, id)`,
  `create index on key_request (person_id)`,
  `create index on key_request (place_id)`,
  `create index on key_request (key_id)`,
  `create index on key_request (reserved_key_id)`,
  `create index on key_request (asked_by_id)`,
  `create index on key_request (pick_up_by) where state = 'ready_for_pickup'`,
  `create index on key_request (granted_until) where state in ('handed_out', 'applied')`,
  `create table key_request_step (
    request_id uuid not null references key_request on delete cascade,
    position int not null,
    kind text not null check (kind in ('manager', 'owner', 'security')),
    person_id uuid references person on delete set null,
    stands_in boolean not null,
    due_at timestamptz,
    escalated_at timestamptz,
    decision text check (decision in ('approved', 'approved_shorter', 'rejected')),
    decided_by_id uuid,
    decided_by text,
    decided_at timestamptz,
    reason text,
    primary key (request_id, position)
  )`,
  `create index on key_request_step (person_id)`,
  `create index on key_request_step (due_at) where decision is null and escalated_at is null`,
  `create table key_request_entry (
    id uuid primary key,
    request_id uuid not null references key_request on delete cascade,
    at timestamptz not null,
    happening text not null,
    actor_name text,
    note text
  )`,
  `create index on key_request_entry (request_id, at desc, id desc)`,
  `create table key_request_rules (
    only_row boolean primary key default true check (only_row),
    rules jsonb not null,
    step_hours int not null,
    pick_up_days int not null,
    absences jsonb not null,
    version int not null default 1
  )`,
];

/** Requests for keys and access, who agrees to them, and the rules for that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
