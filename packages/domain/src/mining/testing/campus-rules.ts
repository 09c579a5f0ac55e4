import type { Random } from '../random';
import type { PersonAttribute } from '../rules/person-attribute';
import type { CampusPeople } from './campus-people';
import type { CampusSettings } from './campus-sizes';

/** The department, job and group that a person needs; -1 when any. */
export type PlantedRule = { department: number; job: number; group: number; cylinders: number[] };

export type CampusPlaces = {
  /** The first cylinder of building n, and one more entry for the end. */
  buildings: Int32Array;
  buildingOfDepartment: Int32Array;
};

export function campusPlaces({ cylinders, buildings, departments }: CampusSettings, random: Random): CampusPlaces {
  return {
    buildings: Int32Array.from({ length: buildings + 1 }, (_, i) => Math.round((i * cylinders) / buildings)),
    buildingOfDepartment: Int32Array.from({ length: departments }, () => random.below(buildings)),
  };
}

/**
 * One rule for each department, job and group, and `settings.pairs` for a department and a job. A department opens the
 * entrance and a wing of its building, a job and a group some doors in a few buildings, a pair more doors of the
 * building that neither of its two opens. A pair that cannot be distinguished from one of its two is not planted: at least
 * five of its people are known to the directory, and a fifth of each of the two is outside.
 */
export function plantRules(
  settings: CampusSettings,
  {
    people,
    attributes,
    places,
    random,
  }: { people: CampusPeople; attributes: readonly PersonAttribute[]; places: CampusPlaces; random: Random },
): PlantedRule[] {
  const any = { department: -1, job: -1, group: -1 };
  const doors = doorsBy(places, random);
  const rules: PlantedRule[] = [];
  const byDepartment = Array.from({ length: settings.departments }, (_, department) => {
    const rule = { ...any, department, cylinders: doors.wing(places.buildingOfDepartment[department] ?? 0) };
    rules.push(rule);
    return rule;
  });
  const byJob = Array.from({ length: settings.jobs }, (_, job) => {
    const rule = { ...any, job, cylinders: doors.scattered(5 + random.below(14)) };
    rules.push(rule);
    return rule;
  });
  for (let group = 0; group < settings.groups; group++)
    rules.push({ ...any, group, cylinders: doors.scattered(4 + random.below(11)) });
  const pairs = plantablePairs(settings, { people, attributes });
  while (rules.length < settings.departments + settings.jobs + settings.groups + settings.pairs && pairs.length > 0) {
    const at = random.below(pairs.length);
    const [pair] = pairs.splice(at, 1);
    if (!pair) break;
    const taken = new Set([...(byDepartment[pair.department]?.cylinders ?? []), ...(byJob[pair.job]?.cylinders ?? [])]);
    const building = places.buildingOfDepartment[pair.department] ?? 0;
    rules.push({ ...any, ...pair, cylinders: doors.others(building, taken) });
  }
  return rules;
}

function doorsBy({ buildings }: CampusPlaces, random: Random) {
  const range = (building: number) => [buildings[building] ?? 0, buildings[building + 1] ?? 0] as const;
  const inside = (building: number): number => {
    const [first, end] = range(building);
    return first + random.below(end - first);
  };
  return {
    wing(building: number): number[] {
      const [first, end] = range(building);
      const many = Math.min(6 + random.below(19), end - first - 10);
      const from = random.below(end - first);
      return [...new Set([first, ...Array.from({ length: many }, (_, i) => first + ((from + i) % (end - first)))])];
    },
    scattered(many: number): number[] {
      const some = Array.from({ length: 2 + random.below(3) }, () => random.below(buildings.length - 1));
      const chosen = new Set<number>();
      while (chosen.size < many) chosen.add(inside(some[random.below(some.length)] ?? 0));
      return [...chosen];
    },
    others(building: number, taken: ReadonlySet<number>): number[] {
      const chosen = new Set<number>();
      const [first, end] = range(building);
      const free = Array.from({ length: end - first }, (_, i) => first + i).filter((door) => !taken.has(door));
      const many = Math.min(3 + random.below(6), free.length);
      while (chosen.size < many) chosen.add(free[random.below(free.length)] ?? 0);
      return [...chosen];
    },
  };
}

function plantablePairs(
  { departments, jobs }: CampusSettings,
  { people, attributes }: { people: CampusPeople; attributes: readonly PersonAttribute[] },
): { department: number; job: number }[] {
  const [knownDepartment, knownJob] = attributes.map(
    ({ start }) =>
      (person: number) =>
        start[person] !== start[person + 1],
  );
  const known = new Int32Array(departments * jobs);
  const both = new Int32Array(departments * jobs);
  const ofDepartment = new Int32Array(departments);
  const ofJob = new Int32Array(jobs);
  const count = (counts: Int32Array, at: number) => {
    counts[at] = (counts[at] ?? 0) + 1;
  };
  people.department.forEach((department, person) => {
    count(ofDepartment, department);
    for (const job of people.jobs[person] ?? []) {
      count(ofJob, job);
      count(both, department * jobs + job);
      if (knownDepartment?.(person) && knownJob?.(person)) count(known, department * jobs + job);
    }
  });
  return Array.from(both, (size, at) => ({ size, at, department: Math.floor(at / jobs), job: at % jobs })).flatMap(
    ({ size, at, department, job }) =>
      (known[at] ?? 0) >= 5 && size <= 0.8 * (ofDepartment[department] ?? 0) && size <= 0.8 * (ofJob[job] ?? 0)
        ? [{ department, job }]
        : [],
  );
}
