import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#platform/deps';

/** Empties the database between two tests, with the function of `addEmptying`. */
export async function emptyDatabase(db: Db): Promise<void> {
  await retryDeadlock(() => sql`select testing.empty_tables()`.execute(db));
}

/**
 * Creates a database function that empties all tables, once for the whole run. Deletes referring tables first, which is much
 * faster than truncating for small tables. Truncates large ones, because later look-ups would scan their deleted rows. A
 * function, so that its statements are planned only once.
 */
export async function addEmptying(db: Db): Promise<void> {
  const tables = await listTables(db);
  // Checking that a table was never used is much faster than deleting nothing.
  const deletes = tables.map((name) => `if ${isUsed(name)} then delete from ${name}; end if;`).join(' ');
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

/** A table that consists of others has no size of its own. */
const isUsed = (name: string) => `(pg_relation_size('${name}') > 0 or exists (
  select from pg_partition_tree('${name}') where pg_relation_size(relid) > 0))`;

const largeBytes = 32 * 1_024;

/** Between two test files: vacuums deleted rows, which every scan would visit. */
export async function shrinkDatabase(db: Db): Promise<void> {
  await sql.raw(`truncate ${(await listTables(db)).join(', ')}`).execute(db);
  await sql.raw(anew).execute(db);
}

/** The rows created by migrations: the start of the history, and the usual role. */
const anew = `insert into memory default values; insert into admin_role (id, name, name_folded, functions)
  values (gen_random_uuid(), 'Sub-Admin', 'sub-admin', array['assign_keys', 'request_keys', 'view_cylinders', 'user_audits'])`;

/** Newest tables first, except for places, to which older cylinders refer. Tables filled by delete triggers come last. */
async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%' order by relname = 'access_past', relname = 'location', oid desc`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Remaining work of a test may lock the same rows for a moment. */
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
