import './lib/node-24.mjs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { makeSbom } from './lib/release/sbom.mjs';
import { root } from './lib/root.mjs';
import { command } from './lib/run.mjs';

const file = 'sbom.cdx.json';

/** Writes the list of materials: the packages of the product with versions, licences and hashes, as CycloneDX. */
await command(async () => {
  await ensureInstalled();
  const { text, count } = await makeSbom();
  writeFileSync(join(root, file), text);
  console.log(`${count} packages in ${file}`);
});
