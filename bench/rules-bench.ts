import { remark, report } from '../apps/server/bench/report';
import { mineRules } from '../packages/domain/src/mining/rules/mine-rules';
import type { MinedRules } from '../packages/domain/src/mining/rules/mined-rules';
import { type Campus, generateCampus } from '../packages/domain/src/mining/testing/campus';
import { type CampusSettings, campusOf10000, campusOf100000 } from '../packages/domain/src/mining/testing/campus-sizes';
import { type RuleScore, scoreRules } from '../packages/domain/src/mining/testing/score-rules';

const sizes = [
  { of: campusOf10000, seconds: 2 },
  { of: campusOf100000, seconds: 10 },
];
/** Lowest shares of planted rules recovered, and of mined rules that were planted. */
const noises = [
  { missing: 0, extra: 0, recall: 0.97, precision: 0.93 },
  { missing: 0.01, extra: 0.02, recall: 0.97, precision: 0.93 },
  { missing: 0.05, extra: 0.05, recall: 0.9, precision: 0.9 },
];

/** Rules from attributes on a campus of each size and noise: how many of the planted ones come back, and how fast. */
export function benchRules(): Promise<void> {
  return study([1]);
}

/** The same on ten seeds, some ten minutes; the worst of the ten counts. */
export function benchRulesTenTimes(): Promise<void> {
  return study([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
}

type Run = RuleScore & { rules: number; seconds: number; firstRules: number; megabytes: number };

async function study(seeds: number[]): Promise<void> {
  for (const { of, seconds } of sizes) {
    for (const noise of noises) {
      const { missing, extra } = noise;
      const runs = seeds.map((seed) => runOnce({ ...of, missing, extra, seed }));
      const lowest = (of: (run: Run) => number) => Math.min(...runs.map(of));
      const highest = (of: (run: Run) => number) => Math.max(...runs.map(of));
      const name = `Rules: ${of.people} people, ${100 * missing} % missing, ${100 * extra} % extra`;
      // As shares that must not be undercut, written as what may be lost.
      report(`${name}, not found`, 100 * (1 - lowest((run) => run.recall)), 100 * (1 - noise.recall), '%');
      report(`${name}, not planted`, 100 * (1 - lowest((run) => run.precision)), 100 * (1 - noise.precision), '%');
      if (missing > 0) {
        report(`${name}, missing grants not found`, 100 * (1 - lowest((run) => run.missingRecall)), 5, '%');
        report(`${name}, wrongly missing`, 100 * (1 - lowest((run) => run.missingPrecision)), 20, '%');
        report(`${name}, extra grants not found`, 100 * (1 - lowest((run) => run.extraRecall)), 5, '%');
        report(`${name}, wrongly extra`, 100 * (1 - lowest((run) => run.extraPrecision)), 5, '%');
      }
      report(
        `${name}, processor time`,
        highest((run) => run.seconds),
        seconds,
        's',
      );
      report(
        `${name}, memory of the process`,
        highest((run) => run.megabytes),
        1_500,
        'MB',
      );
      remark(
        `${runs.map(({ rules }) => rules).join(', ')} rules; doors equal to the last one: recall ≥ ` +
          `${lowest((run) => run.exactRecall).toFixed(3)}, precision ≥ ${lowest((run) => run.exactPrecision).toFixed(3)}; ` +
          `first rules after ${highest((run) => run.firstRules).toFixed(1)} s`,
      );
    }
  }
}

function runOnce(settings: CampusSettings): Run {
  const campus = generateCampus(settings);
  const from = processorSeconds();
  let firstRules = 0;
  let mined: MinedRules | undefined;
  const work = mine(campus);
  while (!mined) {
    const step = work.next();
    if (step.done) mined = step.value;
    else if (firstRules === 0 && step.value.share >= 0.35) firstRules = processorSeconds() - from;
  }
  const seconds = processorSeconds() - from;
  return {
    ...scoreRules(campus, mined),
    rules: mined.rules.length,
    seconds,
    firstRules,
    megabytes: process.memoryUsage().rss / 1e6,
  };
}

function mine({ relation, attributes }: Campus) {
  const policy = { mayAdd: () => true, addsAtAll: new Uint8Array(relation.cylinders).fill(1) };
  return mineRules({ relation, attributes, policy, generosity: 2, minPeople: 3 }, { seed: 1 });
}

/** Of this process, so that other work on the machine counts less. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
