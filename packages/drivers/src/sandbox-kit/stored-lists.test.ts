import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { newRecords } from './records';
import { openStoredLists } from './stored-lists';

const Record = z.object({ id: z.string(), text: z.string() });

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stored-lists-'));
  path = join(directory, 'state.jsonl');
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

function open(...names: string[]) {
  const kept = openStoredLists(directory);
  const lists = names.map((name) =>
    kept.load(
      name,
      Record,
      newRecords<z.infer<typeof Record>>(({ id }) => id),
    ),
  );
  kept.start();
  onTestFinished(kept.close);
  return lists;
}

const read = () => open('a', 'b').map((list) => list.changed());

describe('stored lists', () => {
  it('contain every put record in order, however the process ended', () => {
    const [a, b] = open('a', 'b');
    a?.put({ id: '1', text: 'old' });
    b?.put({ id: '1', text: 'of b' });
    a?.put({ id: '2', text: 'other' });
    a?.put({ id: '1', text: 'new' });
    const ofA = [
      { id: '1', text: 'new' },
      { id: '2', text: 'other' },
    ];
    expect(read()).toEqual([ofA, [{ id: '1', text: 'of b' }]]);
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3);
    expect(read()).toEqual([ofA, [{ id: '1', text: 'of b' }]]);
  });

  it.each(['{"list":"a","rec', '{"list":"a","rec\n', '\0\0\0'])('lose a last line that broke: %j', (line) => {
    open('a')[0]?.put({ id: '1', text: 'whole' });
    appendFileSync(path, line);
    expect(read()).toEqual([[{ id: '1', text: 'whole' }], []]);
  });

  it.each([
    ['a line in the middle that broke', '{"list":"a","rec\n{"list":"a","record":{"id":"2","text":""}}\n'],
    ['a record that is none', '{"list":"a","record":{"id":2}}\n'],
    ['an unknown list', '{"list":"c","record":{"id":"2","text":""}}\n'],
  ])('refuse %s, and leave the file as it is', (_, lines) => {
    open('a')[0]?.put({ id: '1', text: 'whole' });
    appendFileSync(path, lines);
    const before = readFileSync(path);
    expect(read).toThrow(`Line 2 of ${path} cannot be read.`);
    expect(readFileSync(path)).toEqual(before);
  });

  it('begin with nothing in an empty file', () => {
    writeFileSync(path, '');
    expect(read()).toEqual([[], []]);
  });

  it('keep no part of a record that did not fit on the disk', () => {
    runShort();
    expect(read()[0]?.map(({ id }) => id)).toEqual(['1', '3']);
  });
});

/** Puts three records in a process that may write no file larger than 1 KiB: there is no room for the second. */
function runShort(): void {
  const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const program = `
    import { z } from 'zod';
    import { openStoredLists } from ${url('./stored-lists.ts')};
    import { newRecords } from ${url('./records.ts')};
    const kept = openStoredLists(${JSON.stringify(directory)});
    const list = kept.load('a', z.any(), newRecords(({ id }) => id));
    kept.start();
    list.put({ id: '1', text: '' });
    try { list.put({ id: '2', text: 'x'.repeat(1_024) }); } catch {}
    list.put({ id: '3', text: '' });`;
  const command = 'ulimit -f 1 && exec "$0" --import tsx --input-type=module -e "$1"';
  execFileSync('sh', ['-c', command, process.execPath, program], { stdio: 'pipe' });
}
