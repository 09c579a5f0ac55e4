import { type Bits, countBits, setBit, wordAt, wordsFor } from '../indexing/bits';
import { placesAbove, reach } from '../indexing/doors';
import { type Breadth, type KindFindings, type PlanRepair, switchOff, toFindings } from './plan-finding';
import type { CheckedRule, PreparedCheck } from './plan-to-check';

/** Most rules are for a department or a function; one for more than half the people is meant for the few entrances. */
const manyPeople = 0.5;
const manyDoors = 0.2;
/** A fifth of all people is more than work behind a protected door. */
const manyForProtected = 0.2;
/** Places of this protection class (1 to 4) or above are protected. */
const protectedFrom = 3;
/** In a small organisation a rule for all people and a fifth of the doors is ordinary. */
const minPeople = 10;
const minDoors = 5;

/** Rules that open many doors to many people, or protected doors to more people than are likely to work behind them. */
export function findOverBroadRules(plan: PreparedCheck): KindFindings {
  const shielded = protectedDoors(plan);
  const ofDoors = plan.linked_cylinder_ids.size || plan.index.doors.facts.filter(Boolean).length;
  const measured = plan.granting.map((rule) => ({
    rule,
    breadth: {
      people: rule.people,
      of_people: plan.peopleCount,
      doors: rule.doors,
      of_doors: ofDoors,
      protected_doors: countCommon(rule.cylinders, shielded),
    },
  }));
  const broad = measured
    .filter(({ breadth }) => isOverBroad(breadth))
    .sort((a, b) => b.breadth.protected_doors - a.breadth.protected_doors || b.rule.people - a.rule.people);
  return toFindings(broad, (one) => ({
    kind: 'over_broad_rule',
    rule_id: one.rule.rule.id,
    breadth: one.breadth,
    repairs: [...(opensMuch(one.breadth) ? [] : withoutProtected(plan, one.rule, shielded)), switchOff(one.rule)],
  }));
}

/** Whether a rule opens many doors to many people, or protected doors to more people than are likely to work behind them. */
export const isOverBroad = (breadth: Breadth): boolean => opensMuch(breadth) || opensProtected(breadth);

const isMany = (part: number, all: number, [share, least]: [number, number]): boolean =>
  part >= least && part > all * share;
const opensMuch = ({ people, of_people, doors, of_doors }: Breadth): boolean =>
  isMany(people, of_people, [manyPeople, minPeople]) && isMany(doors, of_doors, [manyDoors, minDoors]);
const opensProtected = ({ people, of_people, protected_doors }: Breadth): boolean =>
  protected_doors > 0 && isMany(people, of_people, [manyForProtected, minPeople]);

/** The rule without the objects that lead to protected doors, if any remain. */
function withoutProtected({ index }: PreparedCheck, { rule }: CheckedRule, shielded: Bits): PlanRepair[] {
  const objects = rule.objects.filter((object) => {
    const reached = new Int32Array(shielded.length);
    reach(index.doors, object, reached);
    return countBits(reached) > 0 && countCommon(reached, shielded) === 0;
  });
  return objects.length > 0
    ? [{ action: 'update_rule', does: 'drop_objects', rule_id: rule.id, change: { objects } }]
    : [];
}

function protectedDoors({ index: { doors }, protection }: PreparedCheck): Bits {
  const found = new Int32Array(wordsFor(doors.ids.length));
  if (protection.size === 0) return found;
  for (const [n, cylinder] of doors.facts.entries()) {
    const place = placesAbove(doors, cylinder?.location_id ?? null).find(({ id }) => protection.has(id));
    if (place && (protection.get(place.id) ?? 0) >= protectedFrom) setBit(found, n);
  }
  return found;
}

const countCommon = (a: Bits, b: Bits): number => countBits(a.map((word, i) => word & wordAt(b, i)));
