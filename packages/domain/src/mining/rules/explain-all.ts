import type { AccessRelation } from '../access-relation';
import { cylinderExplainer } from './explain-cylinder';
import { type Lengths, lowest, type Noise } from './link-costs';
import type { PersonGroups } from './person-groups';
import type { RuleLinks } from './rule-links';

/** About this many grants between two steps, some ten milliseconds. */
const grantsPerStep = 20_000;

/**
 * Explains every cylinder once. The links given change in place, so that they are a whole model at any moment.
 *
 * @param elsewhere for each cylinder, the holders whose grant is explained in another way
 * @yields the share of the grants that is done
 * @returns the rates of what departs from the links
 */
export function* explainAll(
  byCylinder: AccessRelation,
  {
    groups,
    links,
    lengths,
    elsewhere,
  }: { groups: PersonGroups; links: RuleLinks; lengths: Lengths; elsewhere: AccessRelation | null },
): Generator<number, Noise> {
  const explain = cylinderExplainer(byCylinder, groups);
  const usage = new Int32Array(groups.size.length);
  const rates = new Float64Array(byCylinder.people);
  let [held, lacked, step] = [0, 0, 0];
  for (let cylinder = 0; cylinder < byCylinder.people; cylinder++) {
    const others = elsewhere?.list.subarray(elsewhere.start[cylinder], elsewhere.start[cylinder + 1]);
    const answer = explain(cylinder, lengths, others);
    links.ofCylinder[cylinder] = answer.groups;
    links.trusted[cylinder] = answer.trusted;
    for (const group of answer.groups) usage[group] = (usage[group] ?? 0) + 1;
    held += answer.held;
    lacked += answer.lacked;
    rates[cylinder] = answer.besideRate;
    const done = byCylinder.start[cylinder + 1] ?? 0;
    if (done < step) continue;
    step = done + grantsPerStep;
    yield done / Math.max(1, byCylinder.list.length);
  }
  links.usage.set(usage);
  return {
    missing: Math.max(lowest.missing, lacked / Math.max(1, held + lacked)),
    extra: Math.max(lowest.extra, rates.sort()[rates.length >> 1] ?? 0),
  };
}
