import { killAll } from '../lib/product';
import { check, failures, step } from '../story/report';
import { readOptions } from './options';
import { runChaos } from './run-chaos';
import { runTakeover } from './takeover';
import { startWorld } from './world';

// Imports, syncs, readings, sign-ins and exports, while the database is restarted, cut off, and the product killed.
const options = readOptions(process.argv.slice(2));
const { restarts, cuts, kills, seed } = options;
step(`${restarts} restarts of PostgreSQL, ${cuts} cuts, ${kills} kills; again in this order with --seed ${seed}`);
for (const signal of ['SIGINT', 'SIGTERM', 'exit']) process.once(signal, killAll);
const world = await startWorld();
try {
  await runTakeover(world, await runChaos(world, options));
} catch (error) {
  check('it runs to its end', false, error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await world.close();
}
step(failures() === 0 ? 'Nothing was lost.' : `${failures()} things are wrong.`);
process.exit(failures() === 0 ? 0 : 1);
