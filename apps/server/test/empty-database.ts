import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#platform/deps';

/** Between two tests: what `addEmptying` has made. */
export async function emptyDatabase(db: Db): Promise<void> {
  await retryDeadlock(() => sql`select testing.empty_tables()`.execute(db));
}

/**
 * Makes what empties all tables, once for the whole run. What refers to others was made after them and goes first; on tables
 * this small far quicker than truncating. What is large is truncated, as whatever is looked up in the next test would go
 * through its deleted rows. A function, because its statements are planned once and not before each test.
 */
export async function addEmptying(db: Db): Promise<void> {
  const tables = await listTables(db);
  // To delete nothing takes far longer than to see that a table has never been used.
  const deletes = tables
    .map((name) => `if pg_relation_size('${name}') > 0 then delete from ${name}; end if;`)
    .join(' ');
  await sql`create schema testing`.execute(db);
  await sql
    .raw(`
      create function testing.empty_tables() returns void language plpgsql as $$
      declare large text;
      begin
        select string_agg(name::text, ', ') into large from unnest('{${tables.join()}}'::regclass[]) as name
        where pg_relation_size(name) > ${largeBytes};
        if large is not null then execute 'truncate ' || large || ' cascade'; end if;
        ${deletes} ${anew};
      end $$`)
    .execute(db);
}

const largeBytes = 32 * 1_024;

/** Between two test files: frees what deleted rows still take, which every look at a table would go through. */
export async function shrinkDatabase(db: Db): Promise<void> {
  await sql.raw(`truncate ${(await listTables(db)).join(', ')}`).execute(db);
  await sql.raw(anew).execute(db);
}

/** The row that the migration makes: the past is kept since then. */
const anew = 'insert into memory default values';

/** The latest first, but for places: cylinders, which are older, refer to them. Last what triggers fill when others are deleted. */
async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by relname = 'access_past', relname = 'location', oid desc`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Work that a test has left under way may hold the same rows for a moment. */
async function retryDeadlock(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run();
      return;
    } catch (error) {
      if (attempt === 5 || !(error instanceof pg.DatabaseError && error.code === '40P01')) throw error;
    }
  }
}
