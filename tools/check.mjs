import './lib/node-24.mjs';
import { staticSteps, unitStep } from './lib/check-steps.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command } from './lib/run.mjs';
import { conclude, runSteps } from './lib/steps.mjs';

await command(ensureInstalled);
const { sums } = await runSteps([...staticSteps, unitStep], { lanes: 2 });
conclude([sums]);
