import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { keySystems } from '@key2xs/contract';
import { killAll, startProduct } from '../lib/product';
import { allWeeks, buildDemo, demoEnv } from './build-demo';
import { readKeySystem } from './runs';

// Makes a demo in a folder of its own, starts it at PORT (8080), and runs until Ctrl-C. Each start makes it anew.
const people = Number(process.env.KEY2XS_DEMO_PEOPLE ?? 30_000);
const folder = resolve(process.env.KEY2XS_DEMO_DIR ?? './demo-data');
const mark = join(folder, 'demo');
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  if (existsSync(folder) && !existsSync(mark))
    throw new Error(`${folder} holds no demo. Move it, or set KEY2XS_DEMO_DIR.`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(mark, '');
  const admin = await buildDemo(folder, { people, weeks: allWeeks, say });
  const product = await startProduct(folder, { env: { ...demoEnv, PORT: process.env.PORT ?? '8080' } });
  await product.signIn(admin.username, admin.password);
  const { items } = await product.must(keySystems.list, { query: {} });
  for (const { id } of items) {
    await readKeySystem(product, id);
  }
  say(`Sign in as '${admin.username}' with the password '${admin.password}'; it is shown this once.`);
  say(`The demo is ready at ${product.url}. Ctrl-C ends it.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void product.kill('SIGTERM'));
  const { code, log } = await product.exit;
  if (code) process.stderr.write(log);
  process.exitCode = code ?? 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  process.exitCode = 1;
} finally {
  killAll();
}
