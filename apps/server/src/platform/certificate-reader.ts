import type { Worker } from 'node:worker_threads';
import type { ReadResult, UploadedBytes } from '@key2xs/drivers/certificate-upload';
import type { FromReader, ReadOrder } from './certificate-reader-messages';
import { AppError } from './errors';
import { startWorker } from './start-worker';
import { createTurns } from './turns';

export type CertificateReader = {
  /**
   * Reads uploaded files as a client certificate. Answers within `limitMs` of its turn, whatever the files hold.
   * @throws AppError overloaded: too many wait, the turn did not come within `patienceMs`, or the reader was closed
   */
  read(files: readonly UploadedBytes[], passPhrase: string | undefined, now: Date): Promise<ReadResult>;
  /** Breaks off what is being read. A thread that does not end within `closeMs` is waited for no longer. */
  close(): Promise<void>;
};

const refused = (reason: string): ReadResult => ({ ok: false, reason });
const tooSlow = refused('Opening the file would take too long. Export it again with the usual settings.');
const broken = refused('The file cannot be read: reading it was broken off. Ask for the file again.');

/** Several times what the largest upload takes, also with the loader that tests and development need. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/**
 * Each upload is read in a thread of its own that ends with it: what stops or breaks on a hostile file takes nobody
 * else along, and no key stays in memory. `parallel` threads at once; `waiting` uploads wait, and what comes on top is
 * refused. A thread keeps its place until it has ended: what OpenSSL computes, it computes to the end.
 */
export function createCertificateReader({
  parallel = 1,
  waiting = 8,
  limitMs = 2_000,
  patienceMs = 20_000,
  closeMs = 2_000,
} = {}): CertificateReader {
  const turns = createTurns({ parallel, waiting, patienceMs });
  const open = new Set<Worker>();

  const overloaded = () => {
    const retry_after = Math.ceil((waiting * limitMs) / parallel / 1_000) || 1;
    return new AppError('overloaded', 'Many certificates are being read right now. Try again in a few seconds.', {
      retry_after,
    });
  };
  const start = (workerData: ReadOrder): Worker => {
    try {
      return startWorker('certificate-reader', { workerData, resourceLimits });
    } catch (error) {
      turns.end();
      throw error;
    }
  };

  return {
    read: async (files, passPhrase, now) => {
      if (!(await turns.take())) throw overloaded();
      const worker = start({ files, passPhrase, now });
      open.add(worker);
      worker.once('exit', () => {
        open.delete(worker);
        turns.end();
      });
      // Not waited for: the answer is known.
      return answerOf(worker, limitMs).finally(() => void worker.terminate());
    },
    close: async () => {
      turns.close();
      const ended = Promise.all([...open].map((worker) => worker.terminate()));
      await Promise.race([ended, new Promise((done) => setTimeout(done, closeMs).unref())]);
    },
  };
}

/** The loading of the thread's own code is not counted: that it fails is no fault of the file. */
function answerOf(worker: Worker, limitMs: number): Promise<ReadResult> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = (result: ReadResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    worker.on('message', (message: FromReader) => {
      if (message.kind === 'read') settle(message.result);
      else timer = setTimeout(() => settle(tooSlow), limitMs);
    });
    worker.once('error', (error) => (timer ? settle(broken) : reject(error)));
    worker.once('exit', () => settle(broken));
  });
}
