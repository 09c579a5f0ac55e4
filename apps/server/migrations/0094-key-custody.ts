import { type Kysely, sql } from 'kysely';

const statements = [
  `create table key_custody (
    key_id uuid primary key references key on delete cascade,
    state text not null check (state in ('in_stock', 'reserved', 'handed_out', 'lost', 'broken', 'retired')),
    reserved_for uuid references person,
    storage text not null default '',
    changed_at timestamptz not null,
    recorded_at timestamptz,
    is_to_write boolean not null default false,
    problem jsonb,
    version int not null default 1,
    check ((state = 'reserved') = (reserved_for is not null))
  )`,
  `create index on key_custody (is_to_write) where is_to_write`,
  `create table key_receipt (
    id uuid primary key,
    kind text not null check (kind in ('hand_out', 'return', 'transfer')),
    language text not null,
    drafted_at timestamptz not null,
    person_id uuid references person,
    giver_id uuid references person,
    person_name text not null,
    giver_name text,
    statement text not null,
    lines jsonb not null,
    hash text not null,
    signature jsonb,
    giver_signature jsonb,
    paper bytea,
    paper_type text,
    created_at timestamptz not null,
    created_by text not null
  )`,
  `create table key_assignment (
    id uuid primary key,
    key_id uuid not null references key on delete cascade,
    person_id uuid references person,
    holder_identity text,
    handed_out_at timestamptz,
    due_at timestamptz,
    ended_at timestamptz,
    ended_by text check (ended_by in ('return', 'transfer', 'retirement', 'key_system')),
    check (person_id is not null or holder_identity is not null),
    check ((ended_at is null) = (ended_by is null))
  )`,
  // Two desks cannot hand out one key.
  `create unique index key_assignment_open on key_assignment (key_id) where ended_at is null`,
  `create index on key_assignment (key_id, handed_out_at)`,
  `create index on key_assignment (person_id) where ended_at is null`,
  `create index on key_assignment (due_at) where ended_at is null and due_at is not null`,
  `create table key_history (
    id uuid primary key,
    key_id uuid not null references key on delete cascade,
    at timestamptz not null,
    happening text not null,
    actor_name text not null,
    person_id uuid references person,
    holder_identity text,
    due_at timestamptz,
    reason text,
    receipt_id uuid references key_receipt
  )`,
  `create index on key_history (key_id, at desc, id desc)`,
  `create index on key_history (receipt_id) where receipt_id is not null`,
  `create table key_receipt_texts (
    only_row boolean primary key default true check (only_row),
    texts jsonb not null
  )`,
  // Where each key is: as handed out here, else as the key system has recorded it.
  `create view key_standing as
    select key.id as key_id, custody.key_id is not null as is_kept_here,
      coalesce(custody.state, case
        when lower(key.state) in ('lost', 'broken') then lower(key.state)
        when key.holder_identity is null then 'in_stock' else 'handed_out' end) as state,
      assignment.id as assignment_id,
      case when custody.key_id is null then recorded.own_reference else assignment.person_id end as person_id,
      case when custody.key_id is null then key.holder_identity else assignment.holder_identity end as holder_identity,
      custody.reserved_for, assignment.handed_out_at, assignment.due_at, coalesce(custody.storage, '') as storage,
      custody.changed_at, custody.recorded_at, coalesce(custody.is_to_write, false) as is_to_write, custody.problem,
      coalesce(custody.version, 0) as version,
      case when custody.key_id is null then true
        when assignment.id is null
          then key.holder_identity is null or custody.recorded_at > coalesce(system.keys_read_at, '-infinity')
        when custody.recorded_at > coalesce(system.keys_read_at, '-infinity') then true
        when assignment.person_id is null then coalesce(key.holder_identity = assignment.holder_identity, false)
        else exists (select from recorded_person as holder where holder.connection_id = key.connection_id
          and holder.own_reference = assignment.person_id and holder.identity = key.holder_identity) end as is_same
    from key
    join key_system_connection as system on system.id = key.connection_id
    left join key_custody as custody on custody.key_id = key.id
    left join key_assignment as assignment on assignment.key_id = key.id and assignment.ended_at is null
    left join recorded_person as recorded on custody.key_id is null
      and recorded.connection_id = key.connection_id and recorded.identity = key.holder_identity`,
];

/** What happens to keys here: who has which, since when and until when, with receipts. A read of the key system changes none of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
