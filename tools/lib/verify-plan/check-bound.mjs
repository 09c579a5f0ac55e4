import { profilesNeeded } from './profiles-needed.mjs';
import { rightName } from './right-name.mjs';

/**
 * Redoes the proof that fewer profiles are impossible. Two rights fit into one profile when both people have both cylinders after the
 * plan; if not, one of the two would gain something.
 * @returns {string[]} failures
 */
export function checkBound(plan) {
  const { profiles, grants, core } = plan.lower_bound;
  const held = heldByPerson(plan, [...grants.people, ...(core?.people ?? [])]);
  const single = pairsOf(grants);
  const knot = core ? pairsOf(core) : [];
  const fitTogether = (one, other) =>
    held.get(one.person).has(other.cylinder) && held.get(other.person).has(one.cylinder);
  const failures = [];
  const say = (one, other) =>
    failures.push(
      `Lower bound: ${lower(rightName(plan, one.person, one.cylinder))} and ${lower(rightName(plan, other.person, other.cylinder))} fit into one profile.`,
    );
  for (const [at, one] of single.entries()) {
    for (let to = 0; to < at; to++) if (fitTogether(one, single[to])) say(one, single[to]);
    for (const other of knot) if (fitTogether(one, other)) say(one, other);
  }
  failures.push(...notGiven(plan, [...single, ...knot]));
  if (core) failures.push(...checkCore(core.profiles, knot, fitTogether));
  const proven = single.length + (core?.profiles ?? 0);
  if (profiles !== proven) failures.push(`Lower bound: ${profiles} profiles are claimed, ${proven} are proven.`);
  const count = plan.profiles.length + plan.rules.length;
  if (profiles > count) failures.push(`Lower bound: ${profiles} profiles are claimed, but the plan has only ${count}.`);
  return failures;
}

const pairsOf = ({ people, cylinders }) => people.map((person, at) => ({ person, cylinder: cylinders[at] }));

const lower = (text) => text[0].toLowerCase() + text.slice(1);

function heldByPerson(plan, people) {
  const held = new Map(people.map((person) => [person, new Set(plan.rights[person])]));
  plan.additions.people.forEach((person, at) => {
    held.get(person)?.add(plan.additions.cylinders[at]);
  });
  return held;
}

/** A right that no profile or rule gives says nothing about how many of them are needed. */
function notGiven(plan, pairs) {
  const wanted = new Map(pairs.map(({ person }) => [person, new Set()]));
  for (const { people, cylinders } of [...plan.profiles, ...plan.rules]) {
    for (const person of people) {
      const set = wanted.get(person);
      if (set) for (const cylinder of cylinders) set.add(cylinder);
    }
  }
  return pairs
    .filter(({ person, cylinder }) => !wanted.get(person).has(cylinder))
    .map(
      ({ person, cylinder }) =>
        `Lower bound: ${lower(rightName(plan, person, cylinder))} is given by no profile or rule.`,
    );
}

function checkCore(claimed, knot, fitTogether) {
  const needed = profilesNeeded(knot.length, (one, other) => fitTogether(knot[one], knot[other]));
  if (needed === undefined) return ['Lower bound: the core is too large to be checked.'];
  return needed < claimed ? [`Lower bound: the core needs ${needed} profiles, not ${claimed}.`] : [];
}
