import type { Worker } from 'node:worker_threads';
import { say } from '@key2xs/texts';
import { AppError } from '../errors';
import type { FromThread, Outcome } from './task';

export type Handing<Progress = never> = {
  /** Cancels the work, whether waiting or running. */
  signal?: AbortSignal;
  /** Transferred, not copied; empty here afterwards. */
  transfer?: ArrayBuffer[];
  /** Receives what the thread reports while it works. */
  onProgress?: (progress: Progress) => void;
};

export const calledOff = () => new AppError('request_timeout', say('request.brokenOff'));

/**
 * Time spent loading the thread's code does not count against the order's limit.
 * @throws AppError overloaded: the thread was ended; request_timeout: cancelled; any other error is a bug
 */
export function askThread<Answer, Progress = never>(
  worker: Worker,
  order: unknown,
  { signal, transfer, onProgress, limitMs }: Handing<Progress> & { limitMs: number },
): Promise<Outcome<Answer> | 'tooSlow' | 'tooBig'> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.off('message', hear).off('error', fail).off('exit', exit);
      signal?.removeEventListener('abort', leave);
      settle();
    };
    const hear = (message: FromThread<Answer, Progress>) => {
      if (message.kind === 'started') timer = setTimeout(() => end(() => resolve('tooSlow')), limitMs);
      else if (message.kind === 'progress') onProgress?.(message.progress);
      else end(() => (message.kind === 'done' ? resolve(message.outcome) : reject(message.error)));
    };
    const fail = (error: NodeJS.ErrnoException) =>
      end(() => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('tooBig') : reject(error)));
    const exit = () => end(() => reject(new AppError('overloaded', say('request.stopping'))));
    const leave = () => end(() => reject(calledOff()));
    worker.on('message', hear).on('error', fail).on('exit', exit);
    signal?.addEventListener('abort', leave);
    try {
      worker.postMessage(order, transfer);
    } catch (error) {
      end(() => reject(error));
    }
  });
}
