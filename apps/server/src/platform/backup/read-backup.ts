import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import type { z } from 'zod';
import { BackupEnd, BackupUnusable, Manifest, TableHead } from './backup-format';

/** Rows of one table, a line of JSON each; or what follows the last row. */
export type BackupPart = { table: TableHead; lines: string[] } | { end: BackupEnd };

const maxRowsAtOnce = 2_000;
const wantedBatchBytes = 1_000_000;

/**
 * Opens a backup. `parts` ends with its `end`, after what was read has been compared with what was written.
 * @param recoveryKey `AGE-SECRET-KEY-1…`
 * @throws BackupUnusable, also while parts are read: the key does not fit, or the file is damaged, cut off, or of a later version
 */
export async function openBackup(
  file: string,
  recoveryKey: string,
): Promise<{ manifest: Manifest; parts: AsyncGenerator<BackupPart> }> {
  const iterator = linesOf(await decrypt(file, recoveryKey));
  const first = await nextLine(iterator);
  const [word, json] = splitLine(first ?? '');
  if (word !== '@backup') throw new BackupUnusable(damaged);
  return { manifest: parse(Manifest, json), parts: partsOf(iterator) };
}

/** Ends a line at a line feed alone: `node:readline` does so at U+2028 and U+2029 too, which texts may have. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const chunk of input.setEncoding('utf8')) {
    const [first = '', ...others] = String(chunk).split('\n');
    begun.push(first);
    for (const other of others) {
      yield begun.join('');
      begun = [other];
    }
  }
  const last = begun.join('');
  if (last !== '') yield last;
}

async function* partsOf(lines: AsyncIterator<string>): AsyncGenerator<BackupPart> {
  const counts: Record<string, number> = {};
  let table: TableHead | undefined;
  let waiting: string[] = [];
  let waitingBytes = 0;
  for (;;) {
    const line = await nextLine(lines);
    if (line === undefined) throw new BackupUnusable(damaged);
    const isRow = line.startsWith('{');
    if (isRow) {
      waiting.push(line);
      waitingBytes += line.length;
    }
    const isFull = waiting.length >= maxRowsAtOnce || waitingBytes >= wantedBatchBytes;
    if (table && waiting.length > 0 && (isFull || !isRow)) {
      counts[table.name] = (counts[table.name] ?? 0) + waiting.length;
      yield { table, lines: waiting };
      waiting = [];
      waitingBytes = 0;
    }
    if (isRow) continue;
    const [word, json] = splitLine(line);
    if (word === '@end') {
      yield { end: await requireWhole(lines, parse(BackupEnd, json), counts) };
      return;
    }
    if (word !== '@table') throw new BackupUnusable(damaged);
    table = parse(TableHead, json);
  }
}

async function requireWhole(lines: AsyncIterator<string>, end: BackupEnd, counts: Record<string, number>) {
  const isWhole = Object.entries(end.rows).every(([name, written]) => (counts[name] ?? 0) === written);
  if (!isWhole || (await nextLine(lines)) !== undefined) throw new BackupUnusable(damaged);
  return end;
}

async function decrypt(file: string, recoveryKey: string): Promise<Readable> {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(recoveryKey);
  } catch (cause) {
    throw new BackupUnusable('This is no recovery key: it begins with AGE-SECRET-KEY-', { cause });
  }
  await stat(file).catch((cause: unknown) => {
    throw new BackupUnusable(`${file}: there is no such file`, { cause });
  });
  const encrypted = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const decrypted = await decrypter.decrypt(encrypted).catch((cause: unknown) => {
    throw new BackupUnusable(`${file}: this recovery key does not open it, or it is no backup`, { cause });
  });
  return Readable.fromWeb(decrypted as never).compose(createGunzip());
}

const damaged = 'This backup is damaged or incomplete. Take another one';

/** Undefined at the end. Decryption and decompression fail where the file was changed or cut off. */
async function nextLine(lines: AsyncIterator<string>): Promise<string | undefined> {
  try {
    const { value, done } = await lines.next();
    return done ? undefined : value;
  } catch (cause) {
    throw new BackupUnusable(damaged, { cause });
  }
}

function splitLine(line: string): [word: string, json: string] {
  const at = line.indexOf(' ');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}

function parse<T extends z.ZodType>(shape: T, json: string): z.infer<T> {
  const parsed = shape.safeParse(JSON.parse(json));
  if (!parsed.success) throw new BackupUnusable('This backup is of a later version of Key2XS, or damaged');
  return parsed.data;
}
