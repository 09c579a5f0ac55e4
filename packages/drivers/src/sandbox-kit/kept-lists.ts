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
 * Lists that outlive the process. Each line of their file is a record and the name of its list; the last line of a
 * record counts. (To write the whole state at each write takes ten milliseconds once it holds 10,000 persons.) One
 * process at a time.
 */
export type KeptLists = {
  /** Fills the list with what its file holds; the list returned keeps what is put into it. @throws Error for a line that cannot be read */
  keep<T, L extends Records<T>>(name: string, schema: z.ZodType<T>, list: L): L;
  /**
   * Ends reading: the file is as short as it can be, and from now on a record is in it before `put` returns. So it
   * survives the end of the process by any means (of the process, not of the machine: nothing is forced to disk).
   */
  start(): void;
  close(): void;
};

const Line = z.strictObject({ list: z.string(), record: z.unknown() });
type Found = { number: number; record: unknown };

/** Nothing is kept without a directory. */
export function openKeptLists(directory?: string): KeptLists {
  const path = directory === undefined ? undefined : join(directory, 'state.jsonl');
  const found = path === undefined ? new Map<string, Found[]>() : readLines(path);
  const linesOf: (() => string[])[] = [];
  let file: Appender | undefined;
  return {
    keep(name, schema, list) {
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

/** A broken last line was being written when the process was killed: nobody was told that it was done. */
function readLines(path: string): Map<string, Found[]> {
  const found = new Map<string, Found[]>();
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

/** A line for which there is no room leaves no part of itself in the file. */
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
