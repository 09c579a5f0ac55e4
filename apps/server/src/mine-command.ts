import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  anonymised,
  minedPlanFile,
  mineExact,
  type PlainRights,
  PlainRightsError,
  readPlainRights,
  runToEnd,
  writePlainRights,
} from '@key2xs/domain';

const help = `npm run mine -- <file> [options]

Mines the fewest access profiles that give exactly the access in a file with lines
  <person>TAB<cylinder> <cylinder> ...
and prints one line of JSON: profiles, links, lower_bound, seconds.

  --out <file>         writes the result, for npm run verify-plan
  --seed <number>      another seed finds other profiles of the same access; 1 if left out
  --anonymised <file>  only writes the same access with numbers in place of ids, in random order
`;

class UsageError extends Error {}

/** Exit code 0: done, 1: the file or the command is wrong. */
async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = options(args);
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new UsageError(help);
    const seed = Number(values.seed ?? 1);
    if (!Number.isInteger(seed)) throw new UsageError('--seed needs a whole number.');
    const rights = readPlainRights(await readText(file));
    if (values.anonymised !== undefined) {
      await writeFile(pathOf(values.anonymised), [...writePlainRights(anonymised(rights, seed))]);
      return 0;
    }
    await mine(rights, seed, values.out);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof PlainRightsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function options(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { out: text, seed: text, anonymised: text } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Relative to where npm was called. */
const pathOf = (file: string) => resolve(process.env.INIT_CWD ?? '.', file);

async function readText(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(pathOf(file));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file} is not UTF-8 text.`);
  }
}

async function mine({ people, cylinders, relation }: PlainRights, seed: number, out?: string): Promise<void> {
  const start = performance.now();
  const { profiles, lowerBound, proof } = runToEnd(mineExact(relation, { seed }));
  const seconds = Math.round(performance.now() - start) / 1_000;
  const links = profiles.reduce((sum, profile) => sum + profile.people.length + profile.cylinders.length, 0);
  process.stdout.write(`${JSON.stringify({ profiles: profiles.length, links, lower_bound: lowerBound, seconds })}\n`);
  if (out === undefined) return;
  const blocks = profiles.map((profile, at) => ({ id: String(at + 1), ...profile }));
  const file = minedPlanFile({ people, cylinders, relation, profiles: blocks, proof });
  await writeFile(pathOf(out), JSON.stringify(file));
}

process.exitCode = await main(process.argv.slice(2));
