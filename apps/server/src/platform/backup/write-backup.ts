import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../deps';
import { type BackupEnd, formatVersion, type Manifest, type TableHead } from './backup-format';

/** What is saved. `stopping` ends it before its end; nothing is left of the file then. */
export type BackupSource = { db: Db; secretKey: Buffer; now: Date; stopping?: AbortSignal };

/** The migrations of the program are its own list of what has run. */
const notSaved = ['kysely_migration'];

const firstRowsAtOnce = 50;
const maxRowsAtOnce = 5_000;
const wantedBatchBytes = 1_000_000;

/** A backup on its way to a file. `rows`: how many have been read so far, all of them when `bytes` has ended. */
type BackupStream = { bytes: Readable; rows: () => number };

/**
 * Reads the whole database as of one moment, and the key of its secrets, as bytes that only the recipient can open.
 * @param recipient `age1…`
 * @throws Error when the recipient is none; later errors are those of the stream
 */
export async function encryptBackup(source: BackupSource, recipient: string): Promise<BackupStream> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const total = { rows: 0 };
  const lines = Readable.from(linesOf(source, total), { objectMode: false });
  const encrypted = await encrypter.encrypt(Readable.toWeb(lines.compose(createGzip())) as ReadableStream<Uint8Array>);
  return { bytes: Readable.fromWeb(encrypted as never), rows: () => total.rows };
}

/**
 * Writes a backup to a file, which appears under its name only when it is whole.
 * @param signal ends it; nothing is left of the file then
 * @throws Error when the folder cannot be written, or it is stopped
 */
export async function saveBackup(bytes: Readable, file: string, signal?: AbortSignal): Promise<{ bytes: number }> {
  const draft = `${file}.part`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const written = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(bytes, written, signal ? { signal } : {});
    await rename(draft, file);
    return { bytes: (await sizeOf(file)).size };
  } catch (error) {
    bytes.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

/** `encryptBackup` and `saveBackup` in one. */
export async function writeBackup(source: BackupSource, { file, recipient }: { file: string; recipient: string }) {
  const backup = await encryptBackup(source, recipient);
  const { bytes } = await saveBackup(backup.bytes, file, source.stopping);
  return { file, bytes, rows: backup.rows() };
}

async function sizeOf(file: string): Promise<{ size: number }> {
  const handle = await open(file, 'r');
  try {
    return await handle.stat();
  } finally {
    await handle.close();
  }
}

async function* linesOf({ db, secretKey, now, stopping }: BackupSource, total: { rows: number }) {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    await sql`
      select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
        set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true),
        set_config('intervalstyle', 'postgres', true), set_config('extra_float_digits', '1', true)`.execute(tx);
    const { rows: migrations } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      tx,
    );
    const manifest: Manifest = {
      format: formatVersion,
      taken_at: now.toISOString(),
      migrations: migrations.map(({ name }) => name),
      secret_key: secretKey.toString('base64'),
    };
    yield `@backup ${JSON.stringify(manifest)}\n`;
    const rows: BackupEnd['rows'] = {};
    for (const table of await listTables(tx)) {
      yield `@table ${JSON.stringify(table)}\n`;
      let count = 0;
      for await (const batch of batchesOf(tx, table)) {
        stopping?.throwIfAborted();
        count += batch.length;
        yield batch.map((row) => `${row}\n`).join('');
      }
      rows[table.name] = count;
      total.rows += count;
    }
    const end: BackupEnd = { rows, sequences: await listSequences(tx) };
    yield `@end ${JSON.stringify(end)}\n`;
  } finally {
    await tx
      .rollback()
      .execute()
      .catch(() => undefined); // nothing was written; a broken connection has its own error
  }
}

/** Columns that the database computes are left out. */
async function listTables(tx: Db): Promise<TableHead[]> {
  const { rows } = await sql<TableHead>`
    select class.relname as name,
      array_agg(attribute.attname::text order by attribute.attnum) filter (where attribute.attgenerated = '') as columns
    from pg_class as class join pg_attribute as attribute on attribute.attrelid = class.oid
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
      and attribute.attnum > 0 and not attribute.attisdropped and class.relname <> all(${notSaved})
    group by class.relname order by class.relname`.execute(tx);
  return rows;
}

async function listSequences(tx: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; value: string }>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`.execute(tx);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Rows as one line of JSON each. Large rows come few at a time. */
async function* batchesOf(tx: Db, { name, columns }: TableHead): AsyncGenerator<string[]> {
  const row = sql`(select saved from (select ${sql.join(columns.map((column) => sql.ref(`source.${column}`)))}) as saved)`;
  // Between the parts of a value of type json there may be line ends; within strings they are escaped.
  const line = sql`translate(row_to_json(${row})::text, E'\n\r', '  ')`;
  await sql`declare saved_rows no scroll cursor for select ${line} as line from ${sql.table(name)} as source`.execute(
    tx,
  );
  let wanted = firstRowsAtOnce;
  for (;;) {
    const lines = await fetchLines(tx, sql.lit(wanted));
    if (lines.length > 0) yield lines;
    if (lines.length < wanted) break;
    const bytes = lines.reduce((sum, each) => sum + each.length, 1);
    wanted = Math.min(maxRowsAtOnce, Math.max(1, Math.floor((wanted * wantedBatchBytes) / bytes)), wanted * 4);
  }
  await sql`close saved_rows`.execute(tx);
}

async function fetchLines(tx: Db, count: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`fetch ${count} from saved_rows`.execute(tx);
  return rows.map(({ line }) => line);
}
