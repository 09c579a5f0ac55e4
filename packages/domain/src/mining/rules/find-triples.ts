import { type AccessRelation, rowOf } from '../access-relation';
import type { Lengths } from './link-costs';
import { membersOf, type PersonGroups, partsOf } from './person-groups';
import type { RuleLinks } from './rule-links';
import type { Triple } from './with-triples';

const minHolders = 5;
/** Pairs of a cylinder that are looked into, those with the most holders left. */
const maxPairs = 3;

/**
 * Finds groups of three values among what the links leave over: where a part of a pair has cylinders that nothing
 * explains, and a third value says which part. Counting all combinations of three is not needed, and would not fit.
 *
 * @param elsewhere for each cylinder, the holders whose grant is explained in another way
 * @yields the share that is done
 */
export function* findTriples(
  byCylinder: AccessRelation,
  {
    groups,
    links,
    lengths,
    elsewhere,
    minPeople,
  }: {
    groups: PersonGroups;
    links: RuleLinks;
    lengths: Lengths;
    elsewhere: AccessRelation;
    minPeople: number;
  },
): Generator<number, Triple[]> {
  const atLeast = Math.max(minPeople, minHolders);
  const isHolder = new Int32Array(byCylinder.cylinders).fill(-1);
  const isExplained = new Int32Array(byCylinder.cylinders).fill(-1);
  const counts = new Int32Array(groups.size.length);
  const saved = new Map<string, Triple & { saves: number }>();
  for (let cylinder = 0; cylinder < byCylinder.people; cylinder++) {
    if (cylinder % 100 === 0) yield cylinder / byCylinder.people;
    const holders = rowOf(byCylinder, cylinder);
    for (const person of holders) isHolder[person] = cylinder;
    for (const person of rowOf(elsewhere, cylinder)) isExplained[person] = cylinder;
    for (const group of links.ofCylinder[cylinder] ?? []) {
      for (const person of membersOf(groups, group)) isExplained[person] = cylinder;
    }
    const left = holders.filter((person) => isExplained[person] !== cylinder);
    if (left.length < atLeast) continue;
    for (const pair of fullest(counted(groups, left, counts), { groups, atLeast })) {
      const inPair = left.filter((person) => groupsOf(groups, person).includes(pair));
      for (const [value, many] of counted(groups, inPair, counts)) {
        if (value >= groups.singles || many < atLeast || partsOf(groups, pair).includes(value)) continue;
        let [size, lacked] = [0, 0];
        for (const person of membersOf(groups, pair)) {
          if (!groupsOf(groups, person).includes(value)) continue;
          size++;
          if (isHolder[person] !== cylinder) lacked++;
        }
        if (lacked > lengths.maxLacked(size)) continue;
        const saves = many * lengths.gain - lacked * lengths.loss - lengths.link;
        const key = [...partsOf(groups, pair), value].sort((a, b) => a - b).join();
        const known = saved.get(key) ?? { pair, value, saves: 0 };
        known.saves += Math.max(0, saves);
        saved.set(key, known);
      }
    }
  }
  const statement = lengths.statement(3);
  return [...saved.values()].filter(({ saves }) => saves > statement).map(({ pair, value }) => ({ pair, value }));
}

const groupsOf = ({ groupsStart, groups }: PersonGroups, person: number): Int32Array =>
  groups.subarray(groupsStart[person], groupsStart[person + 1]);

/** How many of these people are in each group. @param counts all 0, before and after */
function counted(groups: PersonGroups, people: Int32Array, counts: Int32Array): [group: number, people: number][] {
  const touched: number[] = [];
  for (const person of people) {
    for (const group of groupsOf(groups, person)) {
      if (!counts[group]) touched.push(group);
      counts[group] = (counts[group] ?? 0) + 1;
    }
  }
  return touched.map((group) => {
    const many = counts[group] ?? 0;
    counts[group] = 0;
    return [group, many];
  });
}

/** Pairs with the most of the people who are left, if a tenth of the pair at least. */
const fullest = (
  all: [group: number, people: number][],
  { groups, atLeast }: { groups: PersonGroups; atLeast: number },
): number[] =>
  all
    .filter(([group, many]) => group >= groups.singles && many >= atLeast && many * 10 >= (groups.size[group] ?? 0))
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, maxPairs)
    .map(([group]) => group);
