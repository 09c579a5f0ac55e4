import { type Kysely, sql } from 'kysely';

const statements = [
  `create table access_event_by_month (
    connection_id uuid not null,
    external_id text not null,
    event_time timestamptz not null,
    import_time timestamptz not null,
    source text not null,
    key_external_id text,
    cylinder_external_id text,
    person_identity text,
    result text not null,
    reason text,
    primary key (connection_id, external_id, event_time)
  ) partition by range (event_time)`,
  `create table access_event_policy (
    only_row boolean primary key default true check (only_row),
    retention_months int not null check (retention_months between 1 and 120)
  )`,
  `create table access_event_left_out (
    connection_id uuid not null references key_system_connection on delete cascade,
    month date not null,
    why text not null check (why in ('older', 'ahead')),
    events bigint not null,
    last_at timestamptz not null,
    primary key (connection_id, month, why)
  )`,
  // From here on every month within the retention and of the next year has its own table, besides those that have rows.
  `do $$
    declare month timestamp; place text;
    begin
      for month in
        select distinct date_trunc('month', event_time at time zone 'UTC') from access_event
        union select generate_series(date_trunc('month', now() at time zone 'UTC') - interval '3 months',
          date_trunc('month', now() at time zone 'UTC') + interval '12 months', interval '1 month')
      loop
        place := 'access_event_' || to_char(month, 'YYYY_MM');
        execute format('create table %I partition of access_event_by_month for values from (%L) to (%L)', place,
          month::text || '+00', (month + interval '1 month')::text || '+00');
      end loop;
    end $$`,
  'insert into access_event_by_month select * from access_event',
  // Nothing that is there now is deleted before an administrator has seen the setting.
  `insert into access_event_policy (retention_months)
    select least(120, greatest(3, 1
      + 12 * (extract(year from now())::int - extract(year from min(event_time))::int)
      + extract(month from now())::int - extract(month from min(event_time))::int))
    from access_event having min(event_time) < now() - interval '3 months'`,
  'drop table access_event',
  'alter table access_event_by_month rename to access_event',
  'alter table access_event rename constraint access_event_by_month_pkey to access_event_pkey',
  `alter table access_event add constraint access_event_connection_id_fkey
    foreign key (connection_id) references key_system_connection on delete cascade`,
  'create index access_event_time on access_event (event_time, connection_id, external_id)',
  'create index access_event_import on access_event (import_time, connection_id, external_id)',
  `create index access_event_cylinder on access_event
    (connection_id, cylinder_external_id, event_time, external_id)`,
  'create index access_event_key on access_event (connection_id, key_external_id, event_time, external_id)',
  'create index access_event_person on access_event (connection_id, person_identity, event_time, external_id)',
  'create index access_event_reason on access_event (reason, event_time) where reason is not null',
];

/** One table for each month of access events, so that a month is dropped whole, and how long they are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
