import type { DepartmentRuleCreate, JobFunctionRuleCreate, RuleSubject } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { isNameTaken } from '#platform/database/is-name-taken';
import type { Deleted } from '#platform/deleted';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { asProduct, type Reader, visibleTo } from '#platform/visible-to';
import { countPeopleOf } from './count-people';
import { touchKeyPlan } from './plan-queries';
import { insertRule, listMissingObjects, listRules, type RuleRow } from './rule-queries';

type RuleBody = Omit<z.infer<typeof JobFunctionRuleCreate>, 'job_titles'>;
export type CountedRule = RuleRow & { people: number };

/** @throws AppError not_found, also when the plan is not linked to the source named in the path */
export async function refuseUnlinked({ db, viewer }: Reader, keyplanId: string, connectionId: string): Promise<void> {
  const link = await db
    .selectFrom('key_plan_iam_connection')
    .select('keyplan_id')
    .where('keyplan_id', '=', keyplanId)
    .where('connection_id', '=', connectionId)
    .where(visibleTo(viewer, 'key_plans'))
    .executeTakeFirst();
  if (!link) throw notFound('key_plan_of_source');
}

/** @throws AppError not_found */
async function getRule(db: Db, ruleId: string, connectionId?: string): Promise<CountedRule> {
  const [rule] = await listRules(db, { rule_id: ruleId });
  if (!rule) throw notFound('access_rule');
  if (connectionId !== undefined) await refuseUnlinked(asProduct(db), rule.keyplan_id, connectionId);
  const [counted] = await countPeopleOf(db, rule.keyplan_id, [rule]);
  if (!counted) throw notFound('access_rule');
  return counted;
}

type Place = { keyplan_id: string; connection_id: string };

/** @throws AppError not_found, conflict, validation_failed */
export const createJobFunctionRule = (
  deps: Deps,
  caller: Caller,
  place: Place,
  body: z.infer<typeof JobFunctionRuleCreate>,
) =>
  createRule(deps, caller, place, {
    type: 'job_function',
    body,
    subjects: body.job_titles.map((title) => ({ subject_type: 'job_title', subject_identifier: title })),
  });

/** @throws AppError not_found, conflict, validation_failed */
export const createDepartmentRule = (
  deps: Deps,
  caller: Caller,
  place: Place,
  body: z.infer<typeof DepartmentRuleCreate>,
) =>
  createRule(deps, caller, place, {
    type: 'department',
    body,
    subjects: body.departments.map((name) => ({ subject_type: 'department', subject_identifier: name })),
  });

async function createRule(
  deps: Deps,
  caller: Caller,
  { keyplan_id, connection_id }: Place,
  { type, body, subjects }: { type: 'job_function' | 'department'; body: RuleBody; subjects: RuleSubject[] },
): Promise<CountedRule> {
  const { newId } = deps;
  const { name, description = null, objects, time_restrictions } = body;
  const rule_id = newId();
  return deps.db.transaction().execute(async (tx) => {
    await refuseUnlinked(asProduct(tx), keyplan_id, connection_id);
    await refuseTakenName(tx, keyplan_id, name);
    if ((await listMissingObjects(tx, keyplan_id, objects)).length > 0) {
      throw invalidField('objects', say('keyPlan.objectGone'));
    }
    await insertRule(tx, {
      rule: { id: rule_id, keyplan_id, type, name, description, updated_by: caller.name },
      subjects: subjects.map((subject) => ({ id: newId(), rule_id, ...subject })),
      objects: objects.map((object) => ({ id: newId(), rule_id, ...object })),
      time_restrictions: time_restrictions.map(({ days, from, to, valid_from, valid_until }) => ({
        id: newId(),
        rule_id,
        days,
        from_time: from,
        to_time: to,
        valid_from: valid_from === null ? null : new Date(valid_from),
        valid_until: valid_until === null ? null : new Date(valid_until),
      })),
    });
    await touchKeyPlan(tx, keyplan_id);
    await recordEvent(tx, caller, 'access_rule.created', { id: rule_id, details: { keyplan_id, type, ...body } });
    return getRule(tx, rule_id);
  });
}

async function refuseTakenName(db: Db, keyplanId: string, name: string): Promise<void> {
  if (await isNameTaken(db, 'access_rule', name, { keyplanId })) {
    throw new AppError('conflict', say('keyPlan.ruleNameTaken', { name }));
  }
}

/** @throws AppError not_found, version_conflict */
export async function toggleRule(
  deps: Deps,
  caller: Caller,
  { rule_id, connection_id }: { rule_id: string; connection_id: string },
  expectedVersion?: number,
): Promise<CountedRule> {
  return deps.db.transaction().execute(async (tx) => {
    const { name, is_active, keyplan_id } = await getRule(tx, rule_id, connection_id);
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
    await touchKeyPlan(tx, keyplan_id);
    await recordEvent(tx, caller, 'access_rule.toggled', { id: rule_id, details: { name, is_active: !is_active } });
    return getRule(tx, rule_id);
  });
}

/** What the rule has granted is withdrawn by the next sync. @throws AppError not_found */
export async function removeRule(
  deps: Deps,
  caller: Caller,
  { rule_id, connection_id }: { rule_id: string; connection_id: string },
): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    const { name, keyplan_id, subjects, objects } = await getRule(tx, rule_id, connection_id);
    await tx.deleteFrom('access_rule').where('id', '=', rule_id).execute();
    await touchKeyPlan(tx, keyplan_id);
    await recordEvent(tx, caller, 'access_rule.deleted', {
      id: rule_id,
      details: { name, keyplan_id, subjects, objects },
    });
    return { success: true, message: say('keyPlan.ruleDeleted', { name }) };
  });
}
