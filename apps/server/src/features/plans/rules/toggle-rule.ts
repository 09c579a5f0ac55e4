import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller } from '#platform/visible-to';
import { measureAtOnce } from '../draft/apply-edits';
import type { RuleRow } from '../parts/rule-queries';
import { holdPlan } from '../settings/get-plan';
import { getRule, getWholeRule, holdRule, type Place } from './rules';
import { saveRule } from './save-rule';

type Toggling = {
  deps: Deps;
  caller: Caller;
  place: Place & { rule_id: string };
  expectedVersion: number | undefined;
};

/**
 * Switches a rule on that is off, and off that is on. With `acceptLosing`, many people who would lose doors at once have to be that many.
 * @throws AppError not_found, version_conflict, confirmation_needed
 */
export async function toggleRule(toggling: Toggling, acceptLosing: number | undefined): Promise<RuleRow> {
  const { deps, caller, place, expectedVersion } = toggling;
  const { rule_id, ...within } = place;
  const measured = acceptLosing === undefined ? undefined : await measure(toggling, acceptLosing);
  return deps.db.transaction().execute(async (tx) => {
    const before = await holdRule(tx, rule_id, within);
    const { name, is_active } = before;
    refuseOtherVersion(before.version, expectedVersion, say('keyPlan.ruleChanged'));
    if (measured !== undefined) await holdPlan(tx, before.keyplan_id, measured);
    await saveRule(tx, { deps, caller }, before, { is_active: !is_active });
    await recordEvent(tx, caller, 'access_rule.toggled', { id: rule_id, details: { name, is_active: !is_active } });
    return getRule(asCaller(tx, caller), rule_id, within);
  });
}

/** @returns the version of the plan that was measured; undefined where nothing takes effect at once */
async function measure({ deps, caller, place }: Toggling, accept_losing: number): Promise<number | undefined> {
  const { rule_id, ...within } = place;
  const { keyplan_id, is_active } = await getWholeRule(deps.db, rule_id, within);
  const edits = [{ kind: 'change_rule' as const, rule_id, rule: { is_active: !is_active } }];
  return measureAtOnce({ deps, caller, id: keyplan_id, body: { edits, accept_losing } });
}
