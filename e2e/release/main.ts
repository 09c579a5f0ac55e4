import { check, failures, step } from '../story/report';
import { killStarted } from './installed';
import { walkRelease } from './walk-release';

// `main.ts <folder> <archive>`: what an operator does with an archive, from the installation to the removal, below a folder.
const [folder, archive] = process.argv.slice(2);
if (!folder || !archive) throw new Error('Usage: main.ts <folder> <archive>');
try {
  await walkRelease(folder, archive);
} catch (error) {
  check('the walk runs to its end', false, error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  killStarted();
}
step(failures() === 0 ? 'The release holds.' : `${failures()} things are wrong.`);
process.exitCode = failures() === 0 ? 0 : 1;
