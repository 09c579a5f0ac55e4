import { fitLine, type RuleObject } from '@key2xs/contract';
import type { Caller, Deps, Tx } from '#platform/deps';
import { type Parts, partsOf } from './parts/rule-parts';
import { listWholeRules, type RuleRow } from './parts/rule-queries';
import { contentOf, insertRule, saveRule } from './rules/save-rule';

type Author = { deps: Deps; caller: Caller };

/** What of the recorded a rule is to say as well. */
export type Acceptance = {
  people: readonly string[];
  added: readonly RuleObject[];
  removed: readonly RuleObject[];
  /** Undefined: as they are. */
  time_restrictions?: Parts['time_restrictions'];
  isOff: boolean;
};

/** A rule that was edited or made, for the audit event of the call that led to it. */
type Edited = { id: string; keyplan_id: string } & Partial<Awaited<ReturnType<typeof saveRule>>>;

/**
 * Edits a rule of a draft so that it says what is recorded. People come into a rule of their own where all subjects of the
 * rule have to match. The caller holds the rule and the places.
 * @throws AppError validation_failed when the rule then had too many parts
 */
export async function acceptRecorded(
  tx: Tx,
  author: Author,
  ruleId: string,
  acceptance: Acceptance,
): Promise<Edited[]> {
  const [before] = await listWholeRules(tx, { rule_id: ruleId });
  if (!before) return [];
  const { people, added, removed, time_restrictions, isOff } = acceptance;
  const had = partsOf(before);
  const isOwn = before.subject_match === 'all';
  const subjects = people.map((id) => ({ subject_type: 'user' as const, subject_identifier: id }));
  const parts: Partial<Parts> = {
    ...(!isOwn && subjects.length > 0 && { subjects: [...had.subjects, ...subjects] }),
    ...(added.length + removed.length > 0 && { objects: [...had.objects.filter(isNotIn(removed)), ...added] }),
    ...(time_restrictions && { time_restrictions }),
  };
  const isEdited = Object.keys(parts).length > 0 || isOff;
  const edited = isEdited ? [await edit(tx, author, before, { parts, isOff })] : [];
  if (!isOwn || subjects.length === 0) return edited;
  const [now = before] = await listWholeRules(tx, { rule_id: ruleId });
  return [...edited, await acceptBeside(tx, author, now, subjects)];
}

const keyOf = ({ object_type, object_identifier }: RuleObject) => `${object_type} ${object_identifier}`;
const isNotIn = (objects: readonly RuleObject[]) => {
  const keys = new Set(objects.map(keyOf));
  return (object: RuleObject) => !keys.has(keyOf(object));
};

async function edit(
  tx: Tx,
  author: Author,
  before: RuleRow,
  { parts, isOff = false }: { parts: Partial<Parts>; isOff?: boolean },
): Promise<Edited> {
  const { id, keyplan_id } = before;
  return { id, keyplan_id, ...(await saveRule(tx, author, before, { ...parts, ...(isOff && { is_active: false }) })) };
}

const longestName = 100;

/** Another rule with the same doors and hours; the one made before, if it still has them. */
async function acceptBeside(tx: Tx, author: Author, rule: RuleRow, subjects: Parts['subjects']): Promise<Edited> {
  const { keyplan_id, is_active } = rule;
  const { objects, time_restrictions } = partsOf(rule);
  const ofPlan = await listWholeRules(tx, { keyplan_ids: [keyplan_id] });
  for (let count = 1; ; count++) {
    const end = count === 1 ? ' (accepted)' : ` (accepted ${count})`;
    const name = fitLine(rule.name, longestName - end.length) + end;
    const found = ofPlan.find((other) => other.name.toLowerCase() === name.toLowerCase());
    if (!found) {
      const id = author.deps.newId();
      const said = { name, description: rule.description, is_active, subject_match: 'any' as const };
      await insertRule(tx, author, { id, keyplan_id, ...said, subjects, objects, time_restrictions });
      const [made] = await listWholeRules(tx, { rule_id: id });
      return { id, keyplan_id, ...(made && { after: contentOf(made) }) };
    }
    if (found.subject_match === 'any' && opensAlike(found, rule)) {
      return edit(tx, author, found, { parts: { subjects: [...partsOf(found).subjects, ...subjects] } });
    }
  }
}

function opensAlike(one: RuleRow, other: RuleRow): boolean {
  const said = (rule: RuleRow) => {
    const { objects, time_restrictions } = partsOf(rule);
    return JSON.stringify([
      objects.map(keyOf).sort(),
      time_restrictions.map((window) => JSON.stringify(window)).sort(),
      rule.is_active,
    ]);
  };
  return said(one) === said(other);
}
