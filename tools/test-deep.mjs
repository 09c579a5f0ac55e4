import './lib/require-node.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, start } from './lib/run.mjs';

/** Runs the property tests of access with many more random cases than `npm test`. About ten minutes. */
await command(ensureInstalled);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--testTimeout', '3600000'];
const child = start(process.execPath, [...vitest, 'packages/domain/src/access'], {
  env: { KEY2XS_CASES: process.env.KEY2XS_CASES ?? '10000' },
  stdio: 'inherit',
});
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
