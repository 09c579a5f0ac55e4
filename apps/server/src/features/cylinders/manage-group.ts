import type { CylinderGroup, CylinderGroupCreate, CylinderGroupUpdate } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Deleted } from '#platform/deleted';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { asCaller } from '#platform/visible-to';
import { changeOwnWords, describeNew } from '../doors/service';
import { getConnection } from '../key-systems/service';
import { changePlannedGroup, dropPlannedGroup, planGroup } from '../recorded/service';
import { changesOf, lockRecord, refuseNeeded, refuseOther, type Target } from './own-words';
import { getGroup } from './service';

/** @throws AppError not_found, conflict when its key system has a group of that name already */
export async function createGroup(
  deps: Deps,
  caller: Caller,
  body: z.infer<typeof CylinderGroupCreate>,
): Promise<CylinderGroup> {
  const id = deps.newId();
  const { connection_id, name } = body;
  return deps.db.transaction().execute(async (tx) => {
    await getConnection(asCaller(tx, caller), connection_id);
    await refuseTaken(tx, { connection_id, name, id });
    const { own_name, notes, ...planned } = body;
    await planGroup(tx, { domain: '', ...planned, id });
    await describeNew(tx, 'door_group', id, { own_name, notes });
    await recordEvent(tx, caller, 'cylinder_group.created', { id, details: body });
    return getGroup(asCaller(tx, caller), id);
  });
}

const read = ['name', 'domain'] as const;

/** @throws AppError not_found, conflict, version_conflict, validation_failed for what the key system says otherwise */
export async function changeGroup(
  { deps, caller, id, expectedVersion }: Target,
  body: z.infer<typeof CylinderGroupUpdate>,
): Promise<CylinderGroup> {
  return deps.db.transaction().execute(async (tx) => {
    await lockRecord(tx, 'key_system_cylinder_group', id);
    const before = await getGroup(asCaller(tx, caller), id);
    refuseOther(before.version, expectedVersion);
    const set = changesOf(body, before, read);
    const { connection_id } = before;
    if (set.name !== undefined) await refuseTaken(tx, { connection_id, name: set.name, id });
    const { own_name, notes, ...planned } = set;
    if (Object.keys(planned).length > 0) await changePlannedGroup(tx, id, planned);
    await changeOwnWords(tx, 'door_group', id, { own_name, notes });
    const was = Object.fromEntries(Object.keys(set).map((name) => [name, before[name as keyof typeof set]])); // names of both
    await recordEvent(tx, caller, 'cylinder_group.updated', { id, details: { before: was, after: set } });
    return getGroup(asCaller(tx, caller), id);
  });
}

/** @throws AppError not_found, version_conflict, constraint_violation */
export async function removeGroup({ deps, caller, id, expectedVersion }: Target): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    await lockRecord(tx, 'key_system_cylinder_group', id);
    const group = await getGroup(asCaller(tx, caller), id);
    refuseOther(group.version, expectedVersion);
    const { name } = group;
    await refuseNeeded(tx, 'cylinder_group', { ...group, called: name });
    await dropPlannedGroup(tx, id);
    await recordEvent(tx, caller, 'cylinder_group.deleted', { id, details: { name } });
    return { success: true, message: say('record.deleted', { name }) };
  });
}

async function refuseTaken(
  tx: Tx,
  { connection_id, name, id }: { connection_id: string; name: string; id: string },
): Promise<void> {
  const taken = await tx
    .selectFrom('cylinder_group')
    .select('id')
    .where('connection_id', '=', connection_id)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  if (taken) throw new AppError('conflict', say('door.groupNameTaken', { name }));
}
