import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The packages that need each other from some on, by the lock file.
 * @param lock the parsed package-lock.json
 * @param {{ from: string, names: string[] }[]} needs names that a folder of the lock file asks for
 * @param {(path: string) => boolean} isThere whether a package is installed: those for other platforms are not
 * @returns {string[]} paths such as `node_modules/pino`, sorted; our own packages are followed and not listed
 */
export function packagesNeeded({ packages }, needs, isThere) {
  const found = new Set();
  const open = needs.flatMap(({ from, names }) => names.map((name) => ({ from, name })));
  for (let next = open.pop(); next; next = open.pop()) {
    const place = resolveFrom(packages, next.from, next.name);
    if (place === undefined || found.has(place)) continue;
    const path = packages[place].link ? packages[place].resolved : place;
    if (path === place && !isThere(place)) continue;
    found.add(place);
    for (const name of dependenciesOf(packages[path])) open.push({ from: path, name });
  }
  return [...found].filter((place) => !packages[place].link).sort();
}

const dependenciesOf = ({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
];

/** As Node looks for a package: in the folder's own node_modules, then in those above it. */
function resolveFrom(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}

const isLicence = (name) =>
  /^(licen[cs]e|copying|notice|third[-_]party)/i.test(name) && !/\.(c?js|ts|json)$/i.test(name);

/**
 * What the licences of packages ask to be passed on.
 * @param {string[]} places as `packagesNeeded` returns them
 * @returns {{ name: string, version: string, licence: string, texts: string[] }[]}
 */
export function readLicences(root, places) {
  return places.map((place) => {
    const folder = join(root, place);
    const { name, version, license, licenses, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = existsSync(folder) ? readdirSync(folder).filter(isLicence).sort() : [];
    return {
      name,
      version,
      licence: describeLicence(license ?? licenses),
      author: typeof author === 'object' ? author.name : author?.replace(/\s*[<(].*$/, ''),
      texts: files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()),
    };
  });
}

function describeLicence(licence) {
  if (Array.isArray(licence)) return licence.map(describeLicence).join(' OR ');
  return typeof licence === 'object' ? licence.type : (licence ?? 'not declared');
}

/** Third-party notices: a list of all packages, then each text once, with the packages it belongs to. */
export function noticesText(packages, { node }) {
  const byText = Map.groupBy(
    packages.flatMap(({ name, version, texts }) => texts.map((text) => ({ text, package: `${name} ${version}` }))),
    ({ text }) => text,
  );
  const list = packages.map(({ name, version, licence, texts, author }) => {
    const who = texts.length === 0 ? `  (no text of its own in the package${author ? `; by ${author}` : ''})` : '';
    return `${name} ${version}: ${licence}${who}`;
  });
  const sections = [...byText].map(
    ([text, of]) =>
      `${'='.repeat(80)}\n${[...new Set(of.map((one) => one.package))].join('\n')}\n${'-'.repeat(80)}\n${text}\n`,
  );
  return `Key2XS contains these works of others, under their own licences.

Node.js ${node}: its licence and those of what it contains are in node/LICENSE.

${list.join('\n')}

${sections.join('\n')}`;
}
