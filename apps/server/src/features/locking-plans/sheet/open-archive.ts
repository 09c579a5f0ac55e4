import { say } from '@key2xs/texts';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableSheet } from './sheet-row';

const maxEntries = 5_000;
/** A sheet of 2,000 by 5,000 formatted cells unpacks to about 250 MB. */
const maxUnpackedBytes = 400_000_000;

export type Archive = {
  /** Streams one part unpacked; undefined when the archive has no such part. */
  open(path: string): Promise<AsyncIterable<Buffer> | undefined>;
};

/**
 * Opens a zip archive in memory. Limits the bytes actually unpacked, whatever sizes the archive declares.
 * @throws UnreadableSheet truncated, encrypted, too many parts; while reading: damaged, too large
 */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const { zip, entries } = await readDirectory(bytes).catch((cause: unknown) => {
    throw cause instanceof UnreadableSheet ? cause : damaged(cause);
  });
  let unpacked = 0;
  async function* unpack(entry: Entry): AsyncGenerator<Buffer> {
    try {
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        unpacked += piece.length;
        if (unpacked > maxUnpackedBytes) throw tooLarge();
        yield piece;
      }
    } catch (cause) {
      throw cause instanceof UnreadableSheet ? cause : damaged(cause);
    }
  }
  return {
    open: async (path) => {
      const entry = entries.get(path.toLowerCase());
      if (!entry) return undefined;
      if (entry.isEncrypted()) throw new UnreadableSheet(say('sheet.encrypted'));
      if (entry.uncompressedSize > maxUnpackedBytes) throw tooLarge();
      return unpack(entry);
    },
  };
}

async function readDirectory(bytes: Buffer): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  if (zip.entryCount > maxEntries) throw tooLarge();
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  return { zip, entries };
}

/** For any error that the libraries throw on a broken archive. */
export const damaged = (cause: unknown) => new UnreadableSheet(say('sheet.damaged'), { cause });

const tooLarge = () => new UnreadableSheet(say('sheet.tooLarge'));
