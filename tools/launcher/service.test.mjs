import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { layoutAt } from './layout.mjs';
import { unitText, urlOf, writeUnit } from './service.mjs';

test('the unit runs the current version as its user, who can write to the data folder alone', () => {
  const unit = unitText({ layout: layoutAt('/'), user: 'key2xs' });
  const lines = unit.split('\n');
  for (const line of [
    'User=key2xs',
    'EnvironmentFile=/etc/key2xs/key2xs.env',
    'ExecStart=/opt/key2xs/current/node/bin/node --no-memory-protection-keys /opt/key2xs/current/apps/server/dist/main.js',
    'StateDirectory=key2xs',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
  ]) {
    expect(lines).toContain(line);
  }
  expect(unit).not.toContain('ReadWritePaths');
  expect(unit).not.toContain('MemoryDenyWriteExecute'); // Node compiles at run time
});

test('the address of the server is one that this machine reaches', () => {
  expect(urlOf({})).toBe('http://127.0.0.1:8080');
  expect(urlOf({ HOST: '0.0.0.0', PORT: '80' })).toBe('http://127.0.0.1:80');
  expect(urlOf({ HOST: '::1', PORT: '81' })).toBe('http://[::1]:81');
});

test('the unit is that of the version which it starts, after an upgrade and after going back', async () => {
  const root = mkdtempSync(join(tmpdir(), 'key2xs-unit-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const layout = layoutAt(root);
  const version = (name, option) => {
    const folder = join(layout.product, name);
    mkdirSync(join(folder, 'lib'), { recursive: true });
    writeFileSync(
      join(folder, 'lib/service.mjs'),
      `export const unitText = ({ user }) => 'node ${option} as ' + user;`,
    );
    return { layout, record: { user: 'key2xs' }, folder };
  };
  const [former, next] = [version('1.0.0', '--one'), version('1.1.0', '--two')];
  mkdirSync(dirname(layout.unit), { recursive: true });
  const written = async (installation) => [await writeUnit(installation), readFileSync(layout.unit, 'utf8')];
  expect(await written(former)).toEqual([true, 'node --one as key2xs']);
  expect(await written(next)).toEqual([true, 'node --two as key2xs']);
  expect(await written(next)).toEqual([false, 'node --two as key2xs']);
  expect(await written(former)).toEqual([true, 'node --one as key2xs']);
});
