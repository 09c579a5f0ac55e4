import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { locations } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { expect, type TestApp, test } from './app';
import { aKeySystem } from './factories/key-systems';
import { aKey } from './factories/keys';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

/** The example in a folder of its own, with its packages. */
async function anExample(app: TestApp) {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-example-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(root, 'examples/typescript-client'), folder, { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const env = { ...process.env, KEY2XS_URL: app.url, KEY2XS_TOKEN: await app.as('superadmin').token() };
  const node = async (...args: string[]) => (await run(process.execPath, args, { cwd: folder, env })).stdout;
  return { node };
}

test('the example of a client has the types of the API, reads lists and changes what no one else has', async ({
  app,
}) => {
  const { node } = await anExample(app);
  await node('fetch-types.ts');
  await node(join(root, 'node_modules/typescript-7/bin/tsc'), '-p', '.');

  const { id: system } = await aKeySystem(app, { name: 'Town hall' });
  const key_id = await aKey(app, system, { marking: 'A, 1' });
  const at = new Date();
  await app.db
    .insertInto('key_custody')
    .values({ key_id, state: 'handed_out', changed_at: at, recorded_at: at, version: 1 })
    .execute();
  await app.db
    .insertInto('key_assignment')
    .values({
      id: app.deps.newId(),
      key_id,
      holder_identity: 'P-1',
      handed_out_at: new Date(0),
      due_at: new Date(1_000),
    })
    .execute();
  expect(await node('overdue-keys.ts')).toMatch(/^marking,holder,key system\n"A, 1",".*","Town hall"\n$/);

  const { body: hall } = await app
    .as('superadmin')
    .call(locations.create, { body: { name: 'Hall', type: 'building' } });
  expect(await node('rename-place.ts', hall.id, 'Great hall')).toBe('Hall is now called Great hall.\n');
});
