import { writeFile } from 'node:fs/promises';
import { platform, release, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#config';
import { examine } from '#platform/doctor/examine';
import type { Finding } from '#platform/doctor/finding';
import { howToRun } from '#platform/how-to-run';
import { trustAuthorities } from '#platform/network/trusted-authorities';
import { migrationNames } from '#platform/schema/migrate';
import product from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../../', import.meta.url));

const usage = `Usage: ${howToRun('doctor', '[--bundle <file>]')}

Looks at what the installation needs, with the settings of this environment, and changes nothing: data folder, disk, secret key,
backups, database, clock, key systems, server, proxy, trusted authorities and mail. Exit code 0: nothing is wrong, 1: something is.
--bundle also writes a file for support: versions, which settings are set, and what was found. It holds no names of people, no
settings' values and no secrets.
`;

const marks = { ok: 'ok     ', warning: 'WARNING', wrong: 'WRONG  ' } as const;

const describe = (findings: readonly Finding[]): string =>
  findings
    .map(
      ({ check, state, text, remedy }) => `${marks[state]} ${check}: ${text}\n${remedy ? `        ${remedy}\n` : ''}`,
    )
    .join('');

/** Addresses are left out of what is found: they may be those of an internal network. */
async function writeBundle(file: string, findings: readonly Finding[]): Promise<void> {
  const bundle = {
    written_at: new Date().toISOString(),
    product: product.version,
    node: process.versions.node,
    system: `${platform()} ${release()}`,
    memory_mib: Math.round(totalmem() / 1_048_576),
    migrations: migrationNames.length,
    settings_set: Object.keys(process.env).filter((name) =>
      /^(KEY2XS_|DATABASE_(DIRECT_)?URL$|PORT$|HOST$|NODE_|HTTPS_PROXY|NO_PROXY$)/i.test(name),
    ),
    found: findings.map(({ check, state, remedy }) => ({
      check: check.replace(/^(key system) .*/, '$1'),
      state,
      remedy,
    })),
  };
  await writeFile(file, `${JSON.stringify(bundle, null, 2)}\n`, { mode: 0o600 });
}

async function main(args: string[]): Promise<number> {
  const bundle = parse(args);
  if (bundle === false) {
    process.stderr.write(usage);
    return 2;
  }
  let findings: Finding[];
  try {
    const config = readConfig(process.env, root);
    trustAuthorities(config.authorities);
    findings = await examine(config, { now: new Date(), env: process.env });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings = error.lines.map((text) => ({
      check: 'settings',
      state: 'wrong',
      text,
      remedy: 'Correct this setting.',
    }));
  }
  process.stdout.write(describe(findings));
  if (bundle !== undefined) await writeBundle(resolve(bundle), findings);
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
}

/** The file of the bundle; false: not understood. */
function parse(args: string[]): string | undefined | false {
  try {
    return parseArgs({ args, options: { bundle: { type: 'string' } } }).values.bundle;
  } catch {
    return false;
  }
}

process.exitCode = await main(process.argv.slice(2));
