import { remark, report } from '../apps/server/bench/report';
import type { AccessRelation } from '../packages/domain/src/mining/access-relation';
import { mineExact } from '../packages/domain/src/mining/exact/mine-exact';
import { generateCampus } from '../packages/domain/src/mining/testing/campus';
import { campusOf10000, campusOf100000 } from '../packages/domain/src/mining/testing/campus-sizes';
import { plantedRelation } from '../packages/domain/src/mining/testing/planted';

/** Profiles of generated access whose minimum is known, and of a campus with and without noise. Processor time, one core. */
export function benchExactMining(): void {
  const small = mine(plantedRelation({ ...planted, people: 1_000, cylinders: 900, profiles: 300 }));
  const large = mine(plantedRelation({ ...planted, people: 10_000, cylinders: 9_000, profiles: 3_000 }));
  report('Mining: 10,000 people × 9,000 cylinders, a million rights', large.seconds, 60, 's');
  report('Mining: the same, a right, by one of 1,000 × 900', large.perRight / small.perRight, 3, '×');
  report('Mining: the same, profiles by those planted', large.profiles / 3_000, 1, '×');
  const clean = mine(generateCampus({ ...campusOf100000, missing: 0, extra: 0, seed: 1 }).relation);
  report('Mining: a campus of 100,000 people × 10,050 cylinders', clean.seconds, 10, 's');
  report('Mining: the same, profiles by the lower bound', clean.profiles / clean.lowerBound, 1, '×');
  mine(generateCampus({ ...campusOf10000, missing: 0.01, extra: 0.02, seed: 1 }).relation);
  remark(`resident memory at most ${(process.resourceUsage().maxRSS / 1_000).toFixed(0)} MB`);
}

const planted = { maxCylinders: 82, maxProfiles: 5, seed: 1 };

function mine(relation: AccessRelation) {
  const start = process.cpuUsage();
  const steps = mineExact(relation, { seed: 1 });
  let [before, longest] = [start.user, 0];
  for (;;) {
    const { done, value } = steps.next();
    const { user } = process.cpuUsage();
    longest = Math.max(longest, user - before);
    before = user;
    if (!done) continue;
    const seconds = process.cpuUsage(start).user / 1e6;
    const { profiles, lowerBound } = value;
    const links = profiles.reduce((sum, { people, cylinders }) => sum + people.length + cylinders.length, 0);
    remark(
      `${relation.people} × ${relation.cylinders}, ${relation.list.length} rights: ${profiles.length} profiles, at least ${lowerBound} needed, ` +
        `${links} links, ${seconds.toFixed(1)} s of processor time, at most ${(longest / 1e3).toFixed(0)} ms between pauses`,
    );
    return { profiles: profiles.length, lowerBound, seconds, perRight: seconds / relation.list.length };
  }
}
