import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts `<name>.worker` in a thread. It is in the folder of the file `beside` (default: this folder), or beside the
 * bundle once built. From source (tests, development) it is TypeScript and bundled first.
 */
export function startWorker(name: string, options: WorkerOptions, beside: string = import.meta.url): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${name}.worker.js`, import.meta.url), options);
  const source = new URL(`./${name}.worker.ts`, beside).href;
  const code = bundles.get(source) ?? bundle(source);
  bundles.set(source, code);
  return new Worker(code, { ...options, eval: true, execArgv: [] });
}

const bundles = new Map<string, string>();

type Bundler = { buildSync(options: object): { outputFiles: { text: string }[] } };

/** Once for all threads of this process: with a loader, each would read hundreds of files again, which takes a second. */
function bundle(source: string): string {
  const { buildSync } = createRequire(import.meta.url)('esbuild') as Bundler; // not part of the build
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs', // what a thread takes as text
    define: { 'import.meta.url': JSON.stringify(source) },
    external: ['@electric-sql/pglite', '@electric-sql/pglite/*', 'pdfmake', 'pdfkit'],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
