import type { AccessRuleUpdate, RulePart } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller, type Reader } from '#platform/visible-to';
import { keepTree } from '../../locations/service';
import type { RuleChange } from '../draft/trial-edit';
import { type Parts, partsOf } from '../parts/rule-parts';
import type { RuleRow } from '../parts/rule-queries';
import { getRule, holdRule } from './rules';
import { saveRule } from './save-rule';

/** Who changes which rule of which plan, as of which version. */
type Target = {
  deps: Deps;
  caller: Caller;
  params: { keyplan_id: string; rule_id: string };
  expectedVersion: number | undefined;
};

/** Changes a rule in one transaction, raises its and its plan's version and audits it as it was and as it is. */
async function change(
  { deps, caller, params, expectedVersion }: Target,
  changeOf: (before: RuleRow, reader: Reader) => RuleChange | Promise<RuleChange>,
): Promise<RuleRow> {
  const { rule_id: id, keyplan_id } = params;
  return deps.db.transaction().execute(async (tx) => {
    await keepTree(tx);
    const before = await holdRule(tx, id, { keyplan_id });
    refuseOtherVersion(before.version, expectedVersion, say('keyPlan.ruleChanged'));
    const reader = asCaller(tx, caller);
    const details = await saveRule(tx, { deps, caller, reader }, before, await changeOf(before, reader));
    await recordEvent(tx, caller, 'access_rule.updated', { id, details });
    return getRule(reader, id, { keyplan_id });
  });
}

/** @throws AppError not_found, conflict, version_conflict, validation_failed */
export const changeRule = (target: Target, body: z.output<typeof AccessRuleUpdate>): Promise<RuleRow> =>
  change(target, () => body);

/** What it has already stays as it is. @throws AppError not_found, version_conflict, validation_failed */
export const addParts = (target: Target, added: Partial<Parts>): Promise<RuleRow> =>
  change(target, (before) => {
    const had = partsOf(before);
    const { subjects, objects, time_restrictions } = added;
    return {
      ...(subjects && { subjects: [...had.subjects, ...subjects] }),
      ...(objects && { objects: [...had.objects, ...objects] }),
      ...(time_restrictions && { time_restrictions: [...had.time_restrictions, ...time_restrictions] }),
    };
  });

/** @throws AppError not_found, version_conflict, validation_failed */
export const replaceParts = (target: Target, parts: Partial<Parts>): Promise<RuleRow> => change(target, () => parts);

/** @throws AppError not_found, also when it belongs to another rule; version_conflict */
export const removePart = (target: Target, part: RulePart, id: string): Promise<RuleRow> =>
  change(target, async (before, reader) => {
    const shown = await getRule(reader, before.id, {});
    if (!shown[part].some((row) => row.id === id)) throw notFound('part_of_rule');
    const kept = { ...before, [part]: before[part].filter((row) => row.id !== id) };
    return { [part]: partsOf(kept)[part] };
  });
