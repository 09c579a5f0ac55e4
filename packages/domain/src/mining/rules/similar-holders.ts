import { type AccessRelation, rowOf } from '../access-relation';
import type { Lengths } from './link-costs';
import { type PersonGroups, partsOf } from './person-groups';
import { profilesOf } from './rule-links';

/** A person who has the profile of a group without being in it: the grants it explains, and what the person lacks of it. */
export type SimilarHolder = { person: number; group: number; cylinders: number[]; lacked: number[] };

/**
 * Finds people who are not in a group and have its profile all the same, such as those whose department is not known:
 * their grants have a reason, so they are neither outliers nor evidence for a rule of another attribute. A condition
 * on an attribute of which the person has no value is cheap to assume, another one is not.
 *
 * @param ofCylinder the groups of each cylinder
 * @yields the share that is done
 */
export function* findSimilarHolders({
  relation,
  groups,
  ofCylinder,
  lengths,
}: {
  relation: AccessRelation;
  groups: PersonGroups;
  ofCylinder: readonly number[][];
  lengths: Lengths;
}): Generator<number, SimilarHolder[]> {
  const profiles = profilesOf(ofCylinder, groups.size.length);
  const statement = Math.log(1 + profiles.reduce((sum, { length }) => sum + Number(length > 0), 0)) + 1;
  const isExplained = new Int32Array(relation.cylinders).fill(-1);
  const isHeld = new Int32Array(relation.cylinders).fill(-1);
  const hits = new Int32Array(profiles.length);
  const similar: SimilarHolder[] = [];

  for (let person = 0; person < relation.people; person++) {
    const own = new Set<number>();
    for (let at = groups.groupsStart[person] ?? 0; at < (groups.groupsStart[person + 1] ?? 0); at++) {
      const group = groups.groups[at] ?? 0;
      own.add(group);
      for (const cylinder of profiles[group] ?? []) isExplained[cylinder] = person;
    }
    const row = rowOf(relation, person);
    for (const cylinder of row) isHeld[cylinder] = person;
    let open = [...row].filter((cylinder) => isExplained[cylinder] !== person);
    while (open.length >= minHits) {
      const candidates: number[] = [];
      for (const cylinder of open) {
        for (const group of ofCylinder[cylinder] ?? []) {
          if (own.has(group)) continue;
          if (!hits[group]) candidates.push(group);
          hits[group] = (hits[group] ?? 0) + 1;
        }
      }
      let best = -1;
      let most = 0;
      for (const group of candidates) {
        const many = hits[group] ?? 0;
        hits[group] = 0;
        if (many < minHits || many * lengths.gain <= statement + most) continue;
        const profile = profiles[group] ?? [];
        let lacked = 0;
        for (const cylinder of profile) if (isHeld[cylinder] !== person) lacked++;
        if (lacked > lengths.maxLacked(profile.length) || lacked * 3 > profile.length) continue;
        const parts = partsOf(groups, group);
        const assumed = parts.filter(
          (value) => !own.has(value) && ((groups.known[person] ?? 0) & (groups.attributes[value] ?? 0)) !== 0,
        ).length;
        const saves = many * lengths.gain - lacked * lengths.loss - statement - assumed * unlikely;
        if (saves > most) [best, most] = [group, saves];
      }
      if (best < 0) break;
      const profile = new Set(profiles[best]);
      similar.push({
        person,
        group: best,
        cylinders: open.filter((cylinder) => profile.has(cylinder)),
        lacked: [...profile].filter((cylinder) => isHeld[cylinder] !== person),
      });
      own.add(best);
      open = open.filter((cylinder) => !profile.has(cylinder));
    }
    if (person % 1_000 === 999) yield person / relation.people;
  }
  return similar;
}

const minHits = 2;
/** Cost, in nats, of assuming a value beside a known one. */
const unlikely = 5;
