import { cpSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { disk } from './disk.mjs';

/** Folders within the data folder, whole under these names only: */
const names = {
  /** the data of the former version, while an upgrade runs, */
  kept: 'before-upgrade',
  /** and what a version that did not start has made of it. */
  aside: 'after-upgrade',
};
const part = (path) => `${path}.part`;
/** Not changed by an upgrade. A server that was killed leaves its socket, which cannot be copied. */
export const notKept = ['backups', 'control.sock', ...Object.values(names).flatMap((name) => [name, part(name)])];

const ownNames = (data) => readdirSync(data).filter((name) => !notKept.includes(name));
export const hasKept = ({ data }) => existsSync(join(data, names.kept));
export const asideOf = ({ data }) => join(data, names.aside);

/** A copy of the data, because a former version does not read a database that a later one has migrated. */
export function keepData(layout, { rename, flush } = disk) {
  forgetKept(layout);
  const kept = join(layout.data, names.kept);
  mkdirSync(part(kept), { mode: 0o700 });
  for (const name of ownNames(layout.data)) {
    cpSync(join(layout.data, name), join(part(kept), name), { recursive: true, preserveTimestamps: true });
    copyOwner(join(layout.data, name), join(part(kept), name));
  }
  flush();
  rename(part(kept), kept);
}

/** `cpSync` makes the copy its caller's, root's, and the service could not read it. */
function copyOwner(from, to) {
  const { uid, gid } = lstatSync(from);
  lchownSync(to, uid, gid);
  if (!lstatSync(from).isDirectory()) return;
  for (const name of readdirSync(from)) copyOwner(join(from, name), join(to, name));
}

/**
 * Puts the kept data in the place of the present one, which is kept aside. Repeated after a power cut it goes on; until it has
 * ended no version may start on the data.
 */
export function putBack({ data }, { rename, flush } = disk) {
  const [kept, aside] = [join(data, names.kept), join(data, names.aside)];
  if (!existsSync(aside)) {
    mkdirSync(part(aside), { recursive: true, mode: 0o700 });
    for (const name of ownNames(data)) rename(join(data, name), join(part(aside), name));
    flush();
    rename(part(aside), aside);
  }
  for (const name of readdirSync(kept)) rename(join(kept, name), join(data, name));
  flush();
}

/** Deletes what an upgrade has kept. Half of it is never under its name. */
export function forgetKept({ data }, { exceptAside = false } = {}) {
  for (const name of exceptAside ? [names.kept] : Object.values(names)) {
    const path = join(data, name);
    rmSync(part(path), { recursive: true, force: true });
    if (existsSync(path)) renameSync(path, part(path));
    rmSync(part(path), { recursive: true, force: true });
  }
}
