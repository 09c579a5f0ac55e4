import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { recordEvent } from '../audit/audit';
import { deriveAuditKey } from '../audit/audit-chain';
import { eventSigner } from '../audit/audit-event';
import { addMonths, monthlyTables } from '../database/month-tables';
import type { Db, Tx } from '../deps';
import { migrate, migrationNames } from '../schema/migrate';
import { type BackupEnd, BackupUnusable, type Manifest, type TableHead } from './backup-format';
import { openBackup } from './read-backup';

export type RestoreTarget = {
  /** Of an empty database, and without time limits. */
  db: Db;
  log: Pick<Logger, 'info' | 'warn'>;
  now: Date;
  /** Called with the key of the backup's secrets before anything is written. */
  takeKey(secretKey: Buffer): Promise<void>;
};

/**
 * Restores a backup into an empty database, in one transaction, then migrates it to this version. The installation is paused
 * afterwards, and sessions have ended.
 * @throws BackupUnusable when the key does not fit, the file is damaged or of a later version, or the database is not empty
 */
export async function restoreBackup(
  { db, log, now, takeKey }: RestoreTarget,
  { file, recoveryKey }: { file: string; recoveryKey: string },
): Promise<{ manifest: Manifest; rows: number }> {
  await requireEmpty(db);
  const { manifest, parts } = await openBackup(file, recoveryKey);
  requireKnown(manifest);
  await takeKey(Buffer.from(manifest.secret_key, 'base64'));
  await migrate(db, { to: manifest.migrations.at(-1) ?? '', log });
  const tx = await db.startTransaction().execute();
  let rows = 0;
  try {
    const putBack = await emptySchema(tx);
    for await (const part of parts) {
      if ('end' in part) await setSequences(tx, part.end);
      else {
        rows += part.lines.length;
        await insertRows(tx, part);
      }
    }
    await putBack();
    await pauseInstallation(tx, { manifest, now });
    await tx.commit().execute();
  } catch (error) {
    await tx
      .rollback()
      .execute()
      .catch(() => undefined); // the first error says why
    throw error;
  }
  await migrate(db, { log });
  await sql`analyze`.execute(db);
  return { manifest, rows };
}

/** What a restore that failed has left counts as empty. */
async function requireEmpty(db: Db): Promise<void> {
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass('public.admin') is not null as is_there`.execute(
    db,
  );
  if (!rows[0]?.is_there) return;
  const admin = await db.selectFrom('admin').select('id').limit(1).executeTakeFirst();
  if (admin) throw new BackupUnusable('There is an installation in this database already. Restore into an empty one');
}

function requireKnown({ migrations }: Manifest): void {
  const unknown = migrations.find((name, at) => migrationNames[at] !== name);
  if (unknown === undefined) return;
  throw new BackupUnusable('This backup was made by a later version of Key2XS. Restore it with that version');
}

type ForeignKey = { table: string; name: string; definition: string };

/** Empties all tables. Neither triggers nor foreign keys act until the returned function has put them back. */
async function emptySchema(tx: Tx): Promise<() => Promise<void>> {
  await sql`
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
  const { rows: keys } = await sql<ForeignKey>`
    select class.relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class as class on class.oid = conrelid
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`.execute(tx);
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> 'kysely_migration' order by 1`.execute(tx);
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
  for (const key of keys) {
    await sql`alter table ${sql.table(key.table)} drop constraint ${sql.ref(key.name)}`.execute(tx);
  }
  const names = sql.join(tables.map(({ name }) => sql.table(name)));
  await sql`truncate ${names}`.execute(tx);
  return async () => {
    for (const key of keys) {
      await sql`alter table ${sql.table(key.table)} add constraint ${sql.ref(key.name)} ${sql.raw(key.definition)}`.execute(
        tx,
      );
    }
    for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
  };
}

async function setSequences(tx: Tx, { sequences }: BackupEnd): Promise<void> {
  for (const [name, value] of Object.entries(sequences)) {
    await sql`select setval(${`public."${name.replaceAll('"', '""')}"`}::regclass, ${value}::bigint)`.execute(tx);
  }
}

type Rows = { table: TableHead; lines: readonly string[] };

async function insertRows(tx: Tx, { table: { name, columns }, lines }: Rows): Promise<void> {
  const list: RawBuilder<unknown> = sql.join(columns.map((column) => sql.ref(column)));
  const rows = `[${lines.join(',')}]`;
  const monthColumn = monthlyTables[name];
  if (monthColumn !== undefined && (await isMonthly(tx, name))) {
    const { rows: months } = await sql<{ month: Date }>`
      select distinct date_trunc('month', ${sql.ref(monthColumn)}, 'UTC') as month
      from json_populate_recordset(null::${sql.table(name)}, ${rows}::json)`.execute(tx);
    await addMonths(
      tx,
      name,
      months.map(({ month }) => month),
    );
  }
  await sql`
    insert into ${sql.table(name)} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${sql.table(name)}, ${rows}::json)`.execute(tx);
}

/** Not so in a backup of an earlier version. */
async function isMonthly(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_so: boolean }>`
    select relkind = 'p' as is_so from pg_class where oid = ${`public.${name}`}::regclass`.execute(tx);
  return rows[0]?.is_so === true;
}

/** Sessions open when the backup was taken have to sign in again. */
async function pauseInstallation(tx: Tx, { manifest, now }: { manifest: Manifest; now: Date }): Promise<void> {
  await tx.deleteFrom('session').execute();
  await tx.deleteFrom('restored_backup').execute();
  const row = { taken_at: new Date(manifest.taken_at), restored_at: now };
  await tx.insertInto('restored_backup').values(row).execute();
  const sign = eventSigner(deriveAuditKey(Buffer.from(manifest.secret_key, 'base64')));
  const caller = { actor: undefined, name: 'npm run restore', request_id: null, sign };
  await recordEvent(tx, caller, 'installation.restored', { details: { taken_at: manifest.taken_at } });
}
