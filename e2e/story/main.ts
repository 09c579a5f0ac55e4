import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAll } from '../lib/product';
import { check, failures, step } from './report';
import { runStory } from './run-story';

// A user's first steps over HTTP, on a fresh server and an empty data folder. `--small` uses the list of this repository
// even if the city's data is present.
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
