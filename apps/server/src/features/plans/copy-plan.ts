import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import type { ProfileContent, RuleContent } from '#platform/schema/schema';
import { asCaller } from '#platform/visible-to';
import { listDifferences } from './content/differences';
import { makeVersion } from './content/keep-versions';
import { loadSide, type PlanContent } from './content/sides';
import { writeDraft } from './draft/write-draft';
import { getKeyPlan } from './settings/get-plan';
import { insertLinks } from './settings/insert-links';
import { refuseTakenPlanName, settingsOf } from './settings/manage-plan';
import { insertKeyPlan, type KeyPlanRow } from './settings/plan-queries';

/**
 * An inactive plan that says what another one says as it is written. Its rules and profiles are its own; its edits wait
 * in the draft if those of the other do.
 * @throws AppError not_found, conflict
 */
export async function copyKeyPlan(
  deps: Deps,
  caller: Caller,
  { id: sourceId, name }: { id: string; name: string },
): Promise<KeyPlanRow> {
  const id = deps.newId();
  return deps.db.transaction().execute(async (tx) => {
    const source = await getKeyPlan(asCaller(tx, caller), sourceId);
    await refuseTakenPlanName(tx, name);
    await insertKeyPlan(tx, { id, ...settingsOf(source), name, is_active: false });
    const idsOf = (links: readonly { id: string }[]) => links.map((link) => link.id);
    await insertLinks(tx, { kind: 'iam', keyplan_id: id }, idsOf(source.iam_connections));
    await insertLinks(tx, { kind: 'key_system', keyplan_id: id }, idsOf(source.key_system_connections));
    await makeVersion(tx, id, { cause: 'created', by: caller }, await listDifferences(tx, id, [id]));
    const to = withNewIds(await loadSide(tx, source, 'draft'), { id, newId: deps.newId });
    await writeDraft(tx, { deps, caller, keyplanId: id }, { from: nothing, to });
    await recordEvent(tx, caller, 'key_plan.copied', { id, details: { name, of: sourceId, of_name: source.name } });
    return getKeyPlan(asCaller(tx, caller), id);
  });
}

const nothing: PlanContent = { rules: new Map(), profiles: new Map() };

/** The same under ids of its own; rules that name a profile name the copied one. */
function withNewIds({ rules, profiles }: PlanContent, { id, newId }: { id: string; newId: () => string }): PlanContent {
  const newIds = new Map([...profiles.keys()].map((old) => [old, newId()]));
  const renewed = (old: string) => newIds.get(old) ?? old;
  const copiedProfiles = [...profiles.values()].map(
    (profile): ProfileContent => ({ ...profile, id: renewed(profile.id) }),
  );
  const copiedRules = [...rules.values()].map(
    (rule): RuleContent => ({
      ...rule,
      id: newId(),
      keyplan_id: id,
      objects: rule.objects.map((object) => ({ ...object, object_identifier: renewed(object.object_identifier) })),
    }),
  );
  return {
    rules: new Map(copiedRules.map((rule) => [rule.id, rule])),
    profiles: new Map(copiedProfiles.map((profile) => [profile.id, profile])),
  };
}
