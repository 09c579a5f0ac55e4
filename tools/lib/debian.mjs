import { readFileSync } from 'node:fs';
import { runOrFail } from './run.mjs';

/** Whether missing programs can be installed without asking: Debian or a derivative, as root. */
export function canInstall() {
  if (process.getuid?.() !== 0) return false;
  try {
    return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** Installs Debian packages without recommended ones. @throws StepFailed with apt's output */
export async function installPackages(...names) {
  console.log(`Installing Debian's ${names.join(', ')}…`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const failure = `Debian's ${names.join(', ')} could not be installed.`;
  await runOrFail(failure, 'apt-get', ['update', '-qq'], options);
  await runOrFail(failure, 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
}
