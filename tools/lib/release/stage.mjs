import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { listFiles, sumOf } from '../../launcher/checks.mjs';
import { staysInstalled } from '../build/build-server.mjs';
import { npm } from '../install.mjs';
import { root } from '../root.mjs';
import { runOrFail, StepFailed } from '../run.mjs';
import { noticesText, packagesNeeded, readLicences } from './packages.mjs';
import { makeSbom } from './sbom.mjs';

const lockFile = join(root, 'package-lock.json');

const nodeFolder = join(root, 'tools/node');

/** The Node that goes along: the pinned one, whatever runs this. @throws StepFailed where it cannot be fetched */
async function findNode(platform) {
  const folder = join(nodeFolder, 'node_modules', `node-${platform}`);
  const program = join(folder, 'bin/node');
  if (!existsSync(program)) {
    await runOrFail('Node 24 could not be fetched.', ...npm('ci', '--no-audit', '--no-fund'), { cwd: nodeFolder });
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { program, licence: join(folder, 'LICENSE'), version };
}

/**
 * Puts everything that an installation needs into an empty folder; the server and the web application have been built.
 * @param options `version`, and `commit` if known
 */
export async function stage(folder, { version, commit }) {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform !== 'linux') throw new StepFailed('A release is made on Linux, for Linux.');
  const node = await findNode(platform);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  placeProgram(folder, node, platform);
  placeBuild(folder);
  placePackages(folder);
  await placePapers(folder, { version, node: node.version });
  const release = { name: 'key2xs', version, platform, node: node.version, ...(commit && { commit }) };
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  openToAll(folder);
  await writeSums(folder);
}

function placeProgram(folder, node, platform) {
  mkdirSync(join(folder, 'node/bin'), { recursive: true });
  copyFileSync(node.program, join(folder, 'node/bin/node'), constants.COPYFILE_FICLONE);
  copyFileSync(node.licence, join(folder, 'node/LICENSE'));
  writeFileSync(join(folder, 'node/platform'), `${platform}\n`);
  const isLauncher = (path) => basename(path) !== 'key2xs' && !path.endsWith('.test.mjs');
  cpSync(join(root, 'tools/launcher'), join(folder, 'lib'), { recursive: true, filter: isLauncher });
  copyFileSync(join(root, 'tools/launcher/key2xs'), join(folder, 'key2xs'));
}

/** The empty database has files that end so, too. */
const isNoMap = (path) => !/\.(js|css)\.map$/.test(path);

function placeBuild(folder) {
  for (const app of ['server', 'web']) {
    const target = join(folder, 'apps', app, 'dist');
    cpSync(join(root, 'apps', app, 'dist'), target, { recursive: true, filter: isNoMap });
  }
  writeFileSync(join(folder, 'apps/server/package.json'), '{ "type": "module" }\n');
}

const forTypesAndReaders = /\.(d\.[cm]?ts|map|md|markdown)$/i;
/** Large parts of packages that the server never loads: builds for browsers, extensions of PostgreSQL. */
const unused = [
  /^node_modules\/pdfmake\/(build|src)$/,
  /^node_modules\/pdfkit\/js\/pdfkit\.standalone\.js$/,
  /^node_modules\/@hyzyla\/pdfium\/dist\/(pdfium\.wasm\.base64.*|index\.esm\.(base64|browser|cdn|worker)\.js|worker.*)$/,
  /^node_modules\/@electric-sql\/pglite\/dist\/(?!pg_trgm)[\w-]+\.tar\.gz$/,
];

function placePackages(folder) {
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
  const needs = [{ from: 'apps/server', names: staysInstalled }];
  for (const place of packagesNeeded(lock, needs, isInstalled)) {
    const source = join(root, place);
    const filter = (path) => {
      const inside = path.slice(root.length + 1);
      if (inside.slice(place.length).includes('/node_modules')) return false; // listed by itself if needed
      return !forTypesAndReaders.test(path) && !unused.some((pattern) => pattern.test(inside));
    };
    cpSync(source, join(folder, place), { recursive: true, filter });
  }
}

const isInstalled = (place) => existsSync(join(root, place, 'package.json'));

async function placePapers(folder, { version, node }) {
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md']) {
    copyFileSync(join(root, file), join(folder, file));
  }
  cpSync(join(root, 'docs/monitoring'), join(folder, 'docs/monitoring'), { recursive: true });
  copyFileSync(join(root, 'docs/handbook/install.md'), join(folder, 'INSTALL.md'));
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
  const needs = ['apps/server', 'apps/web'].map((from) => ({
    from,
    names: Object.keys(lock.packages[from].dependencies),
  }));
  const licences = readLicences(root, packagesNeeded(lock, needs, isInstalled));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES'), noticesText(licences, { node }));
  writeFileSync(join(folder, 'sbom.cdx.json'), (await makeSbom({ version, node })).text);
}

/** The machine that builds may close its files to others; the user of the service has to read them. */
function openToAll(folder) {
  const isProgram = (file) => ['key2xs', 'node/bin/node'].includes(file);
  for (const file of listFiles(folder)) {
    chmodSync(join(folder, file), isProgram(file) ? 0o755 : 0o644);
  }
  const { status, stderr } = spawnSync('find', [folder, '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
  if (status !== 0) throw new StepFailed('The folders could not be opened to all.', String(stderr));
}

/** Lists every file of the folder with its SHA-256, as `sha256sum --check` reads it. */
export async function writeSums(folder) {
  const files = listFiles(folder).filter((file) => file !== 'SHA256SUMS');
  const lines = [];
  for (const file of files) lines.push(`${await sumOf(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''), { mode: 0o644 });
}
