import { readFileSync } from 'node:fs';

// Loaded before the product in each of its threads: its clock, and that of the embedded database in it, are ahead by the
// milliseconds in a file, which a test writes. The product itself is unaware of it.

const file = process.env.MOVED_CLOCK_FILE;
const RealDate = Date;
const realNow = Date.now;
/** Shorter than any call takes, so that one that follows a move has the moved clock. */
const readEveryMs = 2;
let aheadMs = 0;
let readAt = 0;

function read() {
  try {
    aheadMs = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    // not written yet
  }
}

function now() {
  const at = realNow();
  if (at - readAt >= readEveryMs) {
    readAt = at;
    read();
  }
  return at + aheadMs;
}
RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args) => (args.length === 0 ? new target(now()) : new target(...args)),
});
