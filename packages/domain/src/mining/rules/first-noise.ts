import type { AccessRelation } from '../access-relation';
import type { Random } from '../random';
import type { Noise } from './link-costs';
import type { PersonGroups } from './person-groups';

const sampled = 400;
const minSize = 30;
/** A group of which fewer people have a cylinder is hardly meant to have it. */
const minRate = 0.7;

/**
 * A first estimate, from a sample of cylinders: the median of what the groups lack of which most people have the
 * cylinder. The passes replace it by what their rules leave over.
 */
export function firstNoise(byCylinder: AccessRelation, groups: PersonGroups, random: Random): Noise {
  const held = new Int32Array(groups.size.length);
  const lacks: number[] = [];
  for (let i = 0; i < Math.min(sampled, byCylinder.people); i++) {
    const cylinder = random.below(byCylinder.people);
    const touched: number[] = [];
    for (let at = byCylinder.start[cylinder] ?? 0; at < (byCylinder.start[cylinder + 1] ?? 0); at++) {
      const person = byCylinder.list[at] ?? 0;
      for (let of = groups.groupsStart[person] ?? 0; of < (groups.groupsStart[person + 1] ?? 0); of++) {
        const group = groups.groups[of] ?? 0;
        if (group >= groups.singles) break;
        if (!held[group]) touched.push(group);
        held[group] = (held[group] ?? 0) + 1;
      }
    }
    for (const group of touched) {
      const size = groups.size[group] ?? 0;
      const rate = (held[group] ?? 0) / size;
      if (size >= minSize && rate >= minRate) lacks.push(1 - rate);
      held[group] = 0;
    }
  }
  const median = lacks.sort((a, b) => a - b)[lacks.length >> 1] ?? 0.02;
  return { missing: Math.max(0.005, median), extra: 0.03 };
}
