import { type Migration, Migrator, sql } from 'kysely';
import * as firstSlice from '#migrations/0001-first-slice';
import * as keySystems from '#migrations/0002-key-systems';
import * as inventory from '#migrations/0003-inventory';
import * as signedEvents from '#migrations/0007-signed-audit-events';
import type { Db } from './deps';

/** In order. A migration that has been released is never edited. */
const migrations: Record<string, Migration> = {
  '0001-first-slice': firstSlice,
  '0002-key-systems': keySystems,
  '0003-inventory': inventory,
  '0007-signed-audit-events': signedEvents,
};

const lockId = 4_203_791_556;

/**
 * Brings the database to the present shape. Safe when many processes start at once: one migrates, the others wait on
 * a lock of the database and then find nothing to do.
 */
export async function migrate(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lockId})`.execute(connection);
    try {
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    } finally {
      await sql`select pg_advisory_unlock(${lockId})`.execute(connection);
    }
  });
}
