import type { Db } from '../schema/schema';
import { currentSnapshot } from './current-snapshot';

type Listener = {
  /** Called after commits, by whichever process; a failure counts as losing the database. */
  onCommit: () => Promise<void>;
  /** The database does not answer, so commits may be missed until the next `onCommit`. */
  onLoss?: (error: unknown) => void;
  /** How often to look for commits, at least; half a second unless given. */
  everyMs?: number;
};

export type CommitWatch = {
  /** @returns a function that stops listening */
  listen(listener: Listener): () => void;
};

const defaultMs = 500;
/** A connection that was cut silently is given up only after half a minute. */
const maxMs = 10_000;

/**
 * Detects commits by polling the transaction snapshot, once for all listeners of this process and only while there are any.
 * LISTEN would need a dedicated session, which the embedded database and poolers do not provide.
 */
export function createCommitWatch(db: Db): CommitWatch {
  const listeners = new Set<Listener>();
  let isWatching = false;
  let known = '';

  const tellOfCommits = async () => {
    const snapshot = await currentSnapshot(db);
    if (snapshot !== known) await Promise.all([...listeners].map(({ onCommit }) => onCommit()));
    known = snapshot;
  };

  const look = async () => {
    try {
      await inTime(tellOfCommits());
    } catch (error) {
      known = '';
      for (const { onLoss } of [...listeners]) onLoss?.(error);
    }
  };

  const watch = async () => {
    isWatching = true;
    for (;;) {
      const pauseMs = Math.min(...[...listeners].map(({ everyMs = defaultMs }) => everyMs), maxMs);
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
      if (listeners.size === 0) break;
      await look();
    }
    isWatching = false;
  };

  return {
    listen(listener) {
      listeners.add(listener);
      if (!isWatching) void watch();
      return () => listeners.delete(listener);
    },
  };
}

function inTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = Object.assign(new Error('The database has not answered for too long'), { code: 'ETIMEDOUT' });
    const timer = setTimeout(() => reject(late), maxMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
