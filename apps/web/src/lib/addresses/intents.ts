import type { Endpoint } from '@key2xs/contract';
import type { AnyInput } from '../calls/request';

/** Within this time after a failure, the same call counts as a repeat; later it is a new request. */
const REPEAT_WINDOW_MS = 2 * 60_000;

type Open = { key: string; until: number | undefined };

/** One thing to create, under one idempotency key for all attempts. */
export type Intent = {
  readonly key: string;
  /** The outcome is known; the next equal call gets another key. */
  end: () => void;
  /** The outcome is unknown; the next equal call keeps the key. */
  keep: () => void;
};

/**
 * The intents whose outcome is unknown. Two equal calls at once, as from a double click, are one intent, and so is a
 * call repeated after no answer came.
 * @param now epoch milliseconds
 */
export function createIntents(now: () => number) {
  const open = new Map<string, Open>();

  return function begin(endpoint: Endpoint, input: AnyInput): Intent {
    for (const [id, { until }] of open) if (until !== undefined && until <= now()) open.delete(id);
    const id = `${endpoint.method} ${endpoint.path} ${JSON.stringify(input, withFiles)}`;
    const key = open.get(id)?.key ?? newKey();
    open.set(id, { key, until: undefined });
    return {
      key,
      end: () => {
        if (open.get(id)?.key === key) open.delete(id);
      },
      keep: () => void open.set(id, { key, until: now() + REPEAT_WINDOW_MS }),
    };
  };
}

const fileNumbers = new WeakMap<Blob, number>();
let files = 0;

/** Files compare by identity: one selected again may have changed. */
function withFiles(_name: string, value: unknown): unknown {
  if (!(value instanceof Blob)) return value;
  const number = fileNumbers.get(value) ?? ++files;
  fileNumbers.set(value, number);
  return `file ${number}`;
}

/** Browsers offer `randomUUID` only over HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
