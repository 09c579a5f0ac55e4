import type { RuleObject } from '@key2xs/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { renameInForce } from '../content/rename-object';
import { type Parts, partsOf, saveParts } from '../parts/rule-parts';
import { listWholeRules, type RuleRow } from '../parts/rule-queries';
import { touchKeyPlan } from '../settings/plan-queries';

type Author = { deps: Deps; caller: Caller };
type Change = { set?: Updateable<Schema['access_rule']>; parts: Partial<Parts> };

/** Inserts a rule with its parts and raises its plan's version. */
export async function insertRule(
  tx: Tx,
  { deps, caller }: Author,
  rule: Omit<Insertable<Schema['access_rule']>, 'updated_by'>,
  parts: Parts,
): Promise<void> {
  const { id, keyplan_id } = rule;
  await tx
    .insertInto('access_rule')
    .values({ ...rule, updated_by: caller.name })
    .execute();
  await saveParts(tx, deps, { id, keyplan_id }, parts);
  await touchKeyPlan(tx, keyplan_id, { by: caller, records: [id] });
}

/**
 * Saves a change of a rule that is held, and raises its and its plan's version.
 * @returns what is for the audit log: the rule as it was and as it is
 */
export async function saveRule(tx: Tx, { deps, caller }: Author, before: RuleRow, { set, parts }: Change) {
  const { id, keyplan_id } = before;
  await saveParts(tx, deps, before, parts);
  await tx
    .updateTable('access_rule')
    .set({ ...set, updated_by: caller.name, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await touchKeyPlan(tx, keyplan_id, { by: caller, records: [id] });
  const [after] = await listWholeRules(tx, { rule_id: id });
  return { before: contentOf(before), after: after && contentOf(after) };
}

/** What of a rule is for the audit log. */
export function contentOf(rule: RuleRow) {
  const { name, description, type, is_active, subject_match } = rule;
  return { name, description, type, is_active, subject_match, ...partsOf(rule) };
}

/** A rule that names something else, for the audit event of the call that led to it. */
type MovedRule = { id: string; keyplan_id: string } & Awaited<ReturnType<typeof saveRule>>;

/** Every rule that names one place names another instead, once; the other has to be there. @param places by id */
export async function moveRulesOfPlace(
  tx: Tx,
  author: Author,
  places: { from: string; into: string },
): Promise<MovedRule[]> {
  const [from, into] = [placeObject(places.from), placeObject(places.into)];
  const held = await naming(tx, places.from).select('id').orderBy('id').forUpdate().execute();
  const moved: MovedRule[] = [];
  for (const { id } of held) {
    const [before] = await listWholeRules(tx, { rule_id: id });
    if (!before) continue;
    const objects = partsOf(before).objects.map((object) => (object.object_identifier === places.from ? into : object));
    moved.push({ id, keyplan_id: before.keyplan_id, ...(await saveRule(tx, author, before, { parts: { objects } })) });
  }
  await renameInForce(tx, author.caller, { from, into });
  return moved;
}

const placeObject = (id: string): RuleObject => ({ object_type: 'location', object_identifier: id });

const naming = (db: Db, id: string) =>
  db
    .selectFrom('access_rule')
    .where('id', 'in', (q) => q.selectFrom('access_rule_object').select('rule_id').where('object_identifier', '=', id));
