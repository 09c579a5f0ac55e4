import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listFiles } from '../files.mjs';
import { root } from '../root.mjs';
import { StepFailed } from '../run.mjs';

const main = 'apps/server/src/main.ts';
const isProgram = (file) =>
  /^apps\/server\/src\/(audit-verify|admin|database-check|(backup|restore|doctor|requests)-command)\.ts$|\.worker\.ts$/.test(
    file,
  );

/** Packages that load files beside their code: native code, WebAssembly, fonts, threads. */
export const staysInstalled = [
  '@electric-sql/pglite',
  '@hyzyla/pdfium',
  '@node-rs/argon2',
  'pdfkit',
  'pdfmake',
  'pino',
  'pg-native',
  'pg-cloudflare',
  'sharp',
];

/** CommonJS packages still call `require` for Node's own modules. */
const banner = {
  js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
};

/**
 * Bundles the server and its workers with their npm packages: reading a thousand small files would take a third of a
 * second. All programs are side by side in `dist`, at the depth of `src`, so that a path relative to a file directly in
 * `src` resolves to the same place from source and from the bundle, shared chunks included.
 */
export async function buildServer() {
  const { build, stop } = await import('esbuild');
  const outdir = join(root, 'apps/server/dist');
  removePrograms(outdir);
  try {
    await build({
      absWorkingDir: root,
      entryPoints: programs(),
      outdir,
      bundle: true,
      platform: 'node',
      format: 'esm',
      splitting: true, // keeps lazy imports out of the start
      target: 'node24',
      sourcemap: true,
      external: staysInstalled.flatMap((name) => [name, `${name}/*`]),
      banner,
      logLevel: 'silent',
    });
  } catch (error) {
    throw new StepFailed('The server could not be built.', error.message);
  } finally {
    await stop(); // otherwise esbuild's process would run as long as the server
  }
}

/** Keeps the empty database beside them. */
function removePrograms(outdir) {
  mkdirSync(outdir, { recursive: true });
  const programs = readdirSync(outdir, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of programs) rmSync(join(outdir, name));
}

function programs() {
  const sources = [main, ...listFiles('apps/server/src').filter(isProgram)];
  const byName = new Map(sources.map((source) => [basename(source, '.ts'), source]));
  if (byName.size < sources.length) throw new StepFailed(`Two workers share a name: ${sources.join(', ')}`);
  return Object.fromEntries(byName);
}
