import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports of the system, so that no other process is assigned it between this check and its use. */
const first = 20_000;
const count = 10_000;

/** Processes start far apart, and a process never returns the same port twice in a row. */
let next = (process.pid * 97) % count;

/** A port of this machine that nothing listens on. */
export async function freePort() {
  for (let tries = 0; tries < count; tries++) {
    const port = first + next;
    next = (next + 1) % count;
    if (await isFree(port)) return port;
  }
  throw new Error(`None of the ports from ${first} on is free.`);
}

async function isFree(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  await new Promise((done) => server.close(done));
  return true;
}
