import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { layoutAt } from './layout.mjs';
import { findUnfinished, noteUpgrade, requireWholeData, withdraw } from './unfinished-upgrade.mjs';

test('a version whose data is put back is not started, by the service either, and says what to do', () => {
  const root = mkdtempSync(join(tmpdir(), 'key2xs-unfinished-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const layout = layoutAt(root);
  const folder = join(layout.product, '2.0.0');
  const server = join(folder, 'apps/server/dist');
  mkdirSync(server, { recursive: true });
  writeFileSync(join(server, 'main.js'), '');
  symlinkSync('2.0.0', layout.current);
  const start = () => spawnSync(process.execPath, [join(server, 'main.js')], { encoding: 'utf8' });
  noteUpgrade(layout, '1.0.0', '2.0.0');
  expect(findUnfinished({ layout, folder })).toMatchObject({ from: '1.0.0', isGoingBack: false });
  requireWholeData({ layout, folder });
  withdraw({ layout, folder });
  const command = `${layout.current}/key2xs upgrade`;
  expect(() => requireWholeData({ layout, folder })).toThrow(command);
  expect(start()).toMatchObject({ status: 1, stderr: expect.stringContaining(command) });
  expect(findUnfinished({ layout, folder: join(layout.product, '1.0.0') })).toBeUndefined();
});
