import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { type Reader, visibleTo } from '#platform/visible-to';

export type WizardRow = Selectable<Schema['key_plan_wizard']>;

const maxListed = 100;

/** Those that are not finished, changed last first. */
export const listWizards = ({ db, viewer }: Reader): Promise<WizardRow[]> =>
  db
    .selectFrom('key_plan_wizard')
    .selectAll()
    .where('finished_at', 'is', null)
    .where(visibleTo(viewer, 'key_plans'))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();

/** @throws AppError not_found */
export async function getWizard({ db, viewer }: Reader, id: string): Promise<WizardRow> {
  const row = await byId(db, id).where(visibleTo(viewer, 'key_plans')).executeTakeFirst();
  if (!row) throw notFound('key_plan_wizard');
  return row;
}

/** Locks it until the end of the transaction. @throws AppError not_found */
export async function holdWizard(tx: Tx, id: string): Promise<WizardRow> {
  const row = await byId(tx, id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('key_plan_wizard');
  return row;
}

const byId = (db: Db, id: string) => db.selectFrom('key_plan_wizard').selectAll().where('id', '=', id);

/** Notes what the plan is after the wizard has written it. */
export const noteWritten = (tx: Tx, id: string, plan: { id: string; version: number }) =>
  tx
    .updateTable('key_plan_wizard')
    .set({ keyplan_id: plan.id, plan_version: plan.version })
    .where('id', '=', id)
    .execute();

export const noteFinished = (tx: Tx, id: string) =>
  tx.updateTable('key_plan_wizard').set({ finished_at: sql<Date>`now()` }).where('id', '=', id).execute();
