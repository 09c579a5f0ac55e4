import { type Kysely, sql } from 'kysely';

const statements = [
  // Keeps the words of both cylinders: either may leave its key system, or be renamed.
  `create table cylinder_swap (
    id uuid primary key,
    location_id uuid not null references location on delete cascade,
    removed_id uuid references door on delete set null,
    removed_words text not null,
    installed_id uuid references door on delete set null,
    installed_words text not null,
    reason text not null,
    swapped_at timestamptz not null default now()
  )`,
  `create index on cylinder_swap (location_id, swapped_at)`,
  `create index on cylinder_swap (removed_id)`,
  `create index on cylinder_swap (installed_id)`,
];

/** Which cylinder took the place of which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
