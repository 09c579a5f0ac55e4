import type { Endpoint } from '@key2xs/contract';
import type { AnyInput } from './calls/request';

/** So long after a failure the same call is taken for the same intention; later somebody wants it once more. */
const LASTS_MS = 2 * 60_000;

type Open = { key: string /** Undefined while a call is on its way. */; until: number | undefined };

/** What somebody wants made: one Idempotency-Key for however often it has to be sent. */
export type Intent = {
  readonly key: string;
  /** The server has said how it ended. The same call from now on is another intention. */
  end: () => void;
  /** Nobody knows how it ended. */
  keep: () => void;
};

/**
 * The intentions whose outcome is not known. Two equal calls at once, as a double click makes them, are one intention,
 * and so is the same call again after one that got no answer.
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
      keep: () => void open.set(id, { key, until: now() + LASTS_MS }),
    };
  };
}

const fileNumbers = new WeakMap<Blob, number>();
let files = 0;

/** A file stands for itself: one that is chosen anew may have changed. */
function withFiles(_name: string, value: unknown): unknown {
  if (!(value instanceof Blob)) return value;
  const number = fileNumbers.get(value) ?? ++files;
  fileNumbers.set(value, number);
  return `file ${number}`;
}

/** `randomUUID` is missing where a page came by plain HTTP. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
