import { type Random, shuffle } from '../../random';
import { commonOf } from '../cover/common-of';
import { reporting } from '../reporting';
import { type BothWays, coverRows } from './cover-rows';
import { countLinks, type LinkedProfiles } from './linked-profiles';
import { moveContained } from './move-contained';
import { type Spent, spending } from './spending';

const maxWords = 12_000_000;
/** A pass that saves less than this share is the last of its round. */
const worthAnotherPass = 0.998;
/** After so many rounds that save nothing it is enough. */
const maxIdleRounds = 20;

/** The best so far, and how much of the time for it is spent. */
export type Tightening = { best: LinkedProfiles; done: number; total: number };

/**
 * The same access by the same profiles, or fewer of them, with fewer links between people, profiles and cylinders. Goes down as far
 * as single steps lead, then makes some profiles wide again and goes down anew. Yields the best so far, often.
 */
export function* tighten(
  ways: BothWays,
  profiles: LinkedProfiles,
  random: Random,
): Generator<Tightening, LinkedProfiles> {
  const spent: Spent = { words: 0, pausedAt: 0 };
  let best = profiles;
  const runSteps: RunSteps = (steps) =>
    reporting(spending(steps, spent), () => ({ best, done: Math.min(spent.words, maxWords), total: maxWords }));
  let idleRounds = 0;
  for (let round = 0; idleRounds < maxIdleRounds; round++) {
    const tried = round === 0 ? copyOf(best) : widened(ways, best, random);
    if (round > 0 && random.below(2) === 0) {
      tried.cylinders.lists = yield* runSteps(coverRows(swapped(ways), tried.people.lists, random));
    }
    yield* goDown(ways, tried, random, runSteps);
    const saved = countLinks(best) - countLinks(tried);
    idleRounds = saved > 0 ? 0 : idleRounds + 1;
    if (saved >= 0) best = tried;
    if (spent.words > maxWords) break;
  }
  return best;
}

type RunSteps = <Result>(steps: Iterator<number, Result>) => Generator<Tightening, Result>;

function* goDown(ways: BothWays, profiles: LinkedProfiles, random: Random, runSteps: RunSteps) {
  const { people, cylinders } = profiles;
  const order = Int32Array.from(people.lists, (_, profile) => profile);
  for (let before = Number.POSITIVE_INFINITY, links = before; ; before = links) {
    people.lists = yield* runSteps(coverRows(ways, cylinders.lists, random));
    cylinders.lists = yield* runSteps(coverRows(swapped(ways), people.lists, random));
    shuffle(order, random);
    const isPeopleFirst = random.below(2) === 0;
    if (isPeopleFirst) yield* runSteps(moveContained(ways.relation, people, cylinders, order));
    yield* runSteps(moveContained(ways.turned, cylinders, people, order));
    if (!isPeopleFirst) yield* runSteps(moveContained(ways.relation, people, cylinders, order));
    links = countLinks(profiles);
    if (links >= before * worthAnotherPass) break;
  }
}

/** About half of the profiles, chosen at random, have all cylinders that their people have in common, or the other way round. */
function widened({ relation, turned }: BothWays, profiles: LinkedProfiles, random: Random): LinkedProfiles {
  const wide = copyOf(profiles);
  const [people, cylinders] = [wide.people.lists, wide.cylinders.lists];
  const side = random.below(3);
  for (let profile = 0; profile < people.length; profile++) {
    const [rows, columns] = [people[profile], cylinders[profile]];
    if (random.below(2) === 0 || !rows?.length || !columns?.length) continue;
    if (side === 0 || (side === 2 && random.below(2) === 0)) {
      const common = commonOf(relation, rows, 0);
      cylinders[profile] = common;
      if (random.below(2) === 0) people[profile] = commonOf(turned, common, 0);
    } else {
      const common = commonOf(turned, columns, 0);
      people[profile] = common;
      if (random.below(2) === 0) cylinders[profile] = commonOf(relation, common, 0);
    }
  }
  return wide;
}

const swapped = ({ relation, turned }: BothWays): BothWays => ({ relation: turned, turned: relation });

const copyOf = ({ people, cylinders }: LinkedProfiles): LinkedProfiles => ({
  people: { ...people, lists: [...people.lists] },
  cylinders: { ...cylinders, lists: [...cylinders.lists] },
});
