import { type DraftEdit, type RulePart, ruleLimits } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import type { PlanContent } from '../content/sides';
import { refuseMissing } from '../parts/rule-parts';
import type { RuleEdit } from './trial-edit';

/**
 * Refuses edits of rules that someone else has changed or removed since, and says who and when. The rules are held.
 * @throws AppError version_conflict
 */
export async function refuseOtherVersions(tx: Tx, edits: readonly DraftEdit[]): Promise<void> {
  const expected = edits.flatMap((edit) =>
    edit.kind !== 'add_rule' && edit.version !== undefined ? [{ rule_id: edit.rule_id, version: edit.version }] : [],
  );
  const ids = expected.map(({ rule_id }) => rule_id);
  const rows = await tx
    .selectFrom('access_rule')
    .select(['id', 'name', 'version', 'updated_by', 'updated_at'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const { rule_id, version } of expected) {
    const rule = known.get(rule_id);
    if (!rule) throw new AppError('version_conflict', say('keyPlan.ruleGone'), { rule_id });
    if (rule.version === version) continue;
    const { name, updated_by: by } = rule;
    const at = rule.updated_at.toISOString();
    const detail = say('keyPlan.ruleChangedBy', { name, by, at: `${at.slice(0, 10)} ${at.slice(11, 16)} UTC` });
    throw new AppError('version_conflict', detail, { rule_id, changed_by: by, changed_at: at });
  }
}

type Checked = { keyplanId: string; before: PlanContent; fieldsOf: (edit: number) => string };

/**
 * Refuses what a rule cannot name, and too many parts, by the field of the edit; what it named before it may keep. An id that comes
 * back has to be one of this plan.
 * @param fieldsOf what stands before the name of a field of an edit
 * @throws AppError validation_failed
 */
export async function refuseWrongEdits(
  tx: Tx,
  { keyplanId, before, fieldsOf }: Checked,
  edits: readonly RuleEdit[],
): Promise<void> {
  for (const [i, edit] of edits.entries()) {
    if (edit.kind === 'remove_rule') continue;
    for (const part of partNames) {
      const most = ruleLimits[part];
      if ((edit.rule[part]?.length ?? 0) > most) {
        throw invalidField(`${fieldsOf(i)}${part}`, say('keyPlan.tooManyParts', { most }));
      }
    }
    const had = before.rules.get(edit.rule_id ?? '');
    const added = {
      subjects: newIn(edit.rule.subjects, had?.subjects),
      objects: newIn(edit.rule.objects, had?.objects),
    };
    await refuseMissing(tx, keyplanId, added).catch((error: unknown) => {
      throw inEdit(error, fieldsOf(i));
    });
    if (edit.kind === 'add_rule' && edit.rule_id && (await isIdTaken(tx, keyplanId, edit.rule_id))) {
      throw invalidField(`edits.${i}.rule_id`, say('keyPlan.ruleIdTaken'));
    }
  }
}

const partNames = Object.keys(ruleLimits) as RulePart[]; // keys of a closed object

const newIn = <T extends object>(wanted: readonly T[] = [], had: readonly T[] = []): T[] => {
  const known = new Set(had.map(textOf));
  return wanted.filter((one) => !known.has(textOf(one)));
};
const textOf = (part: object) => Object.entries(part).sort().join();

/** The same refusal, of a field further down. */
function inEdit(error: unknown, fields: string): unknown {
  const [field] = error instanceof AppError ? (error.extra.errors ?? []) : [];
  return field ? invalidField(`${fields}${field.path}`, field.message as Sentence) : error;
}

/** A rule of any plan has it, or another plan has it in one of its versions. */
async function isIdTaken(tx: Tx, keyplanId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from access_rule where id = ${id}
    union all
    select record_id from key_plan_part where record_id = ${id} and (keyplan_id <> ${keyplanId} or kind <> 'rule')
    limit 1`.execute(tx);
  return rows.length > 0;
}
