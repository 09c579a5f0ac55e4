import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { disk } from './disk.mjs';
import { Failure } from './failure.mjs';
import { hasKept } from './kept-data.mjs';

/*
 * What a power cut leaves of an upgrade with the embedded database, and what starts then:
 *
 * | cut while                              | `current` leads to  | data                     | then                                      |
 * |----------------------------------------|---------------------|--------------------------|-------------------------------------------|
 * | the data is copied                     | former              | as before                | the former starts; the copy is deleted by |
 * |                                        |                     |                          | the next upgrade                          |
 * | the link is switched                   | former or next      | as before                | either starts                             |
 * | the next version migrates and starts   | next                | the next version's       | it goes on; `upgrade --back` goes back    |
 * | the copy is deleted                    | next                | the next version's       | it starts                                 |
 * | data is put back                       | next, withdrawn     | of both                  | nothing starts until `upgrade` ends it    |
 * | the link is switched back              | next, withdrawn, or | as before                | `upgrade` ends it, or the former starts   |
 * |                                        | former              |                          |                                           |
 * | what was put aside is deleted          | former              | as before                | the former starts                         |
 */

const withdrawnOf = (folder) => join(folder, 'apps-withdrawn');

/** Notes which version an upgrade leads from, before it switches. */
export function noteUpgrade({ upgrade }, from, to) {
  const draft = `${upgrade}.new`;
  writeFileSync(draft, `${JSON.stringify({ from, to })}\n`, { mode: 0o644 });
  disk.flush();
  disk.rename(draft, upgrade);
  disk.flush();
}

export const forgetUpgrade = ({ upgrade }) => rmSync(upgrade, { force: true });

/**
 * The upgrade to the current version, where it was cut off.
 * @returns {{ from: string, to: string, isGoingBack: boolean, hasData: boolean } | undefined} `isGoingBack`: the data of before is
 *   being put back
 */
export function findUnfinished({ layout, folder }) {
  if (!existsSync(layout.upgrade)) return undefined;
  const { from, to } = JSON.parse(readFileSync(layout.upgrade, 'utf8'));
  if (to !== basename(folder)) return undefined; // it had not switched yet, or had gone back
  return { from, to, isGoingBack: existsSync(withdrawnOf(folder)), hasData: hasKept(layout) };
}

/** The command that ends an upgrade which was cut off. */
export const upgradeCommand = ({ root, current }) =>
  root === '/' ? 'sudo key2xs upgrade' : `${join(current, 'key2xs')} upgrade`;

const sentence = (layout) =>
  `An upgrade was cut off while it put the data of before back. End that with: ${upgradeCommand(layout)}`;

/** Nothing of this version starts any more, by the service or by hand; it says what to do instead. */
export function withdraw({ layout, folder }) {
  if (existsSync(withdrawnOf(folder))) return;
  disk.rename(join(folder, 'apps'), withdrawnOf(folder));
  const programs = join(folder, 'apps/server/dist');
  mkdirSync(programs, { recursive: true });
  const text = `console.error(${JSON.stringify(sentence(layout))});\nprocess.exit(1);\n`;
  writeFileSync(join(programs, 'main.js'), text);
  disk.flush();
}

/** @throws Failure while the data may be that of two versions */
export function requireWholeData(installation) {
  if (findUnfinished(installation)?.isGoingBack) throw new Failure(sentence(installation.layout));
}
