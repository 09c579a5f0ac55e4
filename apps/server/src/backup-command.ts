import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type Config, ConfigError, readConfig } from '#config';
import { backupName } from '#platform/backup/back-up-daily';
import { writeBackup } from '#platform/backup/write-backup';
import { backUpByServer, ServerRefuses } from '#platform/control/ask-server';
import { DatabaseUnavailable } from '#platform/database/await-database';
import { DataFolderInUse } from '#platform/database/data-lock';
import { openDatabase } from '#platform/database/db';
import { howToRun } from '#platform/how-to-run';
import { createLog } from '#platform/log';
import { findSecretKey } from '#platform/secrets/secret-key';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const usage = `Usage: ${howToRun('backup', '[--out <file>] [--recipient <age1…>]')}
       ${howToRun('backup', '--new-key')}

Writes the whole installation as of now, with its secrets, to one encrypted file. The server may run: with
PostgreSQL it goes on meanwhile, with the embedded database it reads the backup itself, and answers others when it is done.
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

function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

type Wanted = { out: string | undefined; recipient: string | undefined };

/** @throws ConfigError */
async function backUp(config: Config, wanted: Wanted): Promise<string> {
  const recipient = wanted.recipient ?? process.env.KEY2XS_BACKUP_RECIPIENT;
  if (!recipient)
    throw new ConfigError(['Whose backup is it? Set KEY2XS_BACKUP_RECIPIENT, or make one with --new-key']);
  if (!isRecipient(recipient)) throw new ConfigError(['This is no recipient: it begins with age1']);
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
  try {
    const { rows, bytes } = await write(config, { secretKey, now, file, recipient, signal: stopping.signal });
    return `${file}: ${rows} rows, ${(bytes / 1_048_576).toFixed(1)} MiB\n`;
  } catch (error) {
    throw stopping.signal.aborted ? new ConfigError(['The backup was stopped. Nothing was written.']) : error;
  }
}

type Backup = { secretKey: Buffer; now: Date; file: string; recipient: string; signal: AbortSignal };

/** The embedded database is open in one process: where the server runs, it reads. */
async function write(config: Config, { secretKey, now, file, recipient, signal }: Backup) {
  const byServer = config.databaseUrl ? undefined : await backUpByServer(config.dataDir, { file, recipient, signal });
  if (byServer) return byServer;
  const { db, close } = await openDatabase(config, createLog('warn'));
  try {
    return await writeBackup({ db, secretKey, now, stopping: signal }, { file, recipient });
  } finally {
    await close();
  }
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
  const isExpected = [ConfigError, DataFolderInUse, DatabaseUnavailable, ServerRefuses].some(
    (kind) => error instanceof kind,
  );
  if (!(error instanceof Error)) return String(error);
  return isExpected || 'code' in error ? error.message : String(error.stack);
}

process.exitCode = await main(process.argv.slice(2));
