import { type Kysely, sql } from 'kysely';

const statements = [
  `create table key_times_order (
    id uuid primary key,
    key_id uuid not null references key on delete cascade,
    request_id uuid not null,
    validity text not null check (validity in ('always', 'never', 'between')),
    valid_from timestamptz,
    valid_until timestamptz,
    revalidation_minutes int,
    schedule jsonb not null,
    reason text not null,
    subject_kind text,
    subject_id uuid,
    ordered_by text not null,
    ordered_at timestamptz not null,
    state text not null check (state in ('waiting', 'failed', 'to_enter', 'written', 'replaced')),
    problem jsonb,
    ended_at timestamptz,
    check ((state in ('written', 'replaced')) = (ended_at is not null))
  )`,
  // A later order takes the place of one that is not written yet.
  'create unique index key_times_order_open on key_times_order (key_id) where ended_at is null',
  'create index on key_times_order (key_id, ordered_at desc)',
  'create index on key_times_order (subject_kind, subject_id) where subject_id is not null',
  // What a key surely held after its last update, kept when something else is recorded for it. Counts until the next update.
  `create table key_held_times (
    key_id uuid primary key references key on delete cascade,
    updated_at timestamptz not null,
    validity text not null,
    valid_from timestamptz,
    valid_until timestamptz,
    revalidation_minutes int,
    schedule jsonb not null
  )`,
  `create table key_times_template (
    id uuid primary key,
    name text not null,
    schedule jsonb not null,
    version int not null default 1
  )`,
  'create unique index key_times_template_name on key_times_template (lower(name))',
  `create table key_holiday_calendar (
    id uuid primary key,
    name text not null,
    closes text not null,
    days jsonb not null,
    version int not null default 1
  )`,
  'create unique index key_holiday_calendar_name on key_holiday_calendar (lower(name))',
  `create table key_times_policy (
    only_row boolean primary key default true check (only_row),
    policy jsonb not null,
    version int not null default 1
  )`,
  // When each key stops working by itself: by what it surely holds, else by what is recorded.
  `create view key_times_standing as
    select basis.*,
      case when validity = 'never' then null
        else least(case when validity = 'between' then valid_until end, deadline_at) end as ends_at
    from (
      select key.id as key_id, lower(key.key_type) <> 'normal' as has_clock, is_sure,
        case when key.validity is null or key.changed_at is null then null
          else key.last_update_at is null or key.last_update_at < key.changed_at end as update_pending,
        case when held.key_id is null then key.validity else held.validity end as validity,
        case when held.key_id is null then key.valid_from else held.valid_from end as valid_from,
        case when held.key_id is null then key.valid_until else held.valid_until end as valid_until,
        case when held.key_id is null then key.revalidation_minutes else held.revalidation_minutes end
          as revalidation_minutes,
        case when held.key_id is null then key.schedule else held.schedule end as schedule,
        key.last_update_at + make_interval(mins => case when held.key_id is null
          then key.revalidation_minutes else held.revalidation_minutes end) as deadline_at
      from key
      left join key_held_times as held on held.key_id = key.id and held.updated_at = key.last_update_at
        and coalesce(key.last_update_at < key.changed_at, true)
      cross join lateral (select key.validity is not null
        and (coalesce(key.last_update_at >= key.changed_at, false) or held.key_id is not null) as is_sure) as sure
    ) as basis`,
];

/** Which times were ordered for keys, what they held before, templates, and the policy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
