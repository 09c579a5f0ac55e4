import { compareIds } from '../indexing/access-index';
import { type Bits, wordAt } from '../indexing/bits';
import { deleteRule, type KindFindings, type PlanFinding, switchOff, toFindings } from './plan-finding';
import type { CheckedRule, Crowd, PreparedCheck } from './plan-to-check';

type WithNeedless = { needless: NeedlessRules };
type NeedlessRules = { shadowed: [CheckedRule, CheckedRule][]; redundant: CheckedRule[] };

/**
 * Rules whose removal changes no access at any moment.
 *
 * *Shadowed*: one other rule matches all its people, opens all its doors and covers its hours (`classifyHours`).
 * *Redundant*: for each of its people, their other rules that cover its hours open all its doors together. Conservative:
 * each of those rules must cover the hours by itself. Of rules that make each other needless, the narrowest is reported, of
 * equal ones the newest, so all reported rules can be removed together.
 *
 * Cost: O(rules² × words) at worst; most pairs differ in the first word.
 */
export function listNeedlessRules({ granting, crowdsOfRule, hours }: PreparedCheck): NeedlessRules {
  const gone = new Set<CheckedRule>();
  const found: NeedlessRules = { shadowed: [], redundant: [] };
  const narrowFirst = granting.toSorted(
    (a, b) => a.people * a.doors - b.people * b.doors || compareIds(b.rule.id, a.rule.id),
  );
  const canCover = (other: CheckedRule, rule: CheckedRule) =>
    other !== rule && !gone.has(other) && hours.covers(other, rule);
  for (const rule of narrowFirst) {
    const [first] = crowdsOfRule.get(rule) ?? [];
    const by = first?.rules.find((other) => canCover(other, rule) && isShadowed(rule, other));
    if (!by) continue;
    gone.add(rule);
    found.shadowed.push([rule, by]);
  }
  for (const rule of narrowFirst) {
    if (gone.has(rule)) continue;
    const opensAll = (crowd: Crowd) =>
      openTogether(
        rule.cylinders,
        crowd.rules.filter((other) => canCover(other, rule)),
      );
    if (!(crowdsOfRule.get(rule) ?? []).every(opensAll)) continue;
    gone.add(rule);
    found.redundant.push(rule);
  }
  found.shadowed.sort(([a], [b]) => a.at - b.at);
  found.redundant.sort((a, b) => a.at - b.at);
  return found;
}

export const findShadowedRules = ({ needless }: WithNeedless): KindFindings =>
  toFindings(needless.shadowed, ([rule, by]) => ({
    ...needlessRule('shadowed_rule', rule),
    other_rule_id: by.rule.id,
  }));

export const findRedundantRules = ({ needless }: WithNeedless): KindFindings =>
  toFindings(needless.redundant, (rule) => needlessRule('redundant_rule', rule));

const needlessRule = (kind: PlanFinding['kind'], rule: CheckedRule): PlanFinding => ({
  kind,
  rule_id: rule.rule.id,
  count: rule.people,
  repairs: [switchOff(rule), deleteRule(rule)],
});

const isShadowed = (rule: CheckedRule, by: CheckedRule): boolean =>
  rule.people <= by.people &&
  rule.doors <= by.doors &&
  isWithin(rule.cylinders, by.cylinders) &&
  isWithin(rule.rows, by.rows);

export function isWithin(inner: Bits, outer: Bits): boolean {
  for (let i = 0; i < inner.length; i++) if ((wordAt(inner, i) & ~wordAt(outer, i)) !== 0) return false;
  return true;
}

/** Whether the rules together open all these doors. */
function openTogether(doors: Bits, rules: readonly CheckedRule[]): boolean {
  for (let i = 0; i < doors.length; i++) {
    let left = wordAt(doors, i);
    for (let r = 0; left !== 0 && r < rules.length; r++) left &= ~wordAt(rules[r]?.cylinders ?? doors, i);
    if (left !== 0) return false;
  }
  return true;
}
