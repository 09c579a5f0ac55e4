import { parentPort, workerData } from 'node:worker_threads';
import { request } from 'undici';

const lookEveryMs = 10;
const url = workerData as string; // workerData is untyped by Node
const times: number[] = [];
let isOver = false;

parentPort?.once('message', () => {
  isOver = true;
});
while (!isOver) {
  const began = performance.now();
  const { body } = await request(`${url}/healthz`);
  await body.dump();
  times.push(performance.now() - began);
  await new Promise((done) => setTimeout(done, lookEveryMs));
}
parentPort?.postMessage(times);
