import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type Config, ConfigError, readConfig } from '#config';
import { backupName } from '#platform/backup/back-up-daily';
import { writeBackup } from '#platform/backup/write-backup';
import { DatabaseUnavailable } from '#platform/database/await-database';
import { DataFolderInUse } from '#platform/database/data-lock';
import { openDatabase } from '#platform/database/db';
import { howToRun } from '#platform/how-to-run';
import { createLog } from '#platform/log';
import { findSecretKey } from '#platform/secrets/secret-key';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const usage = `Usage: ${howToRun('backup', '[--out <file>] [--recipient <age1…>]')}
       ${howToRun('backup', '--new-key')}

Writes the whole installation as of now, with its secrets, to one encrypted file. On PostgreSQL the server goes on meanwhile; with
the embedded database stop it first, or set KEY2XS_BACKUP_DIR so that it writes a backup each day by itself.
Without --recipient it is KEY2XS_BACKUP_RECIPIENT. --new-key prints a recipient and the recovery key that opens its backups.
`;

async function newKey(): Promise<string> {
  const recoveryKey = await generateX25519Identity();
  return [
    `Recipient:    ${await identityToRecipient(recoveryKey)}`,
    `Recovery key: ${recoveryKey}`,
    '',
    'Set KEY2XS_BACKUP_RECIPIENT to the recipient. Print the recovery key and keep it in a safe, not on this machine:',
    'who has it can open every backup, and without it none can be restored. It is shown here only.',
    '',
  ].join('\n');
}

type Wanted = { out: string | undefined; recipient: string | undefined };

/** @throws ConfigError */
async function backUp(config: Config, wanted: Wanted): Promise<string> {
  const recipient = wanted.recipient ?? process.env.KEY2XS_BACKUP_RECIPIENT;
  if (!recipient)
    throw new ConfigError(['Whose backup is it? Set KEY2XS_BACKUP_RECIPIENT, or make one with --new-key']);
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database'))) {
    throw new ConfigError([`${config.dataDir}: there is no database here. Set KEY2XS_DATA_DIR or DATABASE_URL`]);
  }
  const secretKey = await findSecretKey(config);
  if (!secretKey) {
    throw new ConfigError([`${config.dataDir}: there is no secret.key here, and KEY2XS_SECRET_KEY is not set`]);
  }
  const now = new Date();
  const file = resolve(wanted.out ?? join(config.backup?.directory ?? '.', backupName(now)));
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopping.abort());
  const { db, close } = await openDatabase(config, createLog('warn'));
  try {
    const source = { db, secretKey, now, stopping: stopping.signal };
    const { rows, bytes } = await writeBackup(source, { file, recipient }).catch(explain);
    return `${file}: ${rows} rows, ${(bytes / 1_048_576).toFixed(1)} MiB\n`;
  } finally {
    await close();
  }
}

function explain(error: unknown): never {
  const isRecipient = error instanceof Error && /recipient/i.test(error.message);
  if (isRecipient) throw new ConfigError(['This is no recipient: it begins with age1']);
  throw error;
}

/** Exit code 0: written, 1: not possible, 2: the command was not understood. */
async function main(args: string[]): Promise<number> {
  try {
    const { values } = parse(args);
    if (values['new-key']) process.stdout.write(await newKey());
    else
      process.stdout.write(
        await backUp(readConfig(process.env, root), { out: values.out, recipient: values.recipient }),
      );
    return 0;
  } catch (error) {
    process.stderr.write(error instanceof NotUnderstood ? usage : `${describe(error)}\n`);
    return error instanceof NotUnderstood ? 2 : 1;
  }
}

class NotUnderstood extends Error {}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { out: { type: 'string' }, recipient: { type: 'string' }, 'new-key': { type: 'boolean' } },
    });
  } catch (error) {
    throw new NotUnderstood('', { cause: error });
  }
}

function describe(error: unknown): string {
  const isExpected = [ConfigError, DataFolderInUse, DatabaseUnavailable].some((kind) => error instanceof kind);
  if (!(error instanceof Error)) return String(error);
  return isExpected || 'code' in error ? error.message : String(error.stack);
}

process.exitCode = await main(process.argv.slice(2));
