import { execFileSync } from 'node:child_process';
import { isTest } from './files.mjs';
import { root } from './root.mjs';
import { StepFailed } from './run.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/**
 * The commit that `--changed [commit]` names, HEAD by default; undefined without the option.
 * @throws StepFailed when there is no such commit
 */
export async function findChangedSince(options = process.argv.slice(2)) {
  if (options[0] !== '--changed') return;
  const [, commit = 'HEAD'] = options;
  try {
    return git('rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`).trim();
  } catch {
    throw new StepFailed(`There is no commit ${commit}.`);
  }
}

/** Whether anything that is built has changed since, tests aside; new files count. */
export function hasChangedSources(commit) {
  const changed = git('diff', '--name-only', commit) + git('ls-files', '--others', '--exclude-standard');
  return changed.split('\n').some((file) => isBuilt.test(file) && !isTest(file));
}

const isBuilt = /^(apps|packages)\/|^package-lock\.json$|^tools\/(start|lib|launcher|release)/;
