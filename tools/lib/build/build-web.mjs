import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { root } from '../root.mjs';
import { runOrFail, tool } from '../run.mjs';
import { buildHandbook } from './build-handbook.mjs';

const assets = join(root, 'apps/web/dist/assets');
const isCompressible = (name) => /\.(js|css|wasm)$/.test(name);

/** Builds the web application into `apps/web/dist`, with a compressed copy of each static file, and the handbook beside it. */
export async function buildWeb() {
  const options = { cwd: join(root, 'apps/web'), env: { NODE_ENV: 'production' } };
  await runOrFail('The web application could not be built.', tool('vite'), ['build'], options);
  await Promise.all(readdirSync(assets).filter(isCompressible).map(pack));
  buildHandbook(join(root, 'apps/web/dist/help'));
}

/** A sixth smaller than compression on request. */
async function pack(name) {
  const file = join(assets, name);
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file)));
}
