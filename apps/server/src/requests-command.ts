import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { uuidv7 } from 'uuidv7';
import { type Config, ConfigError, readConfig } from '#config';
import { deriveAuditKey } from '#platform/audit/audit-chain';
import { eventSigner } from '#platform/audit/audit-event';
import { DataFolderInUse } from '#platform/database/data-lock';
import { openDatabase } from '#platform/database/db';
import { createLog } from '#platform/log';
import { findSecretKey } from '#platform/secrets/secret-key';
import { requestsUsage, runRequests } from './features/key-requests/by-command/run-requests';

const root = fileURLToPath(new URL('../../../', import.meta.url));

type Outcome = Awaited<ReturnType<typeof runRequests>>;

/** @throws ConfigError when there is no installation */
async function run(config: Config, args: string[]): Promise<Outcome> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database'))) {
    throw new ConfigError([`${config.dataDir}: there is no database here. Set KEY2XS_DATA_DIR or DATABASE_URL`]);
  }
  const master = await findSecretKey(config);
  if (!master) {
    throw new ConfigError([`${config.dataDir}: there is no secret.key here, and KEY2XS_SECRET_KEY is not set`]);
  }
  const { db, close } = await openDatabase(config, createLog('warn'));
  try {
    const signEvent = eventSigner(deriveAuditKey(master));
    return await runRequests({ db, clock: () => new Date(), newId: uuidv7, signEvent }, args);
  } finally {
    await close();
  }
}

async function main(args: string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help')) {
    process.stderr.write(requestsUsage);
    return args.length === 0 ? 2 : 0;
  }
  try {
    const { code, output } = await run(readConfig(process.env, root), args);
    (code === 0 ? process.stdout : process.stderr).write(output);
    return code;
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof DataFolderInUse;
    process.stderr.write(`${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
