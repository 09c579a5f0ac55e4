import type { RuleObject } from '@key2xs/contract';
import { type Bits, hasBit, listBits, unite, wordsFor } from '../indexing/bits';
import { deleteRule, type KindFindings, maxListed, type PlanFinding, switchOff, toFindings } from './plan-finding';
import { type CheckedRule, isMissing, type PreparedCheck } from './plan-to-check';

/** Rules that name something that no longer exists in the key system, the places or the plan. Removing it changes no access. */
export const findMissingObjects = (plan: PreparedCheck): KindFindings =>
  toFindings(
    plan.rules.filter(({ rule }) => rule.objects.some((object) => isMissing(plan, object))),
    (rule): PlanFinding => {
      const missing = rule.rule.objects.filter((object) => isMissing(plan, object));
      const objects = rule.rule.objects.filter((object) => !isMissing(plan, object));
      return {
        kind: 'missing_object',
        rule_id: rule.rule.id,
        objects: missing.slice(0, maxListed),
        count: missing.length,
        repairs:
          objects.length > 0
            ? [{ action: 'update_rule', does: 'drop_objects', rule_id: rule.rule.id, change: { objects } }]
            : [switchOff(rule), deleteRule(rule)],
      };
    },
  );

/** Cylinders of the plan without a place, in an installation that has placed others. The plan itself is correct. */
export function findUnplacedCylinders(plan: PreparedCheck): KindFindings {
  const { doors } = plan.index;
  const isPlaced = (n: number) => doors.locations.has(doors.facts[n]?.location_id ?? '');
  if (!doors.ids.some((_, n) => isPlaced(n))) return { total: 0, findings: [] };
  const unplaced = [...listBits(reachOf(plan, plan.rules))].filter((n) => !isPlaced(n));
  return manyCylinders(plan, { kind: 'unplaced_cylinder', repairs: [] }, unplaced);
}

/** Cylinders of the linked key systems that no active rule of any active plan opens for a person. */
export function findUnopenedCylinders(plan: PreparedCheck): KindFindings {
  const { numberOf, facts } = plan.index.doors;
  const opened = reachOf(plan, plan.granting);
  const linked = [...plan.linked_cylinder_ids].flatMap((id) => numberOf.get(id) ?? []);
  const isOpened = (n: number) => hasBit(opened, n) || plan.elsewhere.cylinders.has(plan.index.doors.ids[n] ?? '');
  const closed = linked.filter((n) => facts[n] !== undefined && !isOpened(n)).sort((a, b) => a - b);
  const objects = closed.slice(0, maxListed).map((n) => cylinderObject(plan, n));
  const repairs: PlanFinding['repairs'] = [{ action: 'create_rule', draft: { objects } }];
  return manyCylinders(plan, { kind: 'cylinder_nobody_opens', repairs }, closed);
}

/** One finding for all of them, listing the first ones. */
function manyCylinders(plan: PreparedCheck, finding: PlanFinding, numbers: readonly number[]): KindFindings {
  if (numbers.length === 0) return { total: 0, findings: [] };
  const objects = numbers.slice(0, maxListed).map((n) => cylinderObject(plan, n));
  return { total: 1, findings: [{ ...finding, objects, count: numbers.length }] };
}

function reachOf({ index }: PreparedCheck, rules: readonly CheckedRule[]): Bits {
  const reached = new Int32Array(wordsFor(index.doors.ids.length));
  for (const { cylinders } of rules) unite(reached, cylinders);
  return reached;
}

const cylinderObject = ({ index }: PreparedCheck, n: number): RuleObject => ({
  object_type: 'cylinder',
  object_identifier: index.doors.ids[n] ?? '',
});
