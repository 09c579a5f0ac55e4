import type { Sentence } from '@key2xs/texts';
import type { Limits } from './turns';

/** Limits of a queue. When it is full, further requests are refused with this sentence and a retry time. */
export type Queue = Limits & { retryAfterS: number; says: { busy: Sentence } };

/** Declares work for a thread: its limits, and the messages for exceeding them. */
export type Task<Order, Answer, Progress = never> = Queue & {
  /** The thread: `<worker>.worker` beside the file `beside`. It calls `serveRequests`. */
  worker: string;
  beside: string;
  memoryMb: number;
  /** From the moment an order arrives in the thread. */
  limitMs: number;
  /** Each order gets its own thread, ended afterwards, so that no secret stays in memory. */
  isSecret?: boolean;
  /** An idle thread is kept this long, with what it keeps from one order to the next; usually ten seconds. */
  idleMs?: number;
  says: { tooSlow: Sentence; tooBig: Sentence };
  /** For the compiler only: types of order, progress and answer. */
  messages?: (order: Order, report: (progress: Progress) => void) => Answer;
};

/** `reason` describes to the administrator what is wrong with the input and what to do. */
export type Outcome<Answer> = { ok: true; answer: Answer } | { ok: false; reason: Sentence };

export type FromThread<Answer, Progress = unknown> =
  | { kind: 'started' }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'done'; outcome: Outcome<Answer> }
  | { kind: 'failed'; error: unknown };
