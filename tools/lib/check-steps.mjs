import { findFeatureCycles } from './feature-cycles.mjs';
import { runGenerators } from './generators.mjs';
import { findMissingTests } from './named-tests.mjs';
import { findDownloadAddress, findMachineTraces } from './repository-rules.mjs';
import { run, tool } from './run.mjs';
import { findStaleSafeguards } from './stale-safeguards.mjs';
import { singleStep } from './steps.mjs';
import { vitestStep } from './vitest-step.mjs';

const program = (name, ...line) =>
  singleStep(name, async () => {
    const { code, output } = await run(tool(line[0]), line.slice(1));
    return code === 0 ? undefined : output || `ended with code ${code}`;
  });

/** TypeScript 7 compiles natively; 5 beside it is for tools that need its API, and owns the name `tsc`. */
const types = (name, project) => program(name, '../typescript-7/bin/tsc', '--checkers', '1', '-p', project);

/** Also fails when it checked nothing, which reveals a wrong path or pattern. */
const arrows = singleStep('arrows between folders', async () => {
  const { code, output } = await run(tool('depcruise'), ['--config', '.dependency-cruiser.cjs', 'apps', 'packages']);
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  if (code !== 0) return output;
  return modules > 0 ? undefined : `No module was looked at.\n${output}`;
});

/** `arrows` finds cycles of files only; features can form a cycle without one. */
const featureCycles = singleStep('features form no circle', async () => {
  const circles = findFeatureCycles().map((names) => names.join(', '));
  return circles.length === 0 ? undefined : `These features import each other:\n${circles.join('\n')}`;
});

/** Everything that needs neither database nor browser; longest first, to balance two lanes. */
export const staticSteps = [
  types('types of server and packages', 'tsconfig.json'),
  types('types of web', 'apps/web/tsconfig.json'),
  program('dead code', 'knip', '--no-progress', '--no-config-hints'),
  arrows,
  featureCycles,
  program('format and lint', 'biome', 'check', '--error-on-warnings'),
  singleStep('generated files are fresh', () => runGenerators({ check: true })),
  singleStep('lock file has no download addresses', async () => findDownloadAddress()),
  singleStep('no traces of this machine', async () => findMachineTraces()),
  singleStep('security requirements name existing tests', async () => findMissingTests()),
  singleStep('safeguards name existing sources and tests', async () => findStaleSafeguards()),
];

export const unitStep = vitestStep('unit tests', 'unit');
