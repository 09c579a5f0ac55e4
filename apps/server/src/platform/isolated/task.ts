import type { Sentence } from '@key2xs/texts';
import type { Limits } from './turns';

/** Who waits for what. What comes on top is refused, with a sentence and the seconds after which to try again. */
export type Queue = Limits & { retryAfterS: number; says: { busy: Sentence } };

/** Work in a thread, declared: what it takes, and what is said when it takes more. */
export type Task<Order, Answer> = Queue & {
  /** The thread: `<worker>.worker` beside the file `beside`. It calls `doOrders`. */
  worker: string;
  beside: string;
  memoryMb: number;
  /** From the moment an order arrives in the thread. */
  limitMs: number;
  /** Of what is secret nothing stays in memory: each order has a thread of its own that ends with it. */
  isSecret?: boolean;
  says: { tooSlow: Sentence; tooBig: Sentence };
  /** For the compiler alone: what goes in and comes out. */
  messages?: (order: Order) => Answer;
};

/** `reason`: what is wrong with what was handed in, and what to do, for the administrator. */
export type Outcome<Answer> = { ok: true; answer: Answer } | { ok: false; reason: Sentence };

export type FromThread<Answer> =
  | { kind: 'begun' }
  | { kind: 'done'; outcome: Outcome<Answer> }
  | { kind: 'failed'; error: unknown };
