import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installPackages } from './debian.mjs';
import { StepFailed } from './run.mjs';

const debianFolder = '/usr/lib/postgresql';

/** The folder of `initdb` and `postgres`: the newest on this machine, else Debian's, installed on demand. */
export async function findOrInstallPostgres() {
  const found = findBinaries();
  if (found) return found;
  if (!canInstall())
    throw new StepFailed('No PostgreSQL server found: install PostgreSQL 15 or later, or set TEST_DATABASE_URL.');
  await installPackages('postgresql-common');
  appendFileSync('/etc/postgresql-common/createcluster.conf', '\ncreate_main_cluster = false\n'); // no default server
  await installPackages('postgresql');
  return findBinaries();
}

function findBinaries() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debianFolder, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}
