import { type Kysely, sql } from 'kysely';

type Kept = { table: string; kind: string; columns: string };

const kept: readonly Kept[] = [
  // Of our own profiles only: the doors that the key system had recorded for their members.
  {
    table: 'recorded_profile',
    kind: 'recorded_profile',
    columns: `id, created_at as born, connection_id, own_reference,
      case when own_reference is not null then content -> 'cylinders' end as cylinders,
      case when own_reference is not null then content -> 'cylinder_groups' end as groups,
      case when own_reference is not null then deleted_at is not null end as is_deleted`,
  },
  // Who holds a key, by what the key system says.
  {
    table: 'key',
    kind: 'key',
    columns: 'id, created_at as born, connection_id, holder_identity, deleted_at is not null as is_deleted',
  },
  // One former value, when a key system is read for the first time.
  {
    table: 'key_system_connection',
    kind: 'key_system',
    columns: 'id, created_at as born, persons_read_at is not null as is_read',
  },
];

const person: Kept = {
  table: 'recorded_person',
  kind: 'recorded_person',
  columns: `id, created_at as born, connection_id, own_reference, identity,
    case when own_reference is not null then active and deleted_at is null end as active`,
};

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const triggersOf = ({ table, kind, columns }: Kept) => {
  const call = `execute function keep_access_past('${kind}', ${quoted(columns)})`;
  return [
    `create trigger past_updated after update on ${table}
      referencing old table as gone new table as come for each statement ${call}`,
    `create trigger past_deleted after delete on ${table} referencing old table as gone for each statement ${call}`,
  ];
};

const statements = [
  'alter table recorded_profile add column created_at timestamptz not null default now()',
  'alter table key add column created_at timestamptz not null default now()',
  // From this moment on it is known what key systems had recorded, and who held keys by it.
  'alter table memory add column layers_since timestamptz not null default clock_timestamp()',
  'drop trigger past_updated on recorded_person',
  'drop trigger past_deleted on recorded_person',
  ...[...kept, person].flatMap(triggersOf),

  // What a key held for certain, from an update on and until readings found something newer. By the clock of the key system.
  `create table key_held (
    key_id uuid not null references key on delete cascade,
    since timestamptz not null,
    until timestamptz,
    sets uuid[] not null,
    is_timed boolean not null,
    limits jsonb,
    limits_at timestamptz,
    primary key (key_id, since)
  )`,
  `create table cylinder_held (
    cylinder_id uuid not null references key_system_cylinder on delete cascade,
    since timestamptz not null,
    until timestamptz,
    is_known boolean not null,
    group_external_id text,
    is_block_list_known boolean not null,
    primary key (cylinder_id, since)
  )`,
  // When the reading began that the last look was of.
  `create table key_look (
    connection_id uuid primary key references key_system_connection on delete cascade,
    looked_until timestamptz not null
  )`,
  // What is proved to be held now has been held since then.
  `insert into key_held (key_id, since, sets, is_timed, limits, limits_at)
   select key_id, held_at, held_sets, is_timed and (limits is null or limits_at is not distinct from held_at),
     case when limits_at is not distinct from held_at then limits end,
     case when limits_at is not distinct from held_at then limits_at end
   from key_content where held_sets is not null`,
];

/** Keeps what key systems had recorded, who held keys, and what keys and cylinders held, for questions about the past. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
