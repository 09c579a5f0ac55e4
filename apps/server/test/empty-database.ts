import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#platform/deps';

/** Empties the database between two tests, with the function of `addEmptying`. */
export async function emptyDatabase(db: Db): Promise<void> {
  await retryDeadlock(() => sql`select testing.empty_tables()`.execute(db));
}

/**
 * Creates a database function that empties all tables, once for the whole run. Deleting is much faster than truncating for small
 * tables. Truncates large ones, because later look-ups would scan their deleted rows. A function, so that its statements are
 * planned only once. A replica checks no foreign keys: each deleted row would be looked for in every table that refers to it. Our own
 * triggers run there too, because background work follows the changes they note.
 */
export async function addEmptying(db: Db): Promise<void> {
  const tables = await listTables(db);
  // Checking that a table was never used is much faster than deleting nothing.
  const deletes = tables.map((table) => `if ${isUsed(table)} then delete from ${table.name}; end if;`).join(' ');
  for (const { table, trigger } of await listTriggers(db))
    await sql.raw(`alter table ${table} enable always trigger ${trigger}`).execute(db);
  await sql`create schema testing`.execute(db);
  await sql
    .raw(`
      create function testing.empty_tables() returns void language plpgsql set session_replication_role = replica as $$
      declare large text;
      begin
        select string_agg(name::text, ', ') into large from unnest('{${tables.map(({ name }) => name).join()}}'::regclass[]) as name
        where pg_relation_size(name) > ${largeBytes};
        if large is not null then execute 'truncate ' || large || ' cascade'; end if;
        ${deletes} ${anew};
      end $$`)
    .execute(db);
}

type Table = { name: string; isPartitioned: boolean };

/** A table that consists of others has no size of its own. Without a query for the others the check needs no plan. */
const isUsed = ({ name, isPartitioned }: Table) =>
  isPartitioned
    ? `exists (select from pg_partition_tree('${name}') where pg_relation_size(relid) > 0)`
    : `pg_relation_size('${name}') > 0`;

const largeBytes = 1_024 * 1_024;

/** Between two test files: vacuums deleted rows, which every scan would visit. Leaves tables alone that no test has used since. */
export async function shrinkDatabase(db: Db): Promise<void> {
  const used = (await listTables(db)).map((table) => `('${table.name}', ${isUsed(table)})`);
  const { rows } = await sql
    .raw<{ name: string }>(`select name from (values ${used.join()}) as used (name, is_used) where is_used`)
    .execute(db);
  // Cascades to tables that refer to these: none of them is to keep anything.
  if (rows.length > 0) await sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')} cascade`).execute(db);
  await sql.raw(anew).execute(db);
}

/** The rows created by migrations: the start of the history, and the usual role. */
const anew = `insert into memory default values; insert into admin_role (id, name, name_folded, functions)
  values (gen_random_uuid(), 'Sub-Admin', 'sub-admin', array['assign_keys', 'request_keys', 'view_cylinders', 'user_audits'])`;

/** Newest tables first, so that the changes which triggers note stay for their readers. What triggers fill besides comes last. */
async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select quote_ident(relname) as name, relkind = 'p' as "isPartitioned" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%'
    order by relname = 'access_past', oid desc`.execute(db);
  return rows;
}

async function listTriggers(db: Db): Promise<{ table: string; trigger: string }[]> {
  const { rows } = await sql<{ table: string; trigger: string }>`
    select tgrelid::regclass::text as table, quote_ident(tgname) as trigger from pg_trigger
    where not tgisinternal and tgparentid = 0`.execute(db);
  return rows;
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
