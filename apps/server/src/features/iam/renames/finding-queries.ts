import type { RenameDecision } from '@key2xs/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';

export type FindingRow = Selectable<Schema['rename_finding']>;

export const listFindings = (db: Db, changeSetId: string): Promise<FindingRow[]> =>
  db.selectFrom('rename_finding').selectAll().where('change_set_id', '=', changeSetId).orderBy('number').execute();

/** Until the transaction ends nobody else decides about them. */
export const lockFindings = (tx: Tx, changeSetId: string): Promise<FindingRow[]> =>
  tx
    .selectFrom('rename_finding')
    .selectAll()
    .where('change_set_id', '=', changeSetId)
    .orderBy('number')
    .forUpdate()
    .execute();

export async function replaceFindings(
  tx: Tx,
  changeSetId: string,
  rows: readonly Insertable<Schema['rename_finding']>[],
): Promise<void> {
  await tx.deleteFrom('rename_finding').where('change_set_id', '=', changeSetId).execute();
  if (rows.length > 0) await tx.insertInto('rename_finding').values(rows).execute();
}

/** Of the run before, if its changes were never applied: what has been said about it still holds. */
export async function listFindingsBefore(db: Db, connectionId: string, changeSetId: string): Promise<FindingRow[]> {
  const last = await db
    .selectFrom('change_set')
    .select(['id', 'state'])
    .where('iam_connection_id', '=', connectionId)
    .where('kind', '=', 'directory')
    .where('id', '<>', changeSetId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && last.state !== 'applied' ? listFindings(db, last.id) : [];
}

/** Of all decisions about a change set's findings: each of them raises it. */
export const versionOf = (rows: readonly FindingRow[]): number =>
  rows.reduce((sum, { version }) => sum + version, 1 - rows.length);

export async function saveDecision(
  tx: Tx,
  id: string,
  { decision, by, at }: { decision: RenameDecision | null; by: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('rename_finding')
    .set({
      decision,
      decided_by: decision && by,
      decided_at: decision && at,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}
