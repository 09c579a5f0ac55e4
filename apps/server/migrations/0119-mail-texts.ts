import { type Kysely, sql } from 'kysely';

const statements = [
  // What an organisation says in place of the product; without a row the product's own.
  `create table mail_text (
    kind text not null,
    language text not null check (language in ('en', 'de')),
    subject text not null,
    text text not null,
    primary key (kind, language)
  )`,
];

/** The wording of mails by the organisation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
