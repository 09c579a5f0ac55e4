import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listFiles } from '../files.mjs';
import { root } from '../root.mjs';
import { StepFailed } from '../run.mjs';

const main = 'apps/server/src/main.ts';
const isProgram = (file) => /^apps\/server\/src\/audit-verify\.ts$|\.worker\.ts$/.test(file);

/** What brings files of its own that it looks for beside its code: machine code, WebAssembly, fonts, threads. */
const staysInstalled = ['@electric-sql/pglite', '@node-rs/argon2', 'pdfmake', 'pino', 'pg-native', 'pg-cloudflare'];

/** Packages that were written for `require` go on calling it for what Node brings. */
const banner = {
  js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
};

/**
 * Bundles the server and its workers, with what they use from npm: to find and read a thousand small files would take a
 * third of a second. All programs land beside each other in `dist`, as deep as `src`, so an address
 * relative to a file directly in `src` leads to the same place from source and from the bundle. What they share lies
 * there too, under names that nobody asks for.
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
      splitting: true, // what is imported only when it is needed stays out of the start
      target: 'node20',
      sourcemap: true,
      external: staysInstalled.flatMap((name) => [name, `${name}/*`]),
      banner,
      logLevel: 'silent',
    });
  } catch (error) {
    throw new StepFailed('The server could not be built.', error.message);
  } finally {
    await stop(); // else esbuild's own process would stay for as long as the server runs
  }
}

/** The empty database beside them is not theirs. */
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
