import type { RuleObject } from '@key2xs/contract';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { asCaller, asProduct, type Reader } from '#platform/visible-to';
import { renameInForce } from '../content/rename-object';
import { editDraft } from '../draft/edit-draft';
import type { NewRule, RuleChange } from '../draft/trial-edit';
import { partsOf } from '../parts/rule-parts';
import { listWholeRules, type RuleRow } from '../parts/rule-queries';

type Author = { deps: Deps; caller: Caller };

/** Adds a rule as one edit of the draft. @returns the name and the type that it has */
export async function insertRule(
  tx: Tx,
  { deps, caller }: Author,
  { id, keyplan_id, ...rule }: NewRule & Pick<RuleRow, 'id' | 'keyplan_id'>,
): Promise<Pick<RuleRow, 'name' | 'type'>> {
  const reader = asCaller(tx, caller);
  const edit = { kind: 'add_rule' as const, rule_id: id, rule };
  const [added] = await editDraft(tx, { deps, caller, keyplanId: keyplan_id, reader, from: 'call' }, [edit]);
  if (!added?.after) throw new Error('A rule that is added is there');
  return added.after;
}

/**
 * Changes a rule that is held, as one edit of the draft.
 * @param reader who has seen what is changed: other parts stay. Left out: the whole rule was seen
 * @returns what is for the audit log: the rule as it was and as it is
 */
export async function saveRule(
  tx: Tx,
  { deps, caller, reader = asProduct(tx) }: Author & { reader?: Reader },
  before: RuleRow,
  change: RuleChange,
) {
  const { id, keyplan_id } = before;
  const edit = { kind: 'change_rule' as const, rule_id: id, rule: change };
  await editDraft(tx, { deps, caller, keyplanId: keyplan_id, reader, from: 'call' }, [edit]);
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
    moved.push({ id, keyplan_id: before.keyplan_id, ...(await saveRule(tx, author, before, { objects })) });
  }
  await renameInForce(tx, author.caller, { from, into });
  return moved;
}

const placeObject = (id: string): RuleObject => ({ object_type: 'location', object_identifier: id });

const naming = (db: Db, id: string) =>
  db
    .selectFrom('access_rule')
    .where('id', 'in', (q) => q.selectFrom('access_rule_object').select('rule_id').where('object_identifier', '=', id));
