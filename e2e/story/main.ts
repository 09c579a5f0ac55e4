import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAll } from '../lib/product';
import { runBothWays } from './both-ways';
import { runKilledRuns } from './killed-runs';
import { check, failures, step } from './report';
import { runStory } from './run-story';
import { runSuggestedPlan } from './suggested-plan';

// A user's first steps over HTTP, on a fresh server and an empty data folder. `--small` uses the list of this repository
// even if the city's data is present. `--both-ways [folder]` instead takes two lists of a folder through a directory and as
// uploads, and expects the same. `--suggested [--small]` has the generator suggest a plan from access entered by hand.
// `--killed-runs` kills the server in the middle of runs of the generator, and follows them to their end.
step(`Node ${process.versions.node}.`);
const folder = await mkdtemp(join(tmpdir(), 'key2xs-story-'));
try {
  const [option, lists] = process.argv.slice(2);
  if (option === '--both-ways') await runBothWays(folder, lists);
  else if (option === '--suggested') await runSuggestedPlan(folder, { isSmall: lists === '--small' });
  else if (option === '--killed-runs') await runKilledRuns(folder);
  else await runStory(folder, { isSmall: option === '--small' });
} catch (error) {
  check('the story runs to its end', false, error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  killAll();
  await rm(folder, { recursive: true, force: true });
}
step(failures() === 0 ? 'The story holds.' : `${failures()} figures are wrong.`);
process.exitCode = failures() === 0 ? 0 : 1;
