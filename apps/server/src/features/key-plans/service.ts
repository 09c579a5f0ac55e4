import type { KeyPlanCreate, KeyPlanSettings, KeyPlanUpdate } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { isNameTaken } from '#platform/database/is-name-taken';
import type { Deleted } from '#platform/deleted';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound, stillInUse } from '#platform/errors';
import { readRow } from '#platform/list/read-some';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller, type Reader, visibleTo } from '#platform/visible-to';
import { refuseWhileOpen } from '../tasks/service';
import { insertLinks } from './insert-links';
import { insertKeyPlan, type KeyPlanRow, touchKeyPlan } from './plan-queries';
import { keyPlanSource } from './plan-source';
import { listDifferences } from './versions/differences';
import { endVersions, makeVersion } from './versions/keep-versions';
import { removeSecondPerson } from './versions/second-person';

export { type Acceptance, acceptRecorded } from './accept-recorded';
export type { CarriedValue } from './carry-over/carry-edits';
export { type CarriedPlan, carryOver } from './carry-over/carry-over';
export { listRulesNamingValues } from './carry-over/plans-to-carry';
export { type CarryOverOfPlan, previewCarryOver } from './carry-over/preview-carry-over';
export type { KeyPlanRow } from './plan-queries';
export { moveRulesOfPlace } from './rules/save-rule';

/** @throws AppError not_found */
export async function getKeyPlan(reader: Reader, id: string): Promise<KeyPlanRow> {
  const row = await readRow(reader, keyPlanSource, id);
  if (!row) throw notFound('key_plan');
  return row;
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

/** @throws AppError conflict */
export async function refuseTakenName(db: Db, name: string, exceptId?: string): Promise<void> {
  if (await isNameTaken(db, 'key_plan', name, { exceptId })) {
    throw new AppError('conflict', say('keyPlan.nameTaken', { name }));
  }
}

type NewPlan = z.output<typeof KeyPlanCreate>;

/** With its links, or not at all. @throws AppError conflict; not_found for a connection that does not exist */
export async function createKeyPlan(deps: Deps, caller: Caller, body: NewPlan): Promise<KeyPlanRow> {
  return deps.db.transaction().execute(async (tx) => {
    const plan = await addKeyPlan(tx, { deps, caller }, body);
    await recordEvent(tx, caller, 'key_plan.created', { id: plan.id, details: body });
    return plan;
  });
}

/** The same as part of something larger, which records the event. */
export async function addKeyPlan(
  tx: Tx,
  { deps, caller }: { deps: Pick<Deps, 'newId'>; caller: Caller },
  body: NewPlan,
): Promise<KeyPlanRow> {
  const id = deps.newId();
  const { iam_connection_ids, key_system_connection_ids, ...settings } = body;
  refuseContradiction(settings);
  await refuseTakenName(tx, settings.name);
  await insertKeyPlan(tx, { id, ...settings });
  await insertLinks(tx, { kind: 'iam', keyplan_id: id }, iam_connection_ids);
  await insertLinks(tx, { kind: 'key_system', keyplan_id: id }, key_system_connection_ids);
  await makeVersion(tx, id, { cause: 'created', by: caller }, await listDifferences(tx, id, [id]));
  return getKeyPlan(asCaller(tx, caller), id);
}

type Settings = z.output<typeof KeyPlanSettings>;

export const settingsOf = (plan: Settings): Settings => {
  const { name, description, is_active, time_zone, takes_effect, needs_second_person, schedule_policy } = plan;
  return { name, description, is_active, time_zone, takes_effect, needs_second_person, schedule_policy };
};

/** A second person can only look at what waits. */
function refuseContradiction({
  takes_effect,
  needs_second_person,
}: Pick<Settings, 'takes_effect' | 'needs_second_person'>) {
  if (needs_second_person && takes_effect === 'at_once') {
    throw invalidField('needs_second_person', say('keyPlan.secondPersonNeedsDraft'));
  }
}

/** @throws AppError not_found, conflict, version_conflict, validation_failed */
export async function changeKeyPlan(
  deps: Deps,
  caller: Caller,
  id: string,
  { body, expectedVersion }: { body: z.infer<typeof KeyPlanUpdate>; expectedVersion: number | undefined },
): Promise<KeyPlanRow> {
  return deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('key_plan').select('id').where('id', '=', id).forUpdate().execute();
    const before = await getKeyPlan(asCaller(tx, caller), id);
    const { reason, ...fields } = body;
    const { needs_second_person, ...others } = fields;
    const isRemoval = before.needs_second_person && needs_second_person === false;
    const secondPerson = isRemoval ? await removeSecondPerson(tx, { deps, caller }, before) : undefined;
    if (secondPerson?.needs_second_person && body.takes_effect === 'at_once') {
      throw new AppError('conflict', say('keyPlan.secondPersonFirst'));
    }
    refuseContradiction({ ...before, ...body });
    if (body.takes_effect === 'at_once' && before.pending_changes > 0) {
      throw new AppError('conflict', say('keyPlan.draftWaits', { count: before.pending_changes }));
    }
    if (body.name) await refuseTakenName(tx, body.name, id);
    const set = secondPerson ? { ...others, ...secondPerson } : fields;
    if (!(await touchKeyPlan(tx, id, { by: caller, reason, set, expectedVersion }))) {
      throw new AppError('version_conflict', say('keyPlan.changed'));
    }
    const requested = secondPerson?.needs_second_person && {
      needs_second_person: true,
      second_person_removal: 'requested',
    };
    await recordEvent(tx, caller, 'key_plan.updated', {
      id,
      details: { before: settingsOf(before), after: { ...fields, ...requested }, reason },
    });
    return getKeyPlan(asCaller(tx, caller), id);
  });
}

/** `connection_id`: a source it has to be linked to. */
type PlanRemoval = { id: string; connection_id?: string; expectedVersion: number | undefined };

/**
 * @throws AppError not_found, version_conflict, constraint_violation while the plan is active or a run applies what it
 * granted
 */
export async function removeKeyPlan(
  deps: Deps,
  caller: Caller,
  { id, connection_id, expectedVersion }: PlanRemoval,
): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('key_plan').select('id').where('id', '=', id).forUpdate().execute(); // nobody activates it meanwhile
    const plan = await getKeyPlan(asCaller(tx, caller), id);
    const { name, is_active, active_rules, key_system_connections: systems } = plan;
    if (connection_id && !plan.iam_connections.some((source) => source.id === connection_id)) {
      throw notFound('key_plan_of_source');
    }
    refuseOtherVersion(plan.version, expectedVersion, say('keyPlan.changed'));
    const details = say('keyPlan.rulesStay');
    if (is_active) {
      const message = say('keyPlan.active', { name });
      throw stillInUse({ message, constraint_name: 'key_plan_active', related_records: { active_rules }, details });
    }
    for (const system of systems) {
      await refuseWhileOpen(tx, 'key_system_connection_id', system.id, {
        name: system.name,
        constraint_name: 'key_plan_in_sync',
        details,
      });
    }
    await endVersions(tx, id, caller);
    await tx.deleteFrom('key_plan').where('id', '=', id).execute();
    await recordEvent(tx, caller, 'key_plan.deleted', { id, details: { name } });
    return { success: true, message: say('record.deleted', { name }) };
  });
}
