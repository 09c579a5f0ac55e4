import type { PersonGroups } from './person-groups';

/** Rates of what departs from the rules. */
export type Noise = {
  /** Share of the grants by rule that are missing. */
  missing: number;
  /** Rate at which a person close to a group holds one of its cylinders without being in it. */
  extra: number;
};

/** Rates never go below these: no amount of clean data excludes the next exception. */
export const lowest: Noise = { missing: 0.0005, extra: 0.003 };

/** Lengths in nats: what a grant explained saves, what a missing one and a statement cost. */
export type Lengths = {
  noise: Noise;
  gain: number;
  loss: number;
  /** What it costs to state that a rule has a cylinder, and that there is a rule of so many values. */
  link: number;
  statement: (values: number) => number;
  /** Both, as far as one cylinder of a group has to pay for the rule. */
  ofGroup: (group: number) => number;
  /** Rules of the pass before with the attributes of this group. */
  rulesLike: (group: number) => number;
  /** The most missing grants that chance allows among n. */
  maxLacked: (n: number) => number;
};

/** Four standard deviations: with 100,000 tests about three are refused by chance, and most of those are no loss. */
const deviations = 4;

/**
 * The costs of one pass. A group that explains many cylinders is stated once, so each of them pays a part of it: the
 * score of the whole model pulls cylinders towards groups that are rules already.
 */
export function lengthsOf(
  groups: PersonGroups,
  { noise, usage, cylinders }: { noise: Noise; usage: Int32Array | null; cylinders: number },
): Lengths {
  const used = usage?.reduce((count, many) => count + Number(many > 0), 0) ?? 0;
  const links = usage?.reduce((sum, many) => sum + many, 0) ?? 0;
  const one = Math.log(Math.max(2, groups.singles));
  const two = Math.log(Math.max(2, groups.size.length));
  const statement = (values: number): number => [one, two][values - 1] ?? one + two;
  const rules = new Map<number, number>();
  usage?.forEach((many, group) => {
    const mask = groups.attributes[group] ?? 0;
    if (many > 0) rules.set(mask, (rules.get(mask) ?? 0) + 1);
  });
  // How rare it is that a rule has a cylinder; before anything is known, about one in a thousand.
  const link = links > 0 ? Math.log((used * cylinders) / links) : Math.log(1_000);
  const rate = noise.missing * 1.15 + 0.003;
  return {
    noise,
    gain: Math.log((1 - noise.missing) / noise.extra),
    loss: Math.log((1 - noise.extra) / noise.missing),
    link,
    statement,
    ofGroup: (group) =>
      link + statement(valuesOf(groups, group)) / (usage ? Math.max(1, usage[group] ?? 0) : usageAtFirst),
    rulesLike: (group) => rules.get(groups.attributes[group] ?? 0) ?? 0,
    maxLacked: (n) => n * rate + deviations * Math.sqrt(n * rate * (1 - rate)) + 0.3,
  };
}

/** The size of a profile before anything is known of it. */
const usageAtFirst = 4;

const valuesOf = ({ singles, first }: PersonGroups, group: number): number => {
  if (group < singles) return 1;
  return (first[group] ?? 0) < singles ? 2 : 3;
};
