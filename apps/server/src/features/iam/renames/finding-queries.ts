import type { RenameDecision } from '@key2xs/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { endDecisions, saveDecisions, standsFor } from '../../decisions/service';

/** With who decided it and when. */
export type FindingRow = Selectable<Schema['rename_finding']> & { decided_by: string | null; decided_at: Date | null };

const fromFindings = (db: Db, changeSetId: string) =>
  db
    .selectFrom('rename_finding as finding')
    .leftJoin('decision', (join) => join.on(standsFor('rename_finding', 'finding.id')))
    .selectAll('finding')
    .select(['decision.decided_by', 'decision.decided_at'])
    .where('change_set_id', '=', changeSetId)
    .orderBy('number');

export const listFindings = (db: Db, changeSetId: string): Promise<FindingRow[]> =>
  fromFindings(db, changeSetId).execute();

/** Locks them against other decisions until the transaction ends. */
export const lockFindings = (tx: Tx, changeSetId: string): Promise<FindingRow[]> =>
  fromFindings(tx, changeSetId).forUpdate('finding').execute();

export type NewFinding = Insertable<Schema['rename_finding']> & {
  /** The finding of the run before whose decision still holds. */
  inherited: FindingRow | undefined;
};

export async function replaceFindings(tx: Tx, changeSetId: string, found: readonly NewFinding[]): Promise<void> {
  await tx.deleteFrom('rename_finding').where('change_set_id', '=', changeSetId).execute();
  const rows = found.map(({ inherited: _, ...row }) => row);
  if (rows.length > 0) await tx.insertInto('rename_finding').values(rows).execute();
  for (const { id, inherited } of found) {
    if (!inherited?.decision || !inherited.decided_at) continue;
    const { decision, decided_by, decided_at } = inherited;
    const about = { subject: 'rename_finding', ids: [id], choice: decision } as const;
    await saveDecisions(tx, { ...about, by: decided_by ?? '', at: decided_at });
  }
}

/** Of the previous run, if its changes were never applied: its decisions still hold. */
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

type New = { decision: RenameDecision | null; reason?: string | undefined; by: string; at: Date };

/** Without a decision: takes back the one that stands. */
export async function saveDecision(tx: Tx, id: string, { decision, reason, by, at }: New): Promise<void> {
  await tx
    .updateTable('rename_finding')
    .set({ decision, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
  const about = { subject: 'rename_finding', ids: [id], by, at } as const;
  await (decision === null ? endDecisions(tx, about) : saveDecisions(tx, { ...about, choice: decision, reason }));
}
