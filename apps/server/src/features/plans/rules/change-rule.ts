import type { AccessRuleUpdate, RulePart } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Updateable } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import type { Schema } from '#platform/schema/schema';
import { asCaller } from '#platform/visible-to';
import { keepTree } from '../../locations/service';
import { type Parts, partsOf, type RuleType, ruleTypeOf } from '../parts/rule-parts';
import type { RuleRow } from '../parts/rule-queries';
import { getRule, getWholeRule, refuseTakenName } from './rules';
import { saveRule } from './save-rule';

/** Who changes which rule of which plan, as of which version. */
type Target = {
  deps: Deps;
  caller: Caller;
  params: { keyplan_id: string; rule_id: string };
  expectedVersion: number | undefined;
};

type Change = { set?: Updateable<Schema['access_rule']>; parts?: Partial<Parts>; type?: RuleType | undefined };

/** Changes a rule in one transaction, raises its and its plan's version and audits it as it was and as it is. */
async function change(
  { deps, caller, params, expectedVersion }: Target,
  changeOf: (before: RuleRow, tx: Tx) => Change | Promise<Change>,
): Promise<RuleRow> {
  const { rule_id: id, keyplan_id } = params;
  return deps.db.transaction().execute(async (tx) => {
    await keepTree(tx);
    await tx.selectFrom('access_rule').select('id').where('id', '=', id).forUpdate().execute(); // two changes one after the other
    const before = await getWholeRule(tx, id, { keyplan_id });
    refuseOtherVersion(before.version, expectedVersion, say('keyPlan.ruleChanged'));
    const { set, parts = {}, type: asked } = await changeOf(before, tx);
    const subjects = parts.subjects ?? before.subjects;
    // Without subjects it stays what it was, so that subjects may be taken out and put back.
    const type = subjects.length > 0 ? ruleTypeOf(subjects, asked) : before.type;
    const details = await saveRule(tx, { deps, caller }, before, { set: { ...set, type }, parts });
    await recordEvent(tx, caller, 'access_rule.updated', { id, details });
    return getRule(asCaller(tx, caller), id, { keyplan_id });
  });
}

/** @throws AppError not_found, conflict, version_conflict, validation_failed */
export const changeRule = (target: Target, body: z.output<typeof AccessRuleUpdate>): Promise<RuleRow> =>
  change(target, async ({ id, keyplan_id }, tx) => {
    const { subjects, objects, time_restrictions, type, ...set } = body;
    if (set.name !== undefined) await refuseTakenName(tx, { keyplanId: keyplan_id, name: set.name, exceptId: id });
    const parts = {
      ...(subjects && { subjects }),
      ...(objects && { objects }),
      ...(time_restrictions && { time_restrictions }),
    };
    return { set, parts, type };
  });

/** What it has already stays as it is. @throws AppError not_found, version_conflict, validation_failed */
export const addParts = (target: Target, added: Partial<Parts>): Promise<RuleRow> =>
  change(target, (before) => {
    const had = partsOf(before);
    const { subjects, objects, time_restrictions } = added;
    return {
      parts: {
        ...(subjects && { subjects: [...had.subjects, ...subjects] }),
        ...(objects && { objects: [...had.objects, ...objects] }),
        ...(time_restrictions && { time_restrictions: [...had.time_restrictions, ...time_restrictions] }),
      },
    };
  });

/** @throws AppError not_found, version_conflict, validation_failed */
export const replaceParts = (target: Target, parts: Partial<Parts>): Promise<RuleRow> =>
  change(target, () => ({ parts }));

/** @throws AppError not_found, also when it belongs to another rule; version_conflict */
export const removePart = (target: Target, part: RulePart, id: string): Promise<RuleRow> =>
  change(target, (before) => {
    if (!before[part].some((row) => row.id === id)) throw notFound('part_of_rule');
    const kept = { ...before, [part]: before[part].filter((row) => row.id !== id) };
    return { parts: { [part]: partsOf(kept)[part] } };
  });
