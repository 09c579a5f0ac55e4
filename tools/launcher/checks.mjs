import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from './failure.mjs';

/** @throws Failure naming the first file of an unpacked archive that is missing, changed or too many */
export async function requireWhole(folder) {
  const wanted = new Map(
    readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const there = new Set(listFiles(folder));
  there.delete('SHA256SUMS');
  const damaged = (file) =>
    new Failure(`${file}: the archive is damaged or was changed. Unpack it again, or fetch it again`);
  for (const [file, sum] of wanted) {
    if (!there.delete(file) || (await sumOf(join(folder, file))) !== sum) throw damaged(file);
  }
  for (const file of there) throw damaged(file);
}

/** Paths of all files below a folder, relative to it, in a fixed order. */
export function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** The SHA-256 of a file, in hex. */
export async function sumOf(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Bytes below a folder; 0 where there is none. @param except names directly in it that do not count */
export function sizeOf(folder, except = []) {
  try {
    return listFiles(folder)
      .filter((file) => !except.includes(file.split('/')[0]))
      .reduce((sum, file) => sum + (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0), 0);
  } catch (error) {
    if (error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** @throws Failure where the disk of a folder, which may not exist yet, has less room */
export const requireRoom = (folder, bytes) => requireRoomFor([{ folder, bytes }]);

/**
 * @param needs folders, which may not exist yet and may share a disk, with what each needs
 * @throws Failure naming a folder whose disk has less room than all of them need there
 */
export function requireRoomFor(needs) {
  const disks = Map.groupBy(needs, ({ folder }) => statSync(firstThere(folder)).dev);
  for (const all of disks.values()) {
    const { bavail, bsize } = statfsSync(firstThere(all[0].folder));
    const free = bavail * bsize;
    const bytes = all.reduce((sum, need) => sum + need.bytes, 0);
    if (free >= bytes) continue;
    const folders = [...new Set(all.map(({ folder }) => folder))].join(' and ');
    throw new Failure(
      `${folders}: needs ${inMiB(bytes)} of free disk, and ${inMiB(free)} are free. Make room there, then try again`,
    );
  }
}

function firstThere(folder) {
  return statSync(folder, { throwIfNoEntry: false }) ? folder : firstThere(dirname(folder));
}

/** `12.5 MiB` */
export const inMiB = (bytes) => `${(bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0)} MiB`;

/** Compares versions such as 1.10.0 and 1.9.2-rc.1 by semantic versioning: negative, 0 or positive. */
export function compareVersions(a, b) {
  const [core, rest] = split(a);
  const [otherCore, otherRest] = split(b);
  const difference = compareParts(core, otherCore);
  if (difference !== 0) return difference;
  // A version comes after its own pre-releases.
  if (rest === undefined || otherRest === undefined)
    return Number(otherRest !== undefined) - Number(rest !== undefined);
  return compareParts(rest, otherRest);
}

function split(version) {
  const [core, ...rest] = version.replace(/\+.*$/, '').split('-');
  return [core.split('.'), rest.length > 0 ? rest.join('-').split('.') : undefined];
}

function compareParts(a, b) {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (a[i] === b[i]) continue;
    if (a[i] === undefined || b[i] === undefined) return a[i] === undefined ? -1 : 1;
    const [isNumber, isOtherNumber] = [a[i], b[i]].map((part) => /^\d+$/.test(part));
    if (isNumber && isOtherNumber) return Number(a[i]) - Number(b[i]);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}
