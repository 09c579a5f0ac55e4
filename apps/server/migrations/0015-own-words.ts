import { type Kysely, sql } from 'kysely';

const statements = [
  // What we say of a cylinder or a group, beside what is read of it: no read names these columns.
  ...['cylinder', 'cylinder_group'].map(
    (table) => `alter table ${table}
      add column own_name text,
      add column notes text,
      add column version int not null default 1,
      add column is_planned boolean not null default false`,
  ),

  // Made here and not listed yet. Once the key system lists one of that marking or name, it is that one.
  `create unique index cylinder_planned on cylinder (connection_id, lower(marking)) where is_planned`,
  `create unique index cylinder_group_planned on cylinder_group (connection_id, lower(name)) where is_planned`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
