import { rightName } from './right-name.mjs';

/**
 * Where each right of today ends, and who has something new.
 * @returns {{ failures: string[], sums: Record<string, number> }} `sums`: rights of today by where they end, and new ones
 */
export function checkAccess(plan) {
  const failures = [];
  const sums = { rights: 0, by_blocks: 0, singles: 0, request_only: 0, removals: 0, additions: 0 };
  const blocksOf = blocksByPerson(plan);
  const lists = {};
  for (const field of ['singles', 'request_only', 'additions', 'removals']) {
    lists[field] = cellsByPerson(plan, field, failures);
  }
  for (let person = 0; person < plan.people.length; person++) {
    const had = new Set(plan.rights[person]);
    const given = new Set();
    for (const { cylinders } of blocksOf[person]) for (const cylinder of cylinders) given.add(cylinder);
    const own = (field) => lists[field][person] ?? new Set();
    const say = (cylinder, what) => failures.push(`${rightName(plan, person, cylinder)} ${what}`);
    checkRights(had, given, own, sums, say);
    checkNew(had, given, own, sums, say);
  }
  const ended = sums.by_blocks + sums.singles + sums.request_only + sums.removals;
  if (ended !== sums.rights) failures.push(`Of ${sums.rights} rights only ${ended} end in exactly one place.`);
  return { failures, sums };
}

function checkRights(had, given, own, sums, say) {
  sums.rights += had.size;
  for (const cylinder of had) {
    const places = [];
    if (given.has(cylinder)) places.push('by_blocks');
    for (const field of ['singles', 'request_only', 'removals']) if (own(field).has(cylinder)) places.push(field);
    if (places.length === 1) sums[places[0]]++;
    else if (places.length === 0) say(cylinder, 'is lost, and that was not approved.');
    else say(cylinder, `ends in more than one place: ${places.map((place) => placeNames[place]).join(', ')}.`);
  }
}

const placeNames = {
  by_blocks: 'a profile or rule',
  singles: 'single rights',
  request_only: 'rights on request',
  removals: 'approved removals',
};

function checkNew(had, given, own, sums, say) {
  for (const cylinder of given) {
    if (had.has(cylinder)) continue;
    if (own('additions').has(cylinder)) sums.additions++;
    else say(cylinder, 'is gained, and that was not approved.');
  }
  for (const cylinder of own('additions')) {
    if (had.has(cylinder)) say(cylinder, 'is called an addition, but is a right of today.');
    else if (!given.has(cylinder)) say(cylinder, 'is called an addition, but no profile or rule gives it.');
  }
  for (const field of ['singles', 'request_only', 'removals']) {
    for (const cylinder of own(field)) {
      if (!had.has(cylinder)) say(cylinder, `is among ${placeNames[field]}, but is no right of today.`);
    }
  }
}

function blocksByPerson({ people, profiles, rules }) {
  const blocksOf = people.map(() => []);
  for (const block of [...profiles, ...rules]) for (const person of block.people) blocksOf[person].push(block);
  return blocksOf;
}

function cellsByPerson(plan, field, failures) {
  const sets = [];
  const { people, cylinders } = plan[field];
  people.forEach((person, at) => {
    sets[person] ??= new Set();
    if (sets[person].has(cylinders[at])) {
      failures.push(`${rightName(plan, person, cylinders[at])} is twice in "${field}".`);
    }
    sets[person].add(cylinders[at]);
  });
  return sets;
}
