import { type Kysely, sql } from 'kysely';

const statements = [
  // Stays when its picture is removed, so that its version goes on.
  `create table floor_plan (
    location_id uuid primary key references location on delete cascade,
    picture bytea,
    thumbnail bytea,
    width int not null,
    height int not null,
    tag text not null,
    version int not null default 1,
    uploaded_at timestamptz not null default now(),
    check ((picture is null) = (thumbnail is null))
  )`,
  // Both are WebP, which does not get smaller.
  `alter table floor_plan alter picture set storage external, alter thumbnail set storage external`,
  `create table floor_plan_pin (
    location_id uuid not null references floor_plan on update cascade on delete cascade,
    cylinder_id uuid references door on delete cascade,
    place_id uuid references location on delete cascade,
    x double precision not null check (x between 0 and 1),
    y double precision not null check (y between 0 and 1),
    check (num_nonnulls(cylinder_id, place_id) = 1),
    unique (location_id, cylinder_id),
    unique (location_id, place_id)
  )`,
  `create index on floor_plan_pin (cylinder_id)`,
  `create index on floor_plan_pin (place_id)`,
];

/** Floor plans of places, and where cylinders and places are on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
