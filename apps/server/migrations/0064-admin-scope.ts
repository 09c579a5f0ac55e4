import { type Kysely, sql } from 'kysely';

const statements = [
  // Null: everything of that kind. An administrator without a row is restricted in nothing.
  `create table admin_scope (
    admin_id uuid primary key references admin on delete cascade,
    departments text[],
    places uuid[]
  )`,
  // A pure function of the text, so a row is never out of date.
  `create table department_spelling (
    spelling text primary key,
    folded text not null
  )`,
  'create index department_spelling_folded on department_spelling (folded)',
];

const isPlain = /^[\x20-\x7e]*$/;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const collapse = (text: string) => text.trim().replace(/\s+/g, ' ');
const fold = (text: string) =>
  isPlain.test(text)
    ? collapse(text.toLowerCase())
    : collapse(
        text.normalize('NFKC').replace(invisible, '').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC'),
      );

/** What an administrator may see of people and places, and the folded form of every department that people have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  const { rows } = await sql<{ spelling: string }>`
    select distinct department as spelling from person where department is not null`.execute(db);
  const spellings = rows.map(({ spelling }) => ({ spelling, folded: fold(spelling) }));
  await sql`
    insert into department_spelling (spelling, folded)
    select spelling, folded from jsonb_to_recordset(${JSON.stringify(spellings)}::jsonb) as r(spelling text, folded text)`.execute(
    db,
  );
}
