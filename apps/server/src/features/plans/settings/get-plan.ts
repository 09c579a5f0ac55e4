import { say } from '@key2xs/texts';
import type { Db, Tx } from '#platform/deps';
import { notFound } from '#platform/errors';
import { readRow } from '#platform/list/read-some';
import { refuseOtherVersion } from '#platform/other-version';
import { asProduct, type Reader, visibleTo } from '#platform/visible-to';
import type { KeyPlanRow } from './plan-queries';
import { keyPlanSource } from './plan-source';

/** @throws AppError not_found */
export async function getKeyPlan(reader: Reader, id: string): Promise<KeyPlanRow> {
  const row = await readRow(reader, keyPlanSource, id);
  if (!row) throw notFound('key_plan');
  return row;
}

/** Locks the plan until the end of the transaction. @throws AppError not_found, version_conflict */
export async function holdPlan(tx: Tx, id: string, expectedVersion: number | undefined): Promise<KeyPlanRow> {
  await tx.selectFrom('key_plan').select('id').where('id', '=', id).forUpdate().execute();
  const plan = await getKeyPlan(asProduct(tx), id); // no plan is outside anybody's scope
  refuseOtherVersion(plan.version, expectedVersion, say('keyPlan.changed'));
  return plan;
}

/** All plans, with how many edits are not in force. */
export const listPlanStates = ({ db, viewer }: Reader): Promise<KeyPlanRow[]> =>
  keyPlanSource
    .show(keyPlanSource.from(db, undefined).where(visibleTo(viewer, 'key_plans')).orderBy('plan.updated_at', 'desc'))
    .execute();

/** @throws AppError not_found, also when the plan is not synced to that key system */
export async function refuseUnlinkedKeySystem(
  reader: Reader,
  { keyplan_id, key_system_connection_id }: { keyplan_id: string; key_system_connection_id: string },
): Promise<void> {
  const plan = await getKeyPlan(reader, keyplan_id);
  if (!plan.key_system_connections.some(({ id }) => id === key_system_connection_id)) {
    throw notFound('key_system_of_plan');
  }
}

/** @throws AppError not_found, also when the plan is not linked to the source named in the path */
export async function refuseUnlinked({ db, viewer }: Reader, keyplanId: string, connectionId: string): Promise<void> {
  const link = await db
    .selectFrom('key_plan_iam_connection')
    .select('keyplan_id')
    .where('keyplan_id', '=', keyplanId)
    .where('connection_id', '=', connectionId)
    .where(visibleTo(viewer, 'key_plans'))
    .executeTakeFirst();
  if (!link) throw notFound('key_plan_of_source');
}

/** The key plan of an access profile. @throws AppError not_found */
export async function getPlanOfProfile({ db, viewer }: Reader, profileId: string): Promise<string> {
  const profile = await db
    .selectFrom('access_profile')
    .select('keyplan_id')
    .where('id', '=', profileId)
    .where(visibleTo(viewer, 'key_plans'))
    .executeTakeFirst();
  if (!profile) throw notFound('access_profile');
  return profile.keyplan_id;
}

/** @throws AppError not_found */
export async function refuseUnknownSource(db: Db, id: string): Promise<void> {
  const source = await db.selectFrom('iam_connection').select('id').where('id', '=', id).executeTakeFirst();
  if (!source) throw notFound('identity_source');
}
