import { type Kysely, sql } from 'kysely';

const statements = [
  // Under what everybody of a copy was compared, but for those who are unsettled; null: everybody is to be compared.
  'alter table source_copy add column settled text',
  `create table source_unsettled (
    connection_id uuid not null references iam_connection on delete cascade,
    external_id text collate "C" not null,
    primary key (connection_id, external_id)
  )`,
  'create index source_person_listed on source_person (connection_id) where gone is null',
  'create index source_person_gone on source_person (gone_at) where gone is not null',
];

/** Who of a copy has to be compared again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
