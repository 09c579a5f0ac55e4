import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../install.mjs';
import { root } from '../root.mjs';
import { run, StepFailed } from '../run.mjs';

/** The packages that run in an installation. The others build, test or measure. */
const product = ['--workspace', '@key2xs/server', '--workspace', '@key2xs/web'];

/**
 * The list of materials as CycloneDX: the packages of the product with versions, licences and hashes.
 * @param options `version` in place of that of package.json; `node`: the version of a Node that comes with the product
 * @throws StepFailed
 */
export async function makeSbom({ version, node } = {}) {
  const { code, output, stdout } = await run(
    ...npm('sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx', ...product),
    { cwd: root },
  );
  if (code !== 0) throw new StepFailed('The list of materials could not be made.', output);
  const list = JSON.parse(stdout);
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // npm takes the name of the folder, and those of our packages without their scope.
  list.metadata.component = {
    ...list.metadata.component,
    type: 'application',
    name: own.name,
    version: version ?? own.version,
    description: own.description,
  };
  for (const part of list.components) part.name = part['bom-ref'].slice(0, part['bom-ref'].lastIndexOf('@'));
  if (node) list.components.push(nodeComponent(node));
  const text = `${JSON.stringify(list, null, 2)}\n`;
  if (text.includes(root)) throw new StepFailed('The list of materials names a path of this machine.');
  return { text, count: list.components.length };
}

const nodeComponent = (version) => ({
  'bom-ref': `node@${version}`,
  type: 'platform',
  name: 'node',
  version,
  scope: 'required',
  purl: `pkg:generic/node@${version}`,
  licenses: [{ license: { id: 'MIT' } }],
});
