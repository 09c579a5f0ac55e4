import './lib/node-24.mjs';
import { runGenerators } from './lib/generators.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, StepFailed } from './lib/run.mjs';

await command(async () => {
  await ensureInstalled();
  const problems = await runGenerators({ check: process.argv.includes('--check') });
  if (problems) throw new StepFailed(problems);
});
