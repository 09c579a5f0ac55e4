import type { KeyPlanCreate, KeyPlanSettings, KeyPlanUpdate } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { isNameTaken } from '#platform/database/is-name-taken';
import type { Deleted } from '#platform/deleted';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound, stillInUse } from '#platform/errors';
import { emit } from '#platform/events/event-kind';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller } from '#platform/visible-to';
import { refuseWhileOpen } from '../../tasks/service';
import { listDifferences } from '../content/differences';
import { planActivated } from '../content/events';
import { endVersions, makeVersion } from '../content/keep-versions';
import { getKeyPlan } from './get-plan';
import { insertLinks } from './insert-links';
import { insertKeyPlan, type KeyPlanRow, touchKeyPlan } from './plan-queries';
import { removeSecondPerson } from './second-person';

/** @throws AppError conflict */
export async function refuseTakenPlanName(db: Db, name: string, exceptId?: string): Promise<void> {
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
  await refuseTakenPlanName(tx, settings.name);
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
    if (body.name) await refuseTakenPlanName(tx, body.name, id);
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
    const after = await getKeyPlan(asCaller(tx, caller), id);
    if (after.is_active && !before.is_active) {
      await emit(tx, planActivated, { key_plan_id: id, version: after.version_in_force });
    }
    return after;
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
    await tx.selectFrom('key_plan').select('id').where('id', '=', id).forUpdate().execute(); // against a concurrent activation
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
      await refuseWhileOpen(tx, system.id, {
        name: system.name,
        constraint_name: 'key_plan_in_sync',
        details,
      });
    }
    await deleteKeyPlan(tx, id, caller);
    await recordEvent(tx, caller, 'key_plan.deleted', { id, details: { name } });
    return { success: true, message: say('record.deleted', { name }) };
  });
}

/** What it granted stays known for as long as the past is kept. */
export async function deleteKeyPlan(tx: Tx, id: string, by: Caller): Promise<void> {
  await endVersions(tx, id, by);
  await tx.deleteFrom('key_plan').where('id', '=', id).execute();
}
