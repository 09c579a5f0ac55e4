import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from './failure.mjs';

/** The versioned folder that this launcher belongs to: an unpacked archive, or an installed version. */
export const here = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Version, platform and Node of a versioned folder. */
export const releaseOf = (folder) => JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'));

/**
 * Where an installation has its parts below `root`.
 * @returns {{ root: string, product: string, current: string, record: string, upgrade: string, data: string, config: string,
 *   settings: string, firstAdmin: string, unit: string, program: string }}
 */
export function layoutAt(root) {
  const at = (path) => join(root, path);
  return {
    root,
    product: at('opt/key2xs'),
    current: at('opt/key2xs/current'),
    record: at('opt/key2xs/installation.json'),
    upgrade: at('opt/key2xs/upgrade.json'),
    data: at('var/lib/key2xs'),
    config: at('etc/key2xs'),
    settings: at('etc/key2xs/key2xs.env'),
    firstAdmin: at('etc/key2xs/first-admin.env'),
    unit: at('etc/systemd/system/key2xs.service'),
    program: at('usr/local/bin/key2xs'),
  };
}

/** The root of the installation that a versioned folder is part of, or undefined for an unpacked archive. */
export function rootOf(folder) {
  const product = dirname(folder);
  const isInstalled = basename(product) === 'key2xs' && existsSync(join(product, 'installation.json'));
  return isInstalled ? join(product, '../..') : undefined;
}

/**
 * The installation below `root`, else the one this launcher is part of, else that of the machine.
 * @returns its layout, its record (`user`, `service`), and the folder of its current version
 * @throws Failure where there is none
 */
export function findInstallation(root = rootOf(here) ?? '/') {
  const layout = layoutAt(root);
  if (!existsSync(layout.record) || !existsSync(layout.current)) {
    throw new Failure(`Key2XS is not installed below ${root}: run ./key2xs install from the unpacked archive`);
  }
  const record = JSON.parse(readFileSync(layout.record, 'utf8'));
  return { layout, record, folder: join(layout.product, basename(readlinkSync(layout.current))) };
}
