import type { Lengths } from './link-costs';
import { membersOf, type PersonGroups } from './person-groups';

/** How many times as many rules have the usual combination of attributes. */
const minRatio = 4;
/** Of the holders in a group, the share that may speak for it against the usual one. */
const maxOwn = 0.05;

/**
 * Finds the candidate to take in place of a chosen group of several values: one of a combination of attributes that far
 * more rules have, and that differs from the group only by people without these attributes. By the
 * grants alone the two are equal: all nurses of Surgery may be in one group as well, with a nurse of no known department.
 *
 * @returns the candidate, or the group itself
 */
export function preferUsual(
  group: number,
  {
    groups,
    candidates,
    isHolder,
    lengths,
  }: { groups: PersonGroups; candidates: readonly number[]; isHolder: Uint8Array; lengths: Lengths },
): number {
  const { attributes, known, singles } = groups;
  if (group < singles) return group;
  const members = membersOf(groups, group);
  const atLeast = minRatio * Math.max(1, lengths.rulesLike(group));
  for (const other of candidates) {
    if (other < singles || lengths.rulesLike(other) < atLeast) continue;
    const mask = attributes[other] ?? 0;
    const isOther = new Set(membersOf(groups, other));
    let [both, own] = [0, 0];
    for (const person of members) {
      if (!isHolder[person]) continue;
      if (isOther.has(person)) both++;
      else if (((known[person] ?? 0) & mask) === mask) own++;
    }
    if (both * 2 > members.length && own <= maxOwn * both) return other;
  }
  return group;
}
