import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Entry, readJournal, startJournal } from './journal';

const entries: Entry[] = [
  { did: 'begin', at: '2026-11-01T00:00:00.000Z' },
  { did: 'put_clock_ahead', ms: 1 },
];

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'journal-'));
  path = join(directory, 'journal.jsonl');
  startJournal(directory, entries).close();
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

/** Appends three entries in a process that may write no file larger than 1 KiB: there is no room for the second. */
function runShort(): void {
  const journal = JSON.stringify(new URL('./journal.ts', import.meta.url).href);
  const program = `
    import { startJournal } from ${journal};
    const journal = startJournal(${JSON.stringify(directory)}, []);
    journal.append({ did: 'put_clock_ahead', ms: 1 });
    try { journal.append({ did: 'put_clock_ahead', ms: 2, note: 'x'.repeat(1_024) }); } catch {}
    journal.append({ did: 'put_clock_ahead', ms: 3 });`;
  const command = 'ulimit -f 1 && exec "$0" --import tsx --input-type=module -e "$1"';
  execFileSync('sh', ['-c', command, process.execPath, program], { stdio: 'pipe' });
}

describe('readJournal', () => {
  it.each(['{"did":"put_per', '{"did":"put_per\n', '\0\0\0'])('cuts off a last line that broke: %j', (line) => {
    appendFileSync(path, line);
    expect(readJournal(directory)).toEqual(entries);
  });

  it.each([
    ['a line in the middle that broke', '{"did":"put_per\n{"did":"put_clock_ahead","ms":2}\n', 3],
    ['an entry of a newer version', '{"did":"sell_house"}\n', 3],
  ])('refuses %s, and leaves it as it is', (_, lines, number) => {
    appendFileSync(path, lines);
    const before = readFileSync(path);
    expect(() => readJournal(directory)).toThrow(`Line ${number} of ${path} cannot be read.`);
    expect(readFileSync(path)).toEqual(before);
  });

  it('finds nothing in an empty one', () => {
    writeFileSync(path, '');
    expect(readJournal(directory)).toEqual([]);
  });
});

describe('startJournal', () => {
  it('keeps no part of an entry for which there was no room', () => {
    runShort();
    expect(readJournal(directory)).toEqual([
      { did: 'put_clock_ahead', ms: 1 },
      { did: 'put_clock_ahead', ms: 3 },
    ]);
  });
});
