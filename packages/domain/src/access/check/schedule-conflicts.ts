import { type KindFindings, type PlanFinding, type PlanRepair, toFindings } from './plan-finding';
import type { CheckedRule, PreparedCheck } from './plan-to-check';

/**
 * Pairs of rules with different hours that match the same people, those with the most people first. A key holds one schedule
 * for all doors, so it would be wrong for at least one of the two rules.
 */
export function findScheduleConflicts({ granting, crowds, hours }: PreparedCheck): KindFindings {
  const size = granting.length;
  const positions = new Map(granting.map((rule, i) => [rule, i]));
  const counts = new Int32Array(size * size);
  for (const { rules, people } of crowds) {
    const here = rules.map((rule) => ({ i: positions.get(rule) ?? 0, kind: hours.classOf(rule) }));
    for (const [n, a] of here.entries()) {
      for (let m = n + 1; m < here.length; m++) {
        const b = here[m];
        if (b && a.kind !== b.kind) counts[a.i * size + b.i] = (counts[a.i * size + b.i] ?? 0) + people;
      }
    }
  }
  const pairs: [pair: number, people: number][] = [];
  for (const [pair, people] of counts.entries()) if (people > 0) pairs.push([pair, people]);
  pairs.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return toFindings(pairs, ([pair, people]): PlanFinding => {
    const [rule, other] = [granting[Math.floor(pair / size)], granting[pair % size]];
    if (!rule || !other) throw new Error('A pair is of two rules');
    return {
      kind: 'schedule_conflict',
      rule_id: rule.rule.id,
      other_rule_id: other.rule.id,
      count: people,
      repairs: [takeHours(rule, other), takeHours(other, rule)],
    };
  });
}

const takeHours = ({ rule }: CheckedRule, from: CheckedRule): PlanRepair => ({
  action: 'update_rule',
  does: 'take_hours',
  rule_id: rule.id,
  change: { time_restrictions: from.rule.time_restrictions },
});
