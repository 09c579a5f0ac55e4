import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { RuleContent } from '#platform/schema/schema';
import type { Reader } from '#platform/visible-to';
import { nameSubjects } from '../../people/service';
import { idsOf, type RuleEdit } from './trial-edit';

/** Names for the rules that edits add without one: their subjects as they are called. */
export async function nameBySubjects(
  reader: Reader,
  edits: readonly RuleEdit[],
): Promise<(rule: RuleContent) => string> {
  const subjects = edits.flatMap((edit) => (edit.kind === 'add_rule' && !edit.rule.name ? edit.rule.subjects : []));
  const named = await nameSubjects(reader, subjects);
  return (rule) => rule.subjects.map((subject) => named(subject).name).join(', ');
}

/** Names that edits may not give: those of the rules which they leave alone. None where they give no name. */
export async function listOtherNames(db: Db, keyplanId: string, edits: readonly RuleEdit[]): Promise<string[]> {
  const giveNames = edits.some(
    (edit) => edit.kind === 'add_rule' || (edit.kind === 'change_rule' && edit.rule.name !== undefined),
  );
  if (!giveNames) return [];
  const rows = await db
    .selectFrom('access_rule')
    .select('name')
    .where('keyplan_id', '=', keyplanId)
    .where(sql<boolean>`not id = any(${idsOf(edits)}::uuid[])`)
    .execute();
  return rows.map(({ name }) => name);
}
