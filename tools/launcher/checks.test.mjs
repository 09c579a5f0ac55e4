import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeSums } from '../lib/release/stage.mjs';
import { compareVersions, requireRoom, requireRoomFor, requireWhole } from './checks.mjs';

test('versions are ordered by semantic versioning', () => {
  const ordered = ['0.9.0', '1.0.0-alpha', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.2.0', '1.10.0'];
  for (const [at, version] of ordered.entries()) {
    for (const [otherAt, other] of ordered.entries()) {
      expect(Math.sign(compareVersions(version, other)), `${version} ${other}`).toBe(Math.sign(at - otherAt));
    }
  }
});

test('an archive with a file changed, missing or added is refused by its name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'key2xs-sums-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write('a', '1');
  write('b', '2');
  await writeSums(folder);
  await requireWhole(folder);
  write('b', '3');
  await expect(requireWhole(folder)).rejects.toThrow(/^b: /);
  rmSync(join(folder, 'b'));
  await expect(requireWhole(folder)).rejects.toThrow(/^b: /);
  write('b', '2');
  write('c', '4');
  await expect(requireWhole(folder)).rejects.toThrow(/^c: /);
});

test('a disk without room is named with what it needs, also for a folder that is not there yet', () => {
  requireRoom(join(tmpdir(), 'not/there'), 1);
  expect(() => requireRoom(join(tmpdir(), 'not/there'), 2 ** 60)).toThrow(/needs 1099511627776 MiB of free disk/);
});

test('what several folders need on one disk is added up', () => {
  const { bavail, bsize } = statfsSync(tmpdir());
  const half = { bytes: bavail * bsize * 0.7 };
  requireRoomFor([{ folder: join(tmpdir(), 'data'), ...half }]);
  const both = ['data', 'backups'].map((name) => ({ folder: join(tmpdir(), name), ...half }));
  expect(() => requireRoomFor(both)).toThrow(/data and .*backups: needs .* Make room there, then try again/);
});
