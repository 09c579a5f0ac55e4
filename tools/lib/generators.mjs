import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';
import { run } from './run.mjs';

/** Generated files that are committed. */
const generators = [{ script: 'apps/server/src/print-openapi.ts', result: 'docs/api/openapi.json' }];

/**
 * Writes each generated file, or with `check` only compares it.
 * @returns a line per difference, or nothing
 */
export async function runGenerators({ check }) {
  const problems = [];
  for (const { script, result } of generators) {
    if (!existsSync(join(root, script)) && !existsSync(join(root, result))) continue;
    const { code, stdout, output } = await run(process.execPath, ['--import', 'tsx', script]);
    if (code !== 0) problems.push(`${script} failed:\n${output}`);
    else if (check) problems.push(...compare(result, stdout));
    else write(result, stdout);
  }
  return problems.join('\n');
}

function compare(result, fresh) {
  const path = join(root, result);
  if (existsSync(path) && readFileSync(path, 'utf8') === fresh) return [];
  return [`${result} is not what its source says now: run npm run generate and commit it.`];
}

function write(result, fresh) {
  const path = join(root, result);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, fresh);
  console.log(`Wrote ${result}`);
}
