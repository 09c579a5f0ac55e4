import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileNote, NoteUnwritable, openAuditNote } from './audit-note';

const key = Buffer.alloc(32, 3);
const end = { seq: 12, hash: 'ab'.repeat(32) };

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-note-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('fileNote', () => {
  it('stores only the last end', async () => {
    const dataDir = await aFolder();
    const note = fileNote({ dataDir, isEmbedded: true }, key);
    expect(await note.find()).toBeUndefined();
    await note.write({ ...end, seq: 11 });
    await note.write(end);
    expect(await fileNote({ dataDir, isEmbedded: true }, key).find()).toEqual(end);
    expect(await readdir(dataDir)).toEqual(['audit-end-embedded']);
    expect((await stat(join(dataDir, 'audit-end-embedded'))).mode & 0o777).toBe(0o600);
  });

  it('reports why it could not be written, until it could', async () => {
    const dataDir = await aFolder();
    const gone = join(dataDir, 'gone');
    const note = fileNote({ dataDir: gone, isEmbedded: false }, key);
    expect(note.trouble()).toBeUndefined();
    await expect(note.write(end)).rejects.toThrow(NoteUnwritable);
    expect(note.trouble()?.message).toContain(gone);
    await mkdir(gone);
    await note.write(end);
    expect(note.trouble()).toBeUndefined();
  });

  it('keeps those of the two kinds of database apart', async () => {
    const dataDir = await aFolder();
    await fileNote({ dataDir, isEmbedded: true }, key).write(end);
    expect(await fileNote({ dataDir, isEmbedded: false }, key).find()).toBeUndefined();
  });

  it('refuses a changed note, and one of another installation', async () => {
    const dataDir = await aFolder();
    const file = join(dataDir, 'audit-end-embedded');
    const note = fileNote({ dataDir, isEmbedded: true }, key);
    await note.write(end);
    const content = await readFile(file, 'utf8');
    for (const changed of [content.replace('12:', '11:'), content.slice(0, -3), '', 'x y']) {
      await writeFile(file, changed);
      await expect(note.find()).rejects.toThrow(/was changed or belongs to another installation/);
    }
    await fileNote({ dataDir, isEmbedded: true }, Buffer.alloc(32, 4)).write(end);
    await expect(note.find()).rejects.toThrow(/was changed or belongs to another installation/);
  });
});

describe('openAuditNote', () => {
  it('makes the folder', async () => {
    const dataDir = join(await aFolder(), 'data');
    await (await openAuditNote({ dataDir, isEmbedded: false }, key, pino({ level: 'silent' }))).write(end);
    expect(await readdir(dataDir)).toEqual(['audit-end-postgresql']);
  });

  it('works without a folder, and reports it', async () => {
    const file = join(await aFolder(), 'file');
    await writeFile(file, '');
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const note = await openAuditNote({ dataDir: join(file, 'data'), isEmbedded: false }, key, log);
    expect(lines).toHaveLength(1);
    await note.write(end);
    expect(await note.find()).toEqual(end);
  });
});
