import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { OpenSetUps } from '#platform/server-provider';
import { checked, waitsForPerson } from './queries';

/** Only the administrator of a set-up can go on with it. */
export const openSetUps: OpenSetUps = {
  async count(db, adminId) {
    const rows = await open(db, adminId).select('id').execute();
    return rows.length;
  },
  async handOver(tx, from, to) {
    await tx
      .updateTable('entra_setup')
      .set({ admin_id: to, updated_at: sql<Date>`now()` })
      .where('id', 'in', open(tx, from).select('id'))
      .execute();
  },
};

const open = (db: Db, adminId: string) =>
  db
    .selectFrom('entra_setup')
    .where('admin_id', '=', adminId)
    .where(({ eb, or, and }) =>
      or([
        eb('status', 'in', checked),
        and([eb('status', 'in', waitsForPerson), eb('expires_at', '>', sql<Date>`clock_timestamp()`)]),
      ]),
    );
