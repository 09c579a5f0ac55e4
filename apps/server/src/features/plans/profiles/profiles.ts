import type { AccessProfileCreate, AccessProfileUpdate } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { isNameTaken } from '#platform/database/is-name-taken';
import type { Deleted } from '#platform/deleted';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound, stillInUse } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import type { ProfileContent } from '#platform/schema/schema';
import { asCaller, asProduct, type Reader } from '#platform/visible-to';
import type { Changed } from '../content/sides';
import { writeChanges } from '../draft/write-draft';
import { findProfile, type ProfileRow } from '../parts/profile-queries';
import { countDraftRulesNaming, listMissingObjects } from '../parts/rule-queries';
import { getKeyPlan } from '../settings/get-plan';

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
    const after = { id, name, description, cylinder_ids, cylinder_group_ids };
    await writeProfile(tx, { deps, caller, keyplanId: keyplan_id }, { id, before: undefined, after });
    await recordEvent(tx, caller, 'access_profile.created', { id, details: { ...body, keyplan_id } });
    return getProfile(asCaller(tx, caller), id);
  });
}

const writeProfile = (tx: Tx, writing: Parameters<typeof writeChanges>[1], profile: Changed<ProfileContent>) =>
  writeChanges(tx, writing, { rules: [], profiles: [profile] });

/** Everything a profile's content hangs on: who asks, and which profile. */
type Target = { deps: Deps; caller: Caller; id: string; keyplanId?: string; expectedVersion?: number | undefined };

/** Locks a profile until the end of the transaction: whole, and what of it the caller may see. */
type Held = { whole: ProfileRow; shown: ProfileRow };

async function holdProfile(tx: Tx, { caller, id, keyplanId, expectedVersion }: Target): Promise<Held> {
  await tx.selectFrom('access_profile').select('id').where('id', '=', id).forUpdate().execute();
  const shown = await getProfile(asCaller(tx, caller), id, keyplanId);
  refuseOtherVersion(shown.version, expectedVersion, say('keyPlan.profileChanged'));
  return { whole: await getProfile(asProduct(tx), id), shown };
}

/** Changes a profile in one transaction, raises its and its plan's version and audits it with old and new content. */
async function change(
  target: Target,
  edit: (tx: Tx, held: Held) => Promise<Partial<ProfileContent>>,
): Promise<ProfileRow> {
  const { deps, caller, id } = target;
  return deps.db.transaction().execute(async (tx) => {
    const held = await holdProfile(tx, target);
    const { whole } = held;
    const before = { id, ...contentOf(whole) };
    const after = { ...before, ...(await edit(tx, held)) };
    await writeProfile(tx, { deps, caller, keyplanId: whole.keyplan_id }, { id, before, after });
    const written = await getProfile(asProduct(tx), id); // whole: for the audit log
    await recordEvent(tx, caller, 'access_profile.updated', {
      id,
      details: { before: contentOf(whole), after: contentOf(written) },
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

/** Cylinders that the caller may not see stay in it. @throws AppError not_found, conflict, version_conflict, validation_failed */
export const changeProfile = (target: Target, body: z.infer<typeof AccessProfileUpdate>): Promise<ProfileRow> =>
  change(target, async (tx, { whole, shown }) => {
    const { id, keyplan_id } = whole;
    const { name = whole.name, description = whole.description, cylinder_ids = shown.cylinder_ids } = body;
    refuseOtherPlan(body.keyplan_id, keyplan_id);
    await refuseMissing(tx, body, whole);
    if (body.name) await refuseTakenName(tx, { keyplanId: keyplan_id, name, exceptId: id });
    const hidden = whole.cylinder_ids.filter((one) => !shown.cylinder_ids.includes(one));
    const { cylinder_group_ids = whole.cylinder_group_ids } = body;
    return { name, description, cylinder_ids: [...cylinder_ids, ...hidden], cylinder_group_ids };
  });

/** @throws AppError not_found, validation_failed */
export const addToProfile = (target: Target, content: Content): Promise<ProfileRow> =>
  change(target, async (tx, { whole }) => {
    await refuseMissing(tx, content, whole);
    const { cylinder_ids = [], cylinder_group_ids = [] } = content;
    return {
      cylinder_ids: [...whole.cylinder_ids, ...cylinder_ids],
      cylinder_group_ids: [...whole.cylinder_group_ids, ...cylinder_group_ids],
    };
  });

/** @throws AppError not_found, also when it is not in the profile */
export const takeFromProfile = (
  target: Target,
  what: { cylinder_id: string } | { group_id: string },
): Promise<ProfileRow> =>
  change(target, async (_, { whole, shown }) => {
    const [field, id] =
      'cylinder_id' in what
        ? (['cylinder_ids', what.cylinder_id] as const)
        : (['cylinder_group_ids', what.group_id] as const);
    if (!shown[field].includes(id)) throw notFound('entry_of_profile');
    return { [field]: whole[field].filter((one) => one !== id) };
  });

/** @throws AppError not_found, version_conflict, constraint_violation while a rule uses it */
export async function removeProfile(target: Target): Promise<Deleted> {
  const { deps, caller, id } = target;
  return deps.db.transaction().execute(async (tx) => {
    const { whole } = await holdProfile(tx, target);
    const { name, keyplan_id } = whole;
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
    const before = { id, ...contentOf(whole) };
    await writeProfile(tx, { deps, caller, keyplanId: keyplan_id }, { id, before, after: undefined });
    await recordEvent(tx, caller, 'access_profile.deleted', { id, details: { name, keyplan_id } });
    return { success: true, message: say('record.deleted', { name }) };
  });
}
