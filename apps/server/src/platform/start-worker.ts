import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts `<name>.worker` of the folder of the file `beside`, of this folder unless given, in a thread. From source (tests,
 * development) it is TypeScript and registers a loader first; built, it stands beside the bundle.
 */
export function startWorker(name: string, options: WorkerOptions, beside: string = import.meta.url): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${name}.worker.js`, import.meta.url), options);
  const source = new URL(`./${name}.worker.ts`, beside).href;
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(load, { ...options, eval: true, execArgv: [] });
}
