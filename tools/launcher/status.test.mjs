import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newestBackup } from './status.mjs';

test('the newest backup is one by its name, whatever else is in the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'key2xs-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'notes.txt'), '');
  expect(newestBackup(folder)).toBe('none yet');
  const names = [
    'key2xs-2026-05-04T021500Z.age',
    'key2xs-2026-05-03T021500Z.age',
    'key2xs-2026-05-05T021500Z.age.part',
  ];
  for (const name of names) writeFileSync(join(folder, name), '');
  expect(newestBackup(folder)).toContain(join(folder, 'key2xs-2026-05-04T021500Z.age, '));
});
