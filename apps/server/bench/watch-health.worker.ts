import { parentPort, workerData } from 'node:worker_threads';
import { request } from 'undici';

const lookEveryMs = 10;
const { address, token } = workerData as { address: string; token: string }; // workerData is untyped by Node
const times: number[] = [];
let isOver = false;

parentPort?.once('message', () => {
  isOver = true;
});

// In a function: a bundle for a thread has no await outside of one.
async function ask(): Promise<void> {
  while (!isOver) {
    const began = performance.now();
    const { statusCode, body } = await request(address, { headers: { authorization: `Bearer ${token}` } });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}`);
    times.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, lookEveryMs));
  }
  parentPort?.postMessage(times);
}

void ask();
