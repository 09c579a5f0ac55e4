import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listFiles } from './checks.mjs';
import { asideOf, forgetKept, hasKept, keepData, putBack } from './kept-data.mjs';

const write = (folder, files) => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
};

const contentOf = (folder) =>
  Object.fromEntries(listFiles(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]));

const before = {
  'backups/one.age': 'backup',
  'database/base/1': 'rows',
  'database/PG_VERSION': '17',
  'secret.key': 'key',
};
const after = { 'database/base/2': 'rows', 'database/PG_VERSION': '18', 'mail.json': 'new' };

function aDataFolder() {
  const data = mkdtempSync(join(tmpdir(), 'key2xs-kept-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  write(data, before);
  return { data };
}

/** Throws in place of the rename of this number. */
function cutOffAt(number) {
  let renames = 0;
  return {
    flush: () => undefined,
    rename: (from, to) => {
      if (++renames === number) throw new Error('power cut');
      renameSync(from, to);
    },
  };
}
const uncut = cutOffAt(0);

test('data is put back as it was, wherever a power cut ends that', () => {
  const cuts = [1, 2, 3, 4, 5, 6, 7];
  const areCut = cuts.map((number) => {
    const layout = aDataFolder();
    keepData(layout, uncut);
    write(layout.data, after);
    let isCut = false;
    try {
      putBack(layout, cutOffAt(number));
    } catch {
      isCut = true;
    }
    putBack(layout, uncut);
    expect(contentOf(asideOf(layout))).toMatchObject(after);
    forgetKept(layout);
    expect(contentOf(layout.data), `cut at rename ${number}`).toEqual(before);
    return isCut;
  });
  expect(areCut).toEqual([true, true, true, true, true, true, false]);
});

test("the socket of a server that was killed is in no one's way", async () => {
  const layout = aDataFolder();
  const server = createServer().listen(join(layout.data, 'control.sock'));
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  keepData(layout, uncut);
  expect(hasKept(layout)).toBe(true);
});

test('a copy that was cut off is none', () => {
  const layout = aDataFolder();
  expect(() => keepData(layout, cutOffAt(1))).toThrow('power cut');
  expect(hasKept(layout)).toBe(false);
  keepData(layout, uncut);
  expect(hasKept(layout)).toBe(true);
  forgetKept(layout);
  expect(readdirSync(layout.data).sort()).toEqual(['backups', 'database', 'secret.key']);
  expect(contentOf(layout.data)).toEqual(before);
});
