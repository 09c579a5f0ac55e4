import { type Kysely, sql } from 'kysely';

const statements = [
  // A pseudonym stands in place of the name, and no list has the person any more.
  `alter table person add column erased_at timestamptz`,
  // Receipts that outlive the name of an erased person.
  `create index person_erased on person (erased_at) where erased_at is not null`,
  `create or replace function refuse_change_of_event() returns trigger language plpgsql as $$
    begin
      if current_setting('key2xs.erasing', true) = 'on' then return new; end if;
      raise exception 'events are never changed';
    end $$`,
];

/** People who were erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
