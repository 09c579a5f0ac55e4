import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Records } from './records';

/**
 * Lists that outlive the process, in an append-only file. Each line is a record and the name of its list; the last line of
 * a record wins. (Writing the whole state each time takes ten milliseconds for 10,000 persons.) One process at a time.
 */
export type StoredLists = {
  /** Loads the stored records into the list; the returned list stores every put. @throws Error for an unreadable line */
  load<T, L extends Records<T>>(name: string, schema: z.ZodType<T>, list: L): L;
  /**
   * Ends loading: compacts the file, and from now on writes a record before `put` returns. So records survive the end of
   * the process in any way (but not of the machine: nothing is forced to disk).
   */
  start(): void;
  close(): void;
};

const Line = z.strictObject({ list: z.string(), record: z.unknown() });
type StoredLine = { number: number; record: unknown };

/** Without a directory, nothing is stored. */
export function openStoredLists(directory?: string): StoredLists {
  const path = directory === undefined ? undefined : join(directory, 'state.jsonl');
  const found = path === undefined ? new Map<string, StoredLine[]>() : readLines(path);
  const linesOf: (() => string[])[] = [];
  let file: Appender | undefined;
  return {
    load(name, schema, list) {
      for (const { number, record } of found.get(name) ?? []) {
        const result = schema.safeParse(record);
        if (!result.success) throw unreadable(path, number, result.error);
        list.put(result.data);
      }
      found.delete(name);
      linesOf.push(() => list.changed().map((record) => lineOf(name, record)));
      const put: typeof list.put = (record) => {
        file?.append(lineOf(name, record));
        list.put(record);
      };
      return { ...list, put };
    },
    start() {
      const [unknown] = [...found.values()].flat();
      if (unknown) throw unreadable(path, unknown.number);
      if (directory === undefined || path === undefined) return;
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      writeFileSync(`${path}.new`, linesOf.flatMap((lines) => lines()).join(''), { mode: 0o600 });
      renameSync(`${path}.new`, path);
      file = openAppender(path);
    },
    close: () => file?.close(),
  };
}

const lineOf = (list: string, record: unknown) => `${JSON.stringify({ list, record })}\n`;

const unreadable = (path: string | undefined, number: number, cause?: unknown) =>
  new Error(`Line ${number} of ${path} cannot be read. It is damaged, or of another version of the sandbox.`, {
    cause,
  });

/** Ignores an incomplete last line: the process was killed while writing it, before `put` returned. */
function readLines(path: string): Map<string, StoredLine[]> {
  const found = new Map<string, StoredLine[]>();
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  for (const [index, text] of lines.entries()) {
    const json = parseJson(text);
    if (json === undefined && index === lines.length - 1) break;
    const line = Line.safeParse(json);
    if (!line.success) throw unreadable(path, index + 1, line.error);
    const { list, record } = line.data;
    const records = found.get(list) ?? [];
    records.push({ number: index + 1, record });
    found.set(list, records);
  }
  return found;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Appender = { append(line: string): void; close(): void };

/** If the disk is full, removes the partial line. */
function openAppender(path: string): Appender {
  const file = openSync(path, 'a');
  let { size } = fstatSync(file);
  return {
    append(text) {
      const line = Buffer.from(text);
      try {
        writeFileSync(file, line); // all of it, or it throws
      } catch (error) {
        ftruncateSync(file, size);
        throw error;
      }
      size += line.length;
    },
    close: () => closeSync(file),
  };
}
