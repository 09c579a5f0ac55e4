import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Db, Tx } from '../deps';

/** Names in order, as they are stored. */
export type Migrations = Readonly<Record<string, Migration>>;

export type MigrateOptions = {
  log?: Pick<Logger, 'info' | 'warn'>;
  /** How long a migration waits for a table before it gives way to those who queue behind it. */
  lockTimeoutMs?: number;
  retryMs?: number;
};

const lockId = 4_203_791_556;
const maxTries = 100;

/** SQLSTATE codes after which a retry of the migration works: a lock was not available, a deadlock. */
const busyCodes: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/**
 * Runs missing migrations, each in its own transaction and without statement limits. Safe when many
 * processes start concurrently: one migrates, the others wait without a timeout, and then find nothing to do.
 * @throws Error when the database is newer than this program, or a migration fails; those before it stay
 */
export async function runMigrations(db: Db, migrations: Migrations, options: MigrateOptions = {}): Promise<void> {
  await db.connection().execute(async (connection) => {
    await lock(connection, options.log);
    try {
      await runMissing(connection, migrations, options);
    } finally {
      // A broken connection has lost the lock already; its own error is the one to report.
      await sql`select pg_advisory_unlock(${lockId})`.execute(connection).catch(() => undefined);
    }
  });
}

async function lock(connection: Db, log: MigrateOptions['log']): Promise<void> {
  await withoutLimits(connection, async (tx) => {
    const { rows } = await sql<{ is_free: boolean }>`select pg_try_advisory_lock(${lockId}) as is_free`.execute(tx);
    if (rows[0]?.is_free) return;
    log?.info('waiting for another process that migrates the database');
    await sql`select pg_advisory_lock(${lockId})`.execute(tx);
  });
}

async function runMissing(connection: Db, migrations: Migrations, options: MigrateOptions): Promise<void> {
  const names = Object.keys(migrations).sort(); // as those that ran are compared, however they are listed
  const executed = await withoutLimits(connection, listExecuted);
  requireOrder(executed, names);
  const isNew = executed.length === 0;
  for (const [at, name] of names.entries()) {
    if (at < executed.length) continue;
    const began = performance.now();
    const step = `${at + 1} of ${names.length}`;
    if (!isNew) options.log?.info({ migration: name, step }, 'migration started');
    const elapsedMs = () => Math.round(performance.now() - began);
    await runPatiently(
      connection,
      { name, migration: migrations[name], elapsedMs: isNew ? () => null : elapsedMs },
      options,
    );
    const ms = elapsedMs();
    if (!isNew) options.log?.info({ migration: name, ms }, 'migration ended');
  }
}

async function listExecuted(tx: Tx): Promise<string[]> {
  await sql`
    create table if not exists kysely_migration
      (name varchar(255) primary key, timestamp varchar(255) not null, ms integer)`.execute(tx);
  await addDuration(tx);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(tx);
  return rows.map(({ name }) => name).sort();
}

/** Databases of earlier versions have no such column. Without the question each start would wait for whoever reads the table. */
async function addDuration(tx: Tx): Promise<void> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = 'kysely_migration'::regclass and attname = 'ms'`.execute(tx);
  if (rows.length === 0) await sql`alter table kysely_migration add column ms integer`.execute(tx);
}

function requireOrder(executed: readonly string[], names: readonly string[]): void {
  const unknown = executed.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(
      `The database was migrated by a newer version of Key2XS, which has ${unknown}. Start that version.`,
    );
  }
  const skipped = names.slice(0, executed.length).find((name, at) => executed[at] !== name);
  if (skipped !== undefined) throw new Error(`The database has later migrations, but not ${skipped}.`);
}

/** `elapsedMs`: what is stored as its duration. */
type Step = { name: string; migration: Migration | undefined; elapsedMs: () => number | null };

async function runPatiently(
  connection: Db,
  step: Step,
  { log, lockTimeoutMs = 5_000, retryMs = 2_000 }: MigrateOptions,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await withoutLimits(connection, async (tx) => {
        await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(tx);
        await runOnce(tx, step);
      });
      return;
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && busyCodes.has(error.code);
      if (!isBusy || tries === maxTries) throw error;
      log?.warn(
        { migration: step.name, reason: error.message, tries },
        'migration found a table in use and tries again',
      );
      await pause(retryMs);
    }
  }
}

/** Logical connections of the embedded database share the lock, so another one may have been faster. */
async function runOnce(tx: Tx, { name, migration, elapsedMs }: Step): Promise<void> {
  const { rows } = await sql`select from kysely_migration where name = ${name}`.execute(tx);
  if (rows.length > 0) return;
  await migration?.up(tx);
  await sql`
    insert into kysely_migration (name, timestamp, ms) values (${name}, ${new Date().toISOString()}, ${elapsedMs()})`.execute(
    tx,
  );
}

/** Limits of the server, the database and the role do not apply within. */
function withoutLimits<T>(connection: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  return connection.transaction().execute(async (tx) => {
    await sql`
      select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
    return run(tx);
  });
}
