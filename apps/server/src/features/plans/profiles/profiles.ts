import type { AccessProfileCreate, AccessProfileUpdate } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { isNameTaken } from '#platform/database/is-name-taken';
import type { Deleted } from '#platform/deleted';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound, stillInUse } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller, asProduct, type Reader } from '#platform/visible-to';
import {
  addCylinders,
  addGroups,
  findProfile,
  type ProfileRow,
  replaceCylinders,
  replaceGroups,
} from '../parts/profile-queries';
import { countDraftRulesNaming, listMissingObjects } from '../parts/rule-queries';
import { getKeyPlan } from '../settings/get-plan';
import { touchKeyPlan } from '../settings/plan-queries';

/** @throws AppError not_found, also when the profile belongs to another plan than the one named */
export async function getProfile(reader: Reader, id: string, keyplanId?: string): Promise<ProfileRow> {
  const row = await findProfile(reader, id);
  if (!row || (keyplanId !== undefined && row.keyplan_id !== keyplanId)) throw notFound('access_profile');
  return row;
}

async function refuseTakenName(
  tx: Tx,
  { keyplanId, name, exceptId }: { keyplanId: string; name: string; exceptId?: string },
): Promise<void> {
  if (await isNameTaken(tx, 'access_profile', name, { keyplanId, exceptId })) {
    throw new AppError('conflict', say('keyPlan.profileNameTaken', { name }));
  }
}

type Content = { cylinder_ids?: readonly string[]; cylinder_group_ids?: readonly string[] };

const kinds = [
  ['cylinder', 'cylinder_ids', say('keyPlan.cylinderGone')],
  ['cylinder_group', 'cylinder_group_ids', say('keyPlan.groupGone')],
] as const;

/** What the profile has already may stay in it: it may come back to the key system. @throws AppError validation_failed */
async function refuseMissing(tx: Tx, content: Content, profile: Content & { keyplan_id: string }): Promise<void> {
  for (const [object_type, field, message] of kinds) {
    const known = new Set(profile[field]);
    const added = (content[field] ?? []).filter((id) => !known.has(id));
    const objects = added.map((object_identifier) => ({ object_type, object_identifier }));
    if ((await listMissingObjects(tx, profile.keyplan_id, objects)).length > 0) throw invalidField(field, message);
  }
}

/** A body may repeat the plan of the address. @throws AppError validation_failed when it names another */
function refuseOtherPlan(named: string | undefined, keyplan_id: string): void {
  if (named !== undefined && named !== keyplan_id) throw invalidField('keyplan_id', say('keyPlan.otherPlan'));
}

/** @throws AppError not_found, conflict, validation_failed */
export async function createProfile(
  deps: Deps,
  caller: Caller,
  keyplan_id: string,
  body: z.infer<typeof AccessProfileCreate>,
): Promise<ProfileRow> {
  const id = deps.newId();
  const { name, description = null, cylinder_ids, cylinder_group_ids } = body;
  return deps.db.transaction().execute(async (tx) => {
    await getKeyPlan(asCaller(tx, caller), keyplan_id);
    refuseOtherPlan(body.keyplan_id, keyplan_id);
    await refuseTakenName(tx, { keyplanId: keyplan_id, name });
    await refuseMissing(tx, body, { keyplan_id });
    await tx.insertInto('access_profile').values({ id, keyplan_id, name, description }).execute();
    await addCylinders(tx, id, cylinder_ids);
    await addGroups(tx, id, cylinder_group_ids);
    await touchKeyPlan(tx, keyplan_id, { by: caller, records: [id] });
    await recordEvent(tx, caller, 'access_profile.created', { id, details: { ...body, keyplan_id } });
    return getProfile(asCaller(tx, caller), id);
  });
}

/** Everything a profile's content hangs on: who asks, and which profile. */
type Target = { deps: Deps; caller: Caller; id: string; keyplanId?: string; expectedVersion?: number | undefined };

/** Changes a profile in one transaction, raises its and its plan's version and audits it with old and new content. */
async function change(
  { deps, caller, id, keyplanId, expectedVersion }: Target,
  apply: (tx: Tx, before: ProfileRow) => Promise<void>,
): Promise<ProfileRow> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await getProfile(asProduct(tx), id, keyplanId); // whole: for the audit log
    const { numUpdatedRows } = await tx
      .updateTable('access_profile')
      .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .$if(expectedVersion !== undefined, (q) => q.where('version', '=', expectedVersion ?? 0))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      throw new AppError('version_conflict', say('keyPlan.profileChanged'));
    }
    await apply(tx, before);
    await touchKeyPlan(tx, before.keyplan_id, { by: caller, records: [id] });
    const after = await getProfile(asProduct(tx), id); // likewise
    await recordEvent(tx, caller, 'access_profile.updated', {
      id,
      details: { before: contentOf(before), after: contentOf(after) },
    });
    return getProfile(asCaller(tx, caller), id);
  });
}

const contentOf = ({ name, description, cylinder_ids, cylinder_group_ids }: ProfileRow) => ({
  name,
  description,
  cylinder_ids,
  cylinder_group_ids,
});

/** @throws AppError not_found, conflict, version_conflict, validation_failed */
export const changeProfile = (target: Target, body: z.infer<typeof AccessProfileUpdate>): Promise<ProfileRow> =>
  change(target, async (tx, before) => {
    const { id, keyplan_id } = before;
    const { keyplan_id: named, cylinder_ids, cylinder_group_ids, ...set } = body;
    refuseOtherPlan(named, keyplan_id);
    await refuseMissing(tx, body, before);
    if (set.name) await refuseTakenName(tx, { keyplanId: keyplan_id, name: set.name, exceptId: id });
    if (Object.keys(set).length > 0) await tx.updateTable('access_profile').set(set).where('id', '=', id).execute();
    if (cylinder_ids) await replaceCylinders(tx, id, cylinder_ids);
    if (cylinder_group_ids) await replaceGroups(tx, id, cylinder_group_ids);
  });

/** @throws AppError not_found, validation_failed */
export const addToProfile = (target: Target, content: Content): Promise<ProfileRow> =>
  change(target, async (tx, before) => {
    const { id } = before;
    await refuseMissing(tx, content, before);
    await addCylinders(tx, id, content.cylinder_ids ?? []);
    await addGroups(tx, id, content.cylinder_group_ids ?? []);
  });

/** @throws AppError not_found, also when it is not in the profile */
export const takeFromProfile = (
  target: Target,
  what: { cylinder_id: string } | { group_id: string },
): Promise<ProfileRow> =>
  change(target, async (tx, { id }) => {
    const { numDeletedRows } =
      'cylinder_id' in what
        ? await tx
            .deleteFrom('access_profile_cylinder')
            .where('profile_id', '=', id)
            .where('cylinder_id', '=', what.cylinder_id)
            .executeTakeFirst()
        : await tx
            .deleteFrom('access_profile_group')
            .where('profile_id', '=', id)
            .where('group_id', '=', what.group_id)
            .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('entry_of_profile');
  });

/** @throws AppError not_found, version_conflict, constraint_violation while a rule uses it */
export async function removeProfile({ deps, caller, id, keyplanId, expectedVersion }: Target): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('access_profile').select('id').where('id', '=', id).forUpdate().execute();
    const { name, keyplan_id, version } = await getProfile(asCaller(tx, caller), id, keyplanId);
    refuseOtherVersion(version, expectedVersion, say('keyPlan.profileChanged'));
    const access_rules = await countDraftRulesNaming(tx, id);
    if (access_rules > 0) {
      const message = say('keyPlan.profileInUse', { name, count: access_rules });
      throw stillInUse({
        message,
        constraint_name: 'access_profile_in_use',
        related_records: { access_rules },
        details: say('keyPlan.wouldWithdraw'),
      });
    }
    await tx.deleteFrom('access_profile').where('id', '=', id).execute();
    await touchKeyPlan(tx, keyplan_id, { by: caller, records: [id] });
    await recordEvent(tx, caller, 'access_profile.deleted', { id, details: { name, keyplan_id } });
    return { success: true, message: say('record.deleted', { name }) };
  });
}
