import { type Kysely, sql } from 'kysely';

const statements = [
  `create table source_told (
    connection_id uuid not null references iam_connection on delete cascade,
    people text[] not null,
    groups text[] not null,
    member_people text[] not null,
    member_groups text[] not null
  )`,
  'create index source_told_connection on source_told (connection_id)',
  // A reading from the start that is under way begins anew: of what it has told so far only the marks knew.
  'update source_copy set task_id = null where is_full and not is_whole',
  'alter table source_person drop column read_mark',
  'alter table source_group drop column read_mark',
  'alter table source_member drop column read_mark',
  'alter table source_copy drop column reading',
];

/** Who was told in a reading from the start stands with its pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
