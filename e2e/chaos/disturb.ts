import { setTimeout as pause } from 'node:timers/promises';
import { step } from '../story/report';
import type { ChaosOptions } from './options';
import { randomFrom } from './options';
import type { World } from './world';

type Disturbance = 'restart' | 'cut' | 'kill';

const shortestMs = 400;
const maxMs = 3_000;

/** Runs all disturbances in random order with random pauses. @returns the product's output if it exited on its own */
export async function disturb(world: World, options: ChaosOptions): Promise<string[]> {
  const random = randomFrom(options.seed);
  const outputs: string[] = [];
  let restarts = 0;
  const all: Disturbance[] = [
    ...Array<Disturbance>(options.restarts).fill('restart'),
    ...Array<Disturbance>(options.cuts).fill('cut'),
    ...Array<Disturbance>(options.kills).fill('kill'),
  ];
  const order = all.map((kind) => ({ kind, at: random() })).sort((a, b) => a.at - b.at);
  for (const [at, { kind }] of order.entries()) {
    await pause(shortestMs + random() * (maxMs - shortestMs));
    if (kind === 'restart') await world.postgres.restart(restarts++ % 2 === 0 ? 'fast' : 'immediate');
    if (kind === 'cut') world.proxy.cut();
    if (kind === 'kill') await world.product.kill();
    const output = world.product.endedByItself();
    if (output !== undefined) outputs.push(output);
    if (kind === 'kill' || output !== undefined) world.product = await world.start();
    if ((at + 1) % 10 === 0) step(`   ${at + 1} of ${order.length} disturbances`);
  }
  return outputs;
}
