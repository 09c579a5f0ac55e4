import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAll } from '../lib/product';
import { check, failures, step } from './report';
import { runStory } from './run-story';

// The product's first path, by HTTP as a user would go it, on a fresh server and an empty data folder. `--small` takes the list
// that comes with the project even where the city's data is at hand.
step(`Node ${process.versions.node}.`);
const folder = await mkdtemp(join(tmpdir(), 'key2xs-story-'));
try {
  await runStory(folder, { isSmall: process.argv.includes('--small') });
} catch (error) {
  check('the story runs to its end', false, error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  killAll();
  await rm(folder, { recursive: true, force: true });
}
step(failures() === 0 ? 'The story holds.' : `${failures()} figures are wrong.`);
process.exitCode = failures() === 0 ? 0 : 1;
