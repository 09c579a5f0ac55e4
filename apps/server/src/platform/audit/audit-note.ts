import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { AuditChainBroken, type ChainEnd, endText, parseEnd } from './audit-end';
import { keyedHash } from './audit-event';

/**
 * The end of the audit chain as this process last saw it, stored outside the database. It reveals truncation, or a restored
 * old backup, by an attacker with access to the database only.
 */
export type AuditNote = {
  /** @throws AuditChainBroken when it was altered, or made with another installation's key */
  find(): Promise<ChainEnd | undefined>;
  /** @throws NoteUnwritable */
  write(end: ChainEnd): Promise<void>;
  /** Why the last write failed; undefined when it did not. */
  trouble(): NoteUnwritable | undefined;
};

/** The data folder is not writable, e.g. because its disk is full. Events are sealed nevertheless. */
export class NoteUnwritable extends Error {
  override name = 'NoteUnwritable';
  constructor(dataDir: string, cause: unknown) {
    super(`The end of the audit log cannot be noted in the data folder ${dataDir}. Make room there.`, { cause });
  }
}

/** Path of the note. Each kind of database has its own note, because switching kinds starts a separate log. */
export type NotePlace = { dataDir: string; isEmbedded: boolean };

/** In the data folder; in memory, lost on restart, if the folder is not writable. */
export async function openAuditNote(place: NotePlace, key: Buffer, log: Logger): Promise<AuditNote> {
  try {
    await mkdir(place.dataDir, { recursive: true, mode: 0o700 });
    await access(place.dataDir, constants.W_OK);
    return fileNote(place, key);
  } catch (error) {
    log.warn({ err: error }, 'the end of the audit chain cannot be noted in the data folder: keep the log lines');
    return memoryNote();
  }
}

export function fileNote({ dataDir, isEmbedded }: NotePlace, key: Buffer): AuditNote {
  const file = join(dataDir, `audit-end-${isEmbedded ? 'embedded' : 'postgresql'}`);
  let trouble: NoteUnwritable | undefined;
  const macOf = (end: ChainEnd) => keyedHash(key, ['note', end.seq, end.hash]);
  return {
    async find() {
      const content = await readFile(file, 'utf8').catch(ignoreMissing);
      if (content === undefined) return undefined;
      const [text = '', mac] = content.trim().split(' ');
      const end = parseEnd(text);
      if (end && mac === macOf(end)) return end;
      throw new AuditChainBroken(`${file} was changed or belongs to another installation`);
    },
    trouble: () => trouble,
    async write(end) {
      try {
        await replace(file, `${endText(end)} ${macOf(end)}\n`);
        trouble = undefined;
      } catch (error) {
        trouble = new NoteUnwritable(dataDir, error);
        throw trouble;
      }
    },
  };
}
/** Atomic, even if the process or the machine stops. */
async function replace(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

export function memoryNote(): AuditNote {
  let noted: ChainEnd | undefined;
  return {
    find: async () => noted,
    trouble: () => undefined,
    write: async (end) => {
      noted = end;
    },
  };
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
  throw error;
}
