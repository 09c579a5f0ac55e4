import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { root } from '../root.mjs';
import { runOrFail, tool } from '../run.mjs';

const assets = join(root, 'apps/web/dist/assets');
const isText = (name) => /\.(js|css)$/.test(name);

/** Builds the web application into `apps/web/dist`, with a compressed copy of each static file. */
export async function buildWeb() {
  const options = { cwd: join(root, 'apps/web'), env: { NODE_ENV: 'production' } };
  await runOrFail('The web application could not be built.', tool('vite'), ['build'], options);
  await Promise.all(readdirSync(assets).filter(isText).map(pack));
}

/** A sixth smaller than compression on request. */
async function pack(name) {
  const file = join(assets, name);
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file)));
}
