import type { PlanFigures } from '@key2xs/contract';
import { type AccessIndex, isOverBroad, listBits, reachOfRules } from '@key2xs/domain';
import type { NamedPlace } from '../../plans/service';
import type { PlanTotals } from './plan-totals';

const maxRules = 200;
/** From this class on a place is protected, out of 1 to 4. */
const protectedFrom = 3;

type Measures = { planId: string; totals: PlanTotals; places: ReadonlyMap<string, NamedPlace> };

/** The rules that are switched on by their reach, with those marked that the check finds too broad. */
export function measureRules(
  index: AccessIndex,
  { planId, totals, places }: Measures,
): Pick<PlanFigures, 'rules' | 'active_rules'> {
  const rules = reachOfRules(index, planId);
  const { of_people } = totals;
  const of_doors = totals.of_doors || index.doors.facts.filter(Boolean).length;
  const isProtected = (door: number) => {
    const place = places.get(index.doors.facts[door]?.location_id ?? '');
    return (place?.protection_class ?? 0) >= protectedFrom;
  };
  const shown = rules.slice(0, maxRules).map(({ rule: { rule, cylinders }, people, doors }) => {
    const protected_doors = listBits(cylinders).filter(isProtected).length;
    const is_broad = people > 0 && isOverBroad({ people, of_people, doors, of_doors, protected_doors });
    return { id: rule.id, name: rule.name, people, doors, is_broad };
  });
  return { rules: shown, active_rules: rules.length };
}
