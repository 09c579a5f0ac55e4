import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '#config';
import { acceptEnd } from '#platform/audit/audit-acceptance';
import { deriveAuditKey } from '#platform/audit/audit-chain';
import { fileNote } from '#platform/audit/audit-note';
import { BackupUnusable } from '#platform/backup/backup-format';
import { openBackup } from '#platform/backup/read-backup';
import { restoreBackup } from '#platform/backup/restore-backup';
import { DatabaseUnavailable } from '#platform/database/await-database';
import { DataFolderInUse } from '#platform/database/data-lock';
import { openDatabase } from '#platform/database/db';
import { howToRun } from '#platform/how-to-run';
import { createLog } from '#platform/log';
import { findSecretKey } from '#platform/secrets/secret-key';
import { goBack } from './features/log-forwarding/destination-queries';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const usage = `Usage: ${howToRun('restore', '<file> [--key-file <file>] [--check]')}

Restores a backup into an empty database: that of DATABASE_URL, else the embedded one of an empty data folder. The recovery key is
read from --key-file, from KEY2XS_RECOVERY_KEY, or asked for. --check reads the whole backup and writes nothing.
The restored installation is paused until a super admin resumes it.
`;

type Wanted = { file: string; recoveryKey: string };

async function check({ file, recoveryKey }: Wanted): Promise<string> {
  const { manifest, parts } = await openBackup(file, recoveryKey);
  let rows = 0;
  for await (const part of parts) if ('lines' in part) rows += part.lines.length;
  return `This backup is whole: ${rows} rows as of ${manifest.taken_at}.\n`;
}

async function restore(config: Config, wanted: Wanted): Promise<string> {
  const log = createLog('warn');
  const database = await openDatabase(config, log);
  const unlimited = database.openUnlimited();
  try {
    const { manifest, rows } = await restoreBackup(
      { db: unlimited.db, log, now: new Date(), takeKey: (key) => keepKey(config, key) },
      wanted,
    );
    const auditKey = deriveAuditKey(Buffer.from(manifest.secret_key, 'base64'));
    const auditNote = fileNote({ dataDir: config.dataDir, isEmbedded: database.isEmbedded }, auditKey);
    // A note of what came after the backup would count as proof that someone has cut off the log.
    const reason = `Backup of ${manifest.taken_at} restored`;
    await acceptEnd({ db: unlimited.db, auditKey, auditNote, log }, reason, goBack);
    return [
      `${rows} rows as of ${manifest.taken_at} are restored.`,
      'The installation is paused: it writes to no other system until a super admin has compared and resumes it.',
      'Start it, sign in, and follow the notice at the top.',
      '',
    ].join('\n');
  } finally {
    await unlimited.close();
    await database.close();
  }
}

/** Puts the key of the backup where the server looks for it. @throws ConfigError where another one is configured */
async function keepKey(config: Config, key: Buffer): Promise<void> {
  const present = await findSecretKey(config);
  if (present?.equals(key)) return;
  if (present) {
    const where = config.secretKey === undefined ? join(config.dataDir, 'secret.key') : 'KEY2XS_SECRET_KEY';
    throw new ConfigError([`${where}: is the key of another installation. Remove it, then restore again`]);
  }
  const file = join(config.dataDir, 'secret.key');
  await writeFile(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

async function findRecoveryKey(file: string | undefined): Promise<string> {
  if (file !== undefined) return (await readFile(file, 'utf8')).trim();
  if (process.env.KEY2XS_RECOVERY_KEY) return process.env.KEY2XS_RECOVERY_KEY.trim();
  if (!process.stdin.isTTY)
    throw new ConfigError(['The recovery key is missing: set KEY2XS_RECOVERY_KEY or --key-file']);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question('Recovery key: ')).trim();
  } finally {
    terminal.close();
  }
}

/** Exit code 0: restored, 1: not possible, 2: the command was not understood. */
async function main(args: string[]): Promise<number> {
  const wanted = parse(args);
  if (!wanted) {
    process.stderr.write(usage);
    return 2;
  }
  try {
    const found = { file: resolve(wanted.file), recoveryKey: await findRecoveryKey(wanted.keyFile) };
    const isCheck = wanted.isCheck;
    process.stdout.write(isCheck ? await check(found) : await restore(readConfig(process.env, root), found));
    return 0;
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    return 1;
  }
}

function parse(args: string[]) {
  try {
    const options = { 'key-file': { type: 'string' }, check: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) return undefined;
    return { file, keyFile: values['key-file'], isCheck: values.check === true };
  } catch {
    return undefined;
  }
}

const expected = [ConfigError, DataFolderInUse, DatabaseUnavailable, BackupUnusable];

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return expected.some((kind) => error instanceof kind) || 'code' in error ? error.message : String(error.stack);
}

process.exitCode = await main(process.argv.slice(2));
