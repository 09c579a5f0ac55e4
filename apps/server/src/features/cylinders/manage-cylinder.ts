import type { CylinderCreate, CylinderDetail, CylinderUpdate } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Deleted } from '#platform/deleted';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { asCaller, asProduct } from '#platform/visible-to';
import { changeOwnWords, describeNew } from '../doors/service';
import { getConnection } from '../key-systems/service';
import { changePlannedCylinder, dropPlannedCylinder, planCylinder } from '../recorded/service';
import { changesOf, lockRecord, refuseNeeded, refuseOther, type Target } from './own-words';
import { getCylinder } from './service';

/** @throws AppError not_found, conflict when its key system has that marking already, validation_failed */
export async function createCylinder(
  deps: Deps,
  caller: Caller,
  body: z.infer<typeof CylinderCreate>,
): Promise<CylinderDetail> {
  const id = deps.newId();
  const { connection_id, marking, group_id = null } = body;
  return deps.db.transaction().execute(async (tx) => {
    await getConnection(asCaller(tx, caller), connection_id);
    await refuseTaken(tx, { connection_id, marking, id });
    await refuseOtherGroup(tx, connection_id, group_id);
    const unsaid = { name: marking, cylinder_type: '', domain: '', location: '' };
    const { own_name, notes, ...planned } = body;
    await planCylinder(tx, { ...unsaid, ...planned, id, group_id, state: 'planned' });
    await describeNew(tx, 'door', id, { own_name, notes });
    await recordEvent(tx, caller, 'cylinder.created', { id, details: body });
    return getCylinder(asProduct(tx), id); // without a place it is in no reader's scope
  });
}

const read = ['marking', 'name', 'cylinder_type', 'domain', 'location', 'group_id'] as const;

/** @throws AppError not_found, conflict, version_conflict, validation_failed for what the key system says otherwise */
export async function changeCylinder(
  { deps, caller, id, expectedVersion }: Target,
  body: z.infer<typeof CylinderUpdate>,
): Promise<CylinderDetail> {
  return deps.db.transaction().execute(async (tx) => {
    await lockRecord(tx, 'key_system_cylinder', id);
    const before = await getCylinder(asCaller(tx, caller), id);
    refuseOther(before.version, expectedVersion);
    const set = changesOf(body, before, read);
    const { connection_id } = before;
    if (set.marking !== undefined) await refuseTaken(tx, { connection_id, marking: set.marking, id });
    if (set.group_id) await refuseOtherGroup(tx, connection_id, set.group_id);
    const { own_name, notes, ...planned } = set;
    if (Object.keys(planned).length > 0) await changePlannedCylinder(tx, id, planned);
    await changeOwnWords(tx, 'door', id, { own_name, notes });
    const was = Object.fromEntries(Object.keys(set).map((name) => [name, before[name as keyof typeof set]])); // names of both
    await recordEvent(tx, caller, 'cylinder.updated', { id, details: { before: was, after: set } });
    return getCylinder(asCaller(tx, caller), id);
  });
}

/** @throws AppError not_found, version_conflict, constraint_violation */
export async function removeCylinder({ deps, caller, id, expectedVersion }: Target): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    await lockRecord(tx, 'key_system_cylinder', id);
    const cylinder = await getCylinder(asCaller(tx, caller), id);
    refuseOther(cylinder.version, expectedVersion);
    const { marking } = cylinder;
    await refuseNeeded(tx, 'cylinder', { ...cylinder, called: marking });
    await dropPlannedCylinder(tx, id);
    await recordEvent(tx, caller, 'cylinder.deleted', { id, details: { marking } });
    return { success: true, message: say('record.deleted', { name: marking }) };
  });
}

async function refuseTaken(
  tx: Tx,
  { connection_id, marking, id }: { connection_id: string; marking: string; id: string },
): Promise<void> {
  const taken = await tx
    .selectFrom('cylinder')
    .select('id')
    .where('connection_id', '=', connection_id)
    .where(sql<boolean>`lower(marking) = lower(${marking})`)
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  if (taken) throw new AppError('conflict', say('door.markingTaken', { marking }));
}

/** A cylinder is in a group of its own key system. */
async function refuseOtherGroup(tx: Tx, connectionId: string, groupId: string | null): Promise<void> {
  if (groupId === null) return;
  const group = await tx
    .selectFrom('key_system_cylinder_group')
    .select('id')
    .where('id', '=', groupId)
    .where('connection_id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .forShare() // keeps it from being deleted meanwhile
    .executeTakeFirst();
  if (!group) throw invalidField('group_id', say('keyPlan.groupGone'));
}
