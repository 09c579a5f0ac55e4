import type { Random } from '../random';
import type { CampusSettings } from './campus-sizes';

/** What is true of each person; what the directory says of it can be less. */
export type CampusPeople = {
  department: Int32Array;
  /** One or two. */
  jobs: number[][];
  groups: number[][];
  shift: Int32Array;
  costCentre: Int32Array;
};

const shifts = 4;
const costCentres = ({ departments }: CampusSettings): number => Math.ceil(departments * 1.5);

/**
 * Departments and jobs are Zipf-sized, a department has four to eight jobs. Half of the groups are mostly of three
 * departments. Every second person is booked on the cost centre of the department, so that it correlates with access
 * that it does not cause.
 */
export function campusPeople(settings: CampusSettings, random: Random): CampusPeople {
  const { people, departments } = settings;
  const pickDepartment = zipf(departments, random);
  const pickJob = zipf(settings.jobs, random);
  const jobsOf = Array.from({ length: departments }, (_, department) => {
    const own = new Set([department % settings.jobs]);
    const many = Math.min(settings.jobs, 4 + random.below(5));
    while (own.size < many) own.add(pickJob());
    return [...own];
  });
  const department = Int32Array.from({ length: people }, pickDepartment);
  const jobs = Array.from(department, (own) => {
    const choice = jobsOf[own] ?? [];
    const pick = () => choice[Math.floor(random.next() ** 1.5 * choice.length)] ?? 0;
    return random.next() < 0.05 ? [...new Set([pick(), pick()])] : [pick()];
  });
  const costCentre = Int32Array.from(department, (own) =>
    random.next() < 0.5 ? own : random.below(costCentres(settings)),
  );
  const shift = Int32Array.from({ length: people }, () => random.below(shifts));
  return { department, jobs, groups: groupsOfPeople(settings, { department, random }), shift, costCentre };
}

function groupsOfPeople(
  { people, departments, groups }: CampusSettings,
  { department, random }: { department: Int32Array; random: Random },
): number[][] {
  const members: number[][] = Array.from({ length: people }, () => []);
  for (let group = 0; group < groups; group++) {
    const size = Math.round(10 * (people / 150) ** random.next());
    const home = new Set(group % 2 ? [0, 1, 2].map(() => random.below(departments)) : []);
    const near = home.size ? [...department.keys()].filter((person) => home.has(department[person] ?? 0)) : [];
    for (let i = 0; i < size; i++) {
      const isNear = near.length > 0 && random.next() < 0.8;
      const own = members[isNear ? (near[random.below(near.length)] ?? 0) : random.below(people)];
      if (own && !own.includes(group)) own.push(group);
    }
  }
  return members;
}

function zipf(count: number, random: Random): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += 1 / (i + 1);
    sums[i] = sum;
  }
  return () => {
    const at = random.next() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
