import { existsSync } from 'node:fs';
import { canInstall, installPackages } from './debian.mjs';
import { StepFailed } from './run.mjs';

const chromium = {
  name: 'Chromium or Chrome',
  variable: 'CHROMIUM_PATH',
  package: 'chromium',
  usual: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
};

const firefox = {
  name: 'Firefox',
  variable: 'FIREFOX_PATH',
  package: 'firefox-esr',
  usual: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
};

/** Chromium without its own windows and menus, which cost a page of a test a fifth of its processor time. */
const headlessShell = {
  name: 'headless shell of Chromium',
  variable: 'HEADLESS_SHELL_PATH',
  package: 'chromium-headless-shell',
  usual: ['/usr/bin/chromium-headless-shell'],
};

export const findOrInstallChromium = () => findOrInstall(chromium);
/** Undefined where there is none: any Chromium serves as well. */
export const findOrInstallHeadlessShell = () => findOrInstall(headlessShell).catch(() => undefined);
export const findOrInstallFirefox = () => findOrInstall(firefox);

/** The path of a browser: from a variable, else from the usual places, else Debian's, installed on demand. */
async function findOrInstall({ name, variable, package: debian, usual }) {
  const named = process.env[variable];
  if (named) {
    if (existsSync(named)) return named;
    throw new StepFailed(`${variable} names ${named}, which does not exist.`);
  }
  const found = usual.find((path) => existsSync(path));
  if (found) return found;
  if (!canInstall()) throw new StepFailed(`No ${name} found: install one, or set ${variable}.`);
  await installPackages(debian);
  return usual[0];
}
