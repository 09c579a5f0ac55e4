import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { AuditChainBroken, type ChainEnd, endText, parseEnd } from './audit-end';
import { keyedHash } from './audit-event';

/**
 * The end of the audit chain as this process last saw it. It is kept where somebody with the database alone does not
 * reach: whoever cuts rows off, or puts an older state back, is found out by it.
 */
export type AuditNote = {
  /** @throws AuditChainBroken when it was changed, or made with the key of another installation */
  find(): Promise<ChainEnd | undefined>;
  write(end: ChainEnd): Promise<void>;
};

/** Where the note is: each kind of database has its own, as moving from one to the other begins a log of its own. */
export type NotePlace = { dataDir: string; isEmbedded: boolean };

/** In the data folder; where that cannot be written to, in memory, which a restart forgets. */
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
    async write(end) {
      const draft = `${file}.${randomBytes(6).toString('hex')}`;
      const handle = await open(draft, 'wx', 0o600);
      try {
        await handle.writeFile(`${endText(end)} ${macOf(end)}\n`);
        await handle.sync();
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      } finally {
        await handle.close();
      }
    },
  };
}

export function memoryNote(): AuditNote {
  let noted: ChainEnd | undefined;
  return {
    find: async () => noted,
    write: async (end) => {
      noted = end;
    },
  };
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
  throw error;
}
