import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { asCaller } from '#platform/visible-to';
import { measureAtOnce } from '../draft/apply-edits';
import type { RuleRow } from '../parts/rule-queries';
import { holdPlan } from '../settings/get-plan';
import { touchKeyPlan } from '../settings/plan-queries';
import { getRule, getWholeRule, type Place } from './rules';

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
    const { name, is_active, keyplan_id } = await getWholeRule(tx, rule_id, within);
    if (measured !== undefined) await holdPlan(tx, keyplan_id, measured);
    const { numUpdatedRows } = await tx
      .updateTable('access_rule')
      .set({
        is_active: !is_active,
        updated_by: caller.name,
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', rule_id)
      .$if(expectedVersion !== undefined, (q) => q.where('version', '=', expectedVersion ?? 0))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      throw new AppError('version_conflict', say('keyPlan.ruleChanged'));
    }
    await touchKeyPlan(tx, keyplan_id, { by: caller, records: [rule_id] });
    await recordEvent(tx, caller, 'access_rule.toggled', { id: rule_id, details: { name, is_active: !is_active } });
    return getRule(asCaller(tx, caller), rule_id, within);
  });
}

/** @returns the version of the plan that was measured; undefined where nothing takes effect at once */
async function measure({ deps, place }: Toggling, accept_losing: number): Promise<number | undefined> {
  const { rule_id, ...within } = place;
  const { keyplan_id, is_active } = await getWholeRule(deps.db, rule_id, within);
  const edits = [{ kind: 'change_rule' as const, rule_id, rule: { is_active: !is_active } }];
  const editing = { deps, keyplanId: keyplan_id, nameOf: () => '' };
  return measureAtOnce({ deps, id: keyplan_id, body: { edits, accept_losing } }, editing);
}
