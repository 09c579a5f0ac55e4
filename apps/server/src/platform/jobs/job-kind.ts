import type { Backoff } from './backoff';
import type { HeldLease } from './hold-lease';

/** One stretch of work on a job, by one worker. */
export type Piece = {
  lease: HeldLease;
  /** Aborts when the process is stopping. */
  stopping: AbortSignal;
  /** Whether there is time for another step; else the job is handed over, perhaps to another process. */
  mayContinue(): boolean;
};

/**
 * 'again': due at once, after what waits. After a `failure`, which the piece has dealt with, it rests as its kind and the system
 * say. `hasFailed` counts for the next pause.
 */
export type PieceResult = 'done' | 'again' | { dueInMs: number; hasFailed?: boolean } | { failure: unknown };

/** Background work of one kind, done by the worker that claims it. */
export type JobWork = {
  /** In the table `job` and in the log. */
  name: string;
  /** Must be safe to repeat: a worker may die at any moment. What it throws counts as a failure, unless the database is away. */
  run(piece: Piece): Promise<PieceResult>;
  /** Ends the job after `maxFailures` in a row. */
  giveUp?(lease: HeldLease, error: unknown): Promise<void>;
};

/** One kind of background work that is requested, and its terms. */
export type JobKind = JobWork & {
  /** A worker that has not renewed its lease for this long counts as dead. */
  leaseMs: number;
  /** Pauses after failures. */
  backoff: Backoff;
  limits: {
    /** After this long a piece is handed over at the end of its step. */
    pieceMs: number;
    /** Longest time between two savings: then its signal aborts, because it hangs, and other jobs wait. */
    deadlineMs: number;
    /** In a row, without progress in between; then it is given up. */
    maxFailures: number;
  };
};
