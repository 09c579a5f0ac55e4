import type { AccessRelation } from '../access-relation';
import type { Lengths } from './link-costs';
import { type PersonGroups, partsOf } from './person-groups';
import { preferUsual } from './prefer-usual';

/** The groups that explain one cylinder. */
export type Explanation = {
  groups: number[];
  /** Those of them that explain enough of its grants alone, see `trustedOf`. */
  trusted: number[];
  /** Of people in one of the groups, those who hold the cylinder, and those who do not. */
  held: number;
  lacked: number;
  /** Largest rate of holders among people of one value that none of the groups covers. */
  besideRate: number;
};

/** Working memory for one cylinder at a time; every counter is 0 between two. */
type Bench = {
  groups: PersonGroups;
  held: Int32Array;
  touched: Int32Array;
  isHolder: Uint8Array;
  /** In how many chosen groups a person is, plus `explained` or `visited`. */
  cover: Uint16Array;
  besideHeld: Int32Array;
  covered: Int32Array;
};
/** The grant of this person is explained elsewhere. */
const explained = 0x4000;
const visited = 0x8000;

/**
 * Explains cylinders one by one as a union of groups: those of which all people have the cylinder but for missing
 * grants, the most general of equal fit, each of which saves more than it costs to state.
 */
export function cylinderExplainer(byCylinder: AccessRelation, groups: PersonGroups) {
  const bench: Bench = {
    groups,
    held: new Int32Array(groups.size.length),
    touched: new Int32Array(groups.size.length),
    isHolder: new Uint8Array(byCylinder.cylinders),
    cover: new Uint16Array(byCylinder.cylinders),
    besideHeld: new Int32Array(groups.singles),
    covered: new Int32Array(groups.singles),
  };
  const none = new Int32Array(0);

  /** @param elsewhere holders whose grant is explained in another way */
  return (cylinder: number, lengths: Lengths, elsewhere: Int32Array = none): Explanation => {
    const holders = byCylinder.list.subarray(byCylinder.start[cylinder], byCylinder.start[cylinder + 1]);
    const many = countHolders(bench, holders);
    for (const person of elsewhere) bench.cover[person] = explained;
    const candidates = candidatesOf(bench, many, lengths);
    const chosen = usualGroups(bench, { chosen: chooseGroups(bench, candidates, lengths), candidates, lengths });
    const beside = ratesBeside(bench, { holders, chosen, lengths });
    const left = dropLikeSiblings(bench, { chosen, lengths, rateOf: beside.rateOf });
    const trusted = trustedOf(bench, left);
    for (const group of trusted) changeCover(bench, group, -1);
    for (let i = 0; i < many; i++) bench.held[bench.touched[i] ?? 0] = 0;
    for (const person of holders) {
      bench.isHolder[person] = 0;
      bench.cover[person] = 0;
    }
    return { groups: left, trusted, held: beside.held, lacked: beside.lacked, besideRate: beside.largest };
  };
}

/** @returns how many groups have a holder; they are listed in `touched` */
function countHolders({ groups, held, touched, isHolder }: Bench, holders: Int32Array): number {
  const { groupsStart, groups: list } = groups;
  let many = 0;
  for (const person of holders) {
    isHolder[person] = 1;
    for (let at = groupsStart[person] ?? 0, end = groupsStart[person + 1] ?? 0; at < end; at++) {
      const group = list[at] ?? 0;
      const before = held[group] ?? 0;
      held[group] = before + 1;
      if (before === 0) touched[many++] = group;
    }
  }
  return many;
}

/** Groups that can explain the cylinder, largest saving first. */
function candidatesOf(bench: Bench, many: number, lengths: Lengths): number[] {
  const { groups, held, touched } = bench;
  const { size, first, second, singles } = groups;
  const { gain, loss, ofGroup, maxLacked } = lengths;
  const lackedIn = (group: number): number => (size[group] ?? 0) - (held[group] ?? 0);
  /** Fits the parent as well as the group: then so does the rest of the parent, and the parent is more general. */
  const isRestAlike = (parent: number, group: number): boolean =>
    lackedIn(parent) <= maxLacked(size[parent] ?? 0) &&
    lackedIn(parent) - lackedIn(group) <= maxLacked((size[parent] ?? 0) - (size[group] ?? 0));
  const candidates: { group: number; saving: number }[] = [];
  for (let i = 0; i < many; i++) {
    const group = touched[i] ?? 0;
    const saved = (held[group] ?? 0) * gain;
    const lacked = lackedIn(group);
    if (lacked > maxLacked(size[group] ?? 0) || saved <= ofGroup(group)) continue;
    if (group >= singles && (isRestAlike(first[group] ?? 0, group) || isRestAlike(second[group] ?? 0, group))) continue;
    candidates.push({ group, saving: saved - lacked * loss - ofGroup(group) });
  }
  return candidates.sort((a, b) => b.saving - a.saving || a.group - b.group).map(({ group }) => group);
}

/** Members who are in exactly `depth` of the chosen groups: those who hold the cylinder, and those who do not. */
function countMembers(
  { groups, isHolder, cover }: Bench,
  group: number,
  depth: number,
): { held: number; lacked: number } {
  const { peopleStart, people } = groups;
  let [held, lacked] = [0, 0];
  for (let at = peopleStart[group] ?? 0, end = peopleStart[group + 1] ?? 0; at < end; at++) {
    const person = people[at] ?? 0;
    if (cover[person] !== depth) continue;
    if (isHolder[person]) held++;
    else lacked++;
  }
  return { held, lacked };
}

function changeCover({ groups, cover }: Bench, group: number, by: number): void {
  const { peopleStart, people } = groups;
  for (let at = peopleStart[group] ?? 0, end = peopleStart[group + 1] ?? 0; at < end; at++) {
    const person = people[at] ?? 0;
    cover[person] = (cover[person] ?? 0) + by;
  }
}

/** Chooses by saving, then tries to do without a general group of which more people lack the cylinder than expected. */
function chooseGroups(bench: Bench, candidates: number[], lengths: Lengths): number[] {
  const { size, singles } = bench.groups;
  const { missing } = lengths.noise;
  const best = sweep(bench, { candidates, without: -1, lengths });
  for (const group of best.chosen) {
    const expected = (size[group] ?? 0) * missing;
    const lacked = (size[group] ?? 0) - (bench.held[group] ?? 0);
    if (group >= singles || lacked <= expected + 1.5 * Math.sqrt(expected) + 0.5) continue;
    for (const one of best.chosen) changeCover(bench, one, -1);
    const other = sweep(bench, { candidates, without: group, lengths });
    if (other.saved > best.saved) return other.chosen;
    for (const one of other.chosen) changeCover(bench, one, -1);
    for (const one of best.chosen) changeCover(bench, one, 1);
  }
  return best.chosen;
}

/** Chooses by saving, then drops what later ones made needless. The cover is that of the chosen groups afterwards. */
function sweep(
  bench: Bench,
  { candidates, without, lengths }: { candidates: number[]; without: number; lengths: Lengths },
): { chosen: number[]; saved: number } {
  const { gain, loss, ofGroup, maxLacked } = lengths;
  let saved = 0;
  const chosen = candidates.filter((group) => {
    if (group === without) return false;
    const { held, lacked } = countMembers(bench, group, 0);
    const saves = held * gain - lacked * loss - ofGroup(group);
    if (saves <= 0 || lacked > maxLacked(held + lacked)) return false;
    saved += saves;
    changeCover(bench, group, 1);
    return true;
  });
  if (chosen.length < 2) return { chosen, saved };
  const needed = chosen.filter((group) => {
    const { held, lacked } = countMembers(bench, group, 1);
    const saves = held * gain - lacked * loss - ofGroup(group);
    if (saves > 0) return true;
    saved -= saves;
    changeCover(bench, group, -1);
    return false;
  });
  return { chosen: needed, saved };
}

/** The chosen groups, or the usual ones in their place, each once. */
function usualGroups(
  bench: Bench,
  { chosen, candidates, lengths }: { chosen: number[]; candidates: number[]; lengths: Lengths },
): number[] {
  const usual = new Set<number>();
  for (const group of chosen) {
    const other = preferUsual(group, { groups: bench.groups, candidates, isHolder: bench.isHolder, lengths });
    if (other !== group) {
      changeCover(bench, group, -1);
      if (!usual.has(other) && !chosen.includes(other)) changeCover(bench, other, 1);
    }
    usual.add(other);
  }
  return [...usual];
}

/** Of the people of a value that no chosen group covers, how many hold the cylinder all the same? */
function ratesBeside(
  { groups, cover, isHolder, besideHeld, covered }: Bench,
  { holders, chosen, lengths }: { holders: Int32Array; chosen: number[]; lengths: Lengths },
): { rateOf: (value: number) => number; largest: number; held: number; lacked: number } {
  const { groupsStart, groups: list, peopleStart, people, size, singles } = groups;
  const values: number[] = [];
  const count = (person: number, counts: Int32Array): void => {
    for (let at = groupsStart[person] ?? 0, end = groupsStart[person + 1] ?? 0; at < end; at++) {
      const value = list[at] ?? 0;
      if (value >= singles) break;
      if (!besideHeld[value] && !covered[value]) values.push(value);
      counts[value] = (counts[value] ?? 0) + 1;
    }
  };
  for (const person of holders) if (cover[person] === 0) count(person, besideHeld);
  const beside = values.length;
  let [held, lacked] = [0, 0];
  for (const group of chosen) {
    for (let at = peopleStart[group] ?? 0, end = peopleStart[group + 1] ?? 0; at < end; at++) {
      const person = people[at] ?? 0;
      const depth = cover[person] ?? 0;
      if (depth >= visited) continue;
      cover[person] = depth | visited;
      if (isHolder[person]) held++;
      else lacked++;
      count(person, covered);
    }
  }
  const rates = new Map<number, number>();
  let largest = 0;
  values.forEach((value, i) => {
    const outside = (size[value] ?? 0) - (covered[value] ?? 0);
    const rate = ((besideHeld[value] ?? 0) + 5 * lengths.noise.extra) / (outside + 5);
    rates.set(value, rate);
    if (i < beside && outside >= 20) largest = Math.max(largest, rate);
    besideHeld[value] = 0;
    covered[value] = 0;
  });
  for (const group of chosen) {
    for (let at = peopleStart[group] ?? 0, end = peopleStart[group + 1] ?? 0; at < end; at++) {
      const person = people[at] ?? 0;
      cover[person] = (cover[person] ?? 0) & ~visited;
    }
  }
  return { rateOf: (value) => rates.get(value) ?? lengths.noise.extra, largest, held, lacked };
}

/**
 * Drops a group that differs too little from its siblings: Nurse in Surgery must have the cylinder more than the rest
 * of Surgery and the other nurses have it without any rule.
 */
function dropLikeSiblings(
  bench: Bench,
  { chosen, lengths, rateOf }: { chosen: number[]; lengths: Lengths; rateOf: (value: number) => number },
): number[] {
  const { singles } = bench.groups;
  const { missing, extra } = lengths.noise;
  return chosen.filter((group) => {
    if (group < singles) return true;
    const rate = Math.min(0.9, Math.max(extra, ...partsOf(bench.groups, group).map(rateOf)));
    if (rate === extra) return true;
    const { held, lacked } = countMembers(bench, group, 1);
    const saves = held * Math.log((1 - missing) / rate) - lacked * Math.log((1 - rate) / missing);
    if (saves > lengths.ofGroup(group)) return true;
    changeCover(bench, group, -1);
    return false;
  });
}

/**
 * Leaves out, one by one, the group with the smallest share of holders of its own, while that is under a quarter: the
 * rest of such a group can be there by chance. A group's own holders are in no other remaining group, and their attributes that
 * the others need are known: a person without a known department may belong to any.
 */
function trustedOf(bench: Bench, chosen: number[]): number[] {
  let left = chosen;
  while (left.length > 1) {
    let least = -1;
    let share = minOwn;
    for (const group of left) {
      const own = countOwn(bench, group, left) / Math.max(1, bench.held[group] ?? 0);
      if (own < share) [least, share] = [group, own];
    }
    if (least < 0) break;
    changeCover(bench, least, -1);
    left = left.filter((group) => group !== least);
  }
  return left;
}

const minOwn = 0.25;

function countOwn({ groups, cover, isHolder }: Bench, group: number, among: readonly number[]): number {
  const { peopleStart, people, known, attributes } = groups;
  const others = among.reduce((mask, one) => (one === group ? mask : mask | (attributes[one] ?? 0)), 0);
  let own = 0;
  for (let at = peopleStart[group] ?? 0, end = peopleStart[group + 1] ?? 0; at < end; at++) {
    const person = people[at] ?? 0;
    if (cover[person] === 1 && isHolder[person] && ((known[person] ?? 0) & others) === others) own++;
  }
  return own;
}
