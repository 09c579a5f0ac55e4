import type { AccessRuleCreate, RuleSubject } from '@key2xs/contract';
import { fitLine } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { isNameTaken } from '#platform/database/is-name-taken';
import type { Deleted } from '#platform/deleted';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller, asProduct, type Reader } from '#platform/visible-to';
import { keepTree } from '../../locations/service';
import { nameSubjects } from '../../people/service';
import { ruleTypeOf } from '../parts/rule-parts';
import { listRules, type RuleRow } from '../parts/rule-queries';
import { getKeyPlan, refuseUnlinked } from '../settings/get-plan';
import { touchKeyPlan } from '../settings/plan-queries';
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

/** The same with all its parts, for whoever writes it. */
export const getWholeRule = (tx: Db, ruleId: string, place: Place): Promise<RuleRow> =>
  getRule(asProduct(tx), ruleId, place);

/** @throws AppError not_found, conflict, validation_failed */
export async function createRule(
  deps: Deps,
  caller: Caller,
  { keyplan_id, connection_id }: Place & { keyplan_id: string },
  body: z.output<typeof AccessRuleCreate>,
): Promise<RuleRow> {
  const id = deps.newId();
  const { subjects, objects, time_restrictions, description = null, is_active, subject_match } = body;
  const type = ruleTypeOf(subjects, body.type);
  return deps.db.transaction().execute(async (tx) => {
    await keepTree(tx);
    await getKeyPlan(asCaller(tx, caller), keyplan_id);
    if (connection_id !== undefined) await refuseUnlinked(asCaller(tx, caller), keyplan_id, connection_id);
    if (body.name !== undefined) await refuseTakenName(tx, { keyplanId: keyplan_id, name: body.name });
    const name = body.name ?? (await freeName({ ...asCaller(tx, caller), db: tx }, keyplan_id, subjects));
    const rule = { id, keyplan_id, type, name, description, is_active, subject_match };
    await insertRule(tx, { deps, caller }, rule, { subjects, objects, time_restrictions });
    await recordEvent(tx, caller, 'access_rule.created', { id, details: { ...body, keyplan_id, type, name } });
    return getRule(asCaller(tx, caller), id, {});
  });
}

const longestName = 100;

/** The subjects as they are called, with a number where a rule of the plan has that name. */
async function freeName(
  reader: Reader & { db: Tx },
  keyplanId: string,
  subjects: readonly RuleSubject[],
): Promise<string> {
  const { db: tx } = reader;
  const named = await nameSubjects(reader, subjects);
  const called = subjects.map((subject) => named(subject).name).join(', ');
  for (let count = 1; ; count++) {
    const number = count === 1 ? '' : ` (${count})`;
    const name = fitLine(called, longestName - number.length) + number;
    if (!(await isNameTaken(tx, 'access_rule', name, { keyplanId }))) return name;
  }
}

export async function refuseTakenName(
  db: Db,
  { keyplanId, name, exceptId }: { keyplanId: string; name: string; exceptId?: string },
): Promise<void> {
  if (await isNameTaken(db, 'access_rule', name, { keyplanId, exceptId })) {
    throw new AppError('conflict', say('keyPlan.ruleNameTaken', { name }));
  }
}

/** What the rule has granted is withdrawn by the next sync. @throws AppError not_found, version_conflict */
export async function removeRule(
  deps: Deps,
  caller: Caller,
  { rule_id, ...place }: Place & { rule_id: string },
  expectedVersion?: number,
): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('access_rule').select('id').where('id', '=', rule_id).forUpdate().execute();
    const { name, keyplan_id, version, subjects, objects } = await getWholeRule(tx, rule_id, place);
    refuseOtherVersion(version, expectedVersion, say('keyPlan.ruleChanged'));
    await tx.deleteFrom('access_rule').where('id', '=', rule_id).execute();
    await touchKeyPlan(tx, keyplan_id, { by: caller, records: [rule_id] });
    await recordEvent(tx, caller, 'access_rule.deleted', {
      id: rule_id,
      details: { name, keyplan_id, subjects, objects },
    });
    return { success: true, message: say('keyPlan.ruleDeleted', { name }) };
  });
}
