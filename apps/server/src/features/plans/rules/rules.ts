import type { AccessRuleCreate } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Deleted } from '#platform/deleted';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller, asProduct, type Reader } from '#platform/visible-to';
import { keepTree } from '../../locations/service';
import { editDraft } from '../draft/edit-draft';
import { listRules, type RuleRow } from '../parts/rule-queries';
import { getKeyPlan, refuseUnlinked } from '../settings/get-plan';
import { insertRule } from './save-rule';

/** Where a path says that a rule is: in a plan, in a plan of a source, or in one of the plans of a source. */
export type Place = { keyplan_id?: string; connection_id?: string };

/** @throws AppError not_found, also when the rule is somewhere else than the path says */
export async function getRule(reader: Reader, ruleId: string, place: Place): Promise<RuleRow> {
  const { keyplan_id, connection_id } = place;
  const [rule] = await listRules(reader, { rule_id: ruleId });
  if (!rule || (keyplan_id !== undefined && rule.keyplan_id !== keyplan_id)) throw notFound('access_rule');
  await getKeyPlan(reader, rule.keyplan_id);
  if (connection_id !== undefined) await refuseUnlinked(reader, rule.keyplan_id, connection_id);
  return rule;
}

/** The same with all its parts, for writing it. */
export const getWholeRule = (tx: Db, ruleId: string, place: Place): Promise<RuleRow> =>
  getRule(asProduct(tx), ruleId, place);

/** The same, locked until the end of the transaction. @throws AppError not_found */
export async function holdRule(tx: Tx, ruleId: string, place: Place): Promise<RuleRow> {
  await tx.selectFrom('access_rule').select('id').where('id', '=', ruleId).forUpdate().execute();
  return getWholeRule(tx, ruleId, place);
}

/** @throws AppError not_found, conflict, validation_failed */
export async function createRule(
  deps: Deps,
  caller: Caller,
  { keyplan_id, connection_id }: Place & { keyplan_id: string },
  body: z.output<typeof AccessRuleCreate>,
): Promise<RuleRow> {
  const id = deps.newId();
  return deps.db.transaction().execute(async (tx) => {
    await keepTree(tx);
    await getKeyPlan(asCaller(tx, caller), keyplan_id);
    if (connection_id !== undefined) await refuseUnlinked(asCaller(tx, caller), keyplan_id, connection_id);
    const { description = null, ...rule } = body;
    const { name, type } = await insertRule(tx, { deps, caller }, { id, keyplan_id, description, ...rule });
    await recordEvent(tx, caller, 'access_rule.created', { id, details: { ...body, keyplan_id, type, name } });
    return getRule(asCaller(tx, caller), id, {});
  });
}

/** What the rule has granted is withdrawn by the next sync. @throws AppError not_found, version_conflict */
export async function removeRule(
  deps: Deps,
  caller: Caller,
  { rule_id, ...place }: Place & { rule_id: string },
  expectedVersion?: number,
): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    const { name, keyplan_id, version, subjects, objects } = await holdRule(tx, rule_id, place);
    refuseOtherVersion(version, expectedVersion, say('keyPlan.ruleChanged'));
    const editing = { deps, caller, keyplanId: keyplan_id, reader: asCaller(tx, caller), from: 'call' } as const;
    await editDraft(tx, editing, [{ kind: 'remove_rule', rule_id }]);
    await recordEvent(tx, caller, 'access_rule.deleted', {
      id: rule_id,
      details: { name, keyplan_id, subjects, objects },
    });
    return { success: true, message: say('keyPlan.ruleDeleted', { name }) };
  });
}
