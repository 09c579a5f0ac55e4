import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { uuidv7 } from 'uuidv7';
import { type Config, ConfigError, readConfig } from '#config';
import { deriveAuditKey } from '#platform/audit/audit-chain';
import { eventSigner } from '#platform/audit/audit-event';
import { DataFolderInUse } from '#platform/database/data-lock';
import { openDatabase } from '#platform/database/db';
import { howToRun } from '#platform/how-to-run';
import { createLog } from '#platform/log';
import { ownAddress } from '#platform/network/own-address';
import { findSecretKey } from '#platform/secrets/secret-key';
import { issueReset } from './features/auth/service';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const factorFlag = '--second-factor';

const usage = `Usage: ${howToRun('admin', `reset <username> [${factorFlag}]`)}

Prints a link with which this administrator sets a new password. It works once, for an hour.
With ${factorFlag} it also removes the authenticator app, the passkeys and the recovery codes, for someone who has lost them.
`;

/** @throws ConfigError when there is no installation, or no such administrator */
async function reset(config: Config, username: string, resetsFactors: boolean): Promise<string> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database'))) {
    throw new ConfigError([`${config.dataDir}: there is no database here. Set KEY2XS_DATA_DIR or DATABASE_URL`]);
  }
  const master = await findSecretKey(config);
  if (!master) {
    throw new ConfigError([`${config.dataDir}: there is no secret.key here, and KEY2XS_SECRET_KEY is not set`]);
  }
  const { db, close } = await openDatabase(config, createLog('warn'));
  try {
    const caller = {
      actor: undefined,
      name: 'npm run admin',
      request_id: null,
      sign: eventSigner(deriveAuditKey(master)),
    };
    const issued = await issueReset({ db, clock: () => new Date(), newId: uuidv7 }, caller, username, {
      resetsFactors,
    });
    if (!issued) throw new ConfigError([`There is no active administrator "${username}"`]);
    const base = config.publicUrl ?? ownAddress(config);
    const also = resetsFactors ? ' and removes the second factors' : '';
    // After the #, so that neither a proxy nor an access log sees the token.
    return `${issued.username} sets a new password${also} at this address, once, until ${issued.expiresAt.toISOString()}:\n${base}/reset-password#${issued.token}\n`;
  } finally {
    await close();
  }
}

/** Exit code 0: printed, 1: not possible, 2: the command was not understood. */
async function main(args: string[]): Promise<number> {
  const [command, username, ...rest] = args.filter((arg) => arg !== factorFlag);
  if (command !== 'reset' || !username || rest.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  try {
    process.stdout.write(await reset(readConfig(process.env, root), username, args.includes(factorFlag)));
    return 0;
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof DataFolderInUse;
    process.stderr.write(`${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
