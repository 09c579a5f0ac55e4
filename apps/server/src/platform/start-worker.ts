import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts `<name>.worker` in a thread. It is in the folder of the file `beside` (default: this folder), or beside the
 * bundle once built. From source (tests, development) it is TypeScript and registers a loader first.
 */
export function startWorker(name: string, options: WorkerOptions, beside: string = import.meta.url): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${name}.worker.js`, import.meta.url), options);
  const source = new URL(`./${name}.worker.ts`, beside).href;
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(load, { ...options, eval: true, execArgv: [] });
}
