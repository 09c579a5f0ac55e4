import './lib/node-24.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, npm } from './lib/install.mjs';
import { root } from './lib/root.mjs';
import { command, run, StepFailed } from './lib/run.mjs';

/** The packages that run in an installation. The others build, test or measure. */
const product = ['--workspace', '@key2xs/server', '--workspace', '@key2xs/web'];
const file = 'sbom.cdx.json';

/** Writes the list of materials: the packages of the product with versions, licences and hashes, as CycloneDX. */
await command(async () => {
  await ensureInstalled();
  const { code, output, stdout } = await run(
    ...npm('sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx', ...product),
    { cwd: root },
  );
  if (code !== 0) throw new StepFailed('The list of materials could not be made.', output);
  const list = JSON.parse(stdout);
  const { name, version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // npm takes the name of the folder, and those of our packages without their scope.
  list.metadata.component = { ...list.metadata.component, type: 'application', name, version, description };
  for (const part of list.components) part.name = part['bom-ref'].slice(0, part['bom-ref'].lastIndexOf('@'));
  const text = `${JSON.stringify(list, null, 2)}\n`;
  if (text.includes(root)) throw new StepFailed(`The list of materials names a path of this machine.`);
  writeFileSync(join(root, file), text);
  console.log(`${list.components.length} packages in ${file}`);
});
