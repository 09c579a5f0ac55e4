import { existsSync } from 'node:fs';
import { canInstall, installPackages } from './debian.mjs';
import { StepFailed } from './run.mjs';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium or Chrome: CHROMIUM_PATH, else one in the usual places, else Debian's, installed now. */
export async function findOrInstallChromium() {
  const { CHROMIUM_PATH: named } = process.env;
  if (named) {
    if (existsSync(named)) return named;
    throw new StepFailed(`CHROMIUM_PATH names ${named}, which does not exist.`);
  }
  const found = usual.find((path) => existsSync(path));
  if (found) return found;
  if (!canInstall()) throw new StepFailed('No Chromium or Chrome found: install one, or set CHROMIUM_PATH.');
  await installPackages('chromium');
  return usual[0];
}
