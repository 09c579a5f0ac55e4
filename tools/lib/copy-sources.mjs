import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

/** @returns a folder with all tracked and untracked files, and the installed packages */
export async function copySources() {
  const copy = await mkdtemp(join(tmpdir(), 'key2xs-safeguards-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(root, file), join(copy, file)).catch((error) => {
      if (error.code !== 'ENOENT') throw error; // deleted and not yet committed
    });
  }
  const modules = join(copy, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(join(root, 'node_modules'))) {
    const from = join(root, 'node_modules', name);
    // Our own packages are links to sibling folders, so copy the links; also the marker of a complete installation.
    const isOurs = name === '@key2xs' || name === '.key2xs-installed';
    if (isOurs) await cp(from, join(modules, name), { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith('.') || name === '.bin') await symlink(from, join(modules, name));
  }
  return copy;
}
