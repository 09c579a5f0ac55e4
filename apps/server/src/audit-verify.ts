import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AuditVerification } from '@key2xs/contract';
import { type Config, ConfigError, readConfig } from '#config';
import { deriveAuditKey, verifyChain } from '#platform/audit-chain';
import { DataFolderInUse } from '#platform/data-lock';
import { openDatabase } from '#platform/db';
import { createLog } from '#platform/log';
import { findSecretKey } from '#platform/secret-key';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Checks the audit log of an installation and changes nothing. The embedded database needs the server to be stopped. */
async function verify(config: Config): Promise<AuditVerification> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database'))) {
    throw new ConfigError([`${config.dataDir}: there is no database here. Set KEY2XS_DATA_DIR or DATABASE_URL`]);
  }
  const master = await findSecretKey(config);
  if (!master)
    throw new ConfigError([`${config.dataDir}: there is no secret.key here, and KEY2XS_SECRET_KEY is not set`]);
  const { db, close } = await openDatabase(config, createLog('warn'));
  try {
    return await verifyChain(db, deriveAuditKey(master));
  } finally {
    await close();
  }
}

function describe({ ok, checked, unsealed, head, problems }: AuditVerification): string {
  return [
    ok ? `The audit log is whole: ${checked} rows.` : `The audit log is NOT whole: ${checked} rows, of which:`,
    ...problems.map(({ seq, kind, detail }) => `  ${seq}  ${kind}  ${detail}`),
    ...(unsealed > 0 ? [`${unsealed} more rows are not sealed yet; the running server does that.`] : []),
    `End of the chain: ${head.seq} ${head.hash}`,
    '',
  ].join('\n');
}

/** 0: whole, 1: not whole, 2: could not be checked. */
async function main(): Promise<number> {
  try {
    const verification = await verify(readConfig(process.env, root));
    process.stdout.write(describe(verification));
    return verification.ok ? 0 : 1;
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof DataFolderInUse || isRefused(error);
    process.stderr.write(`${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
    return 2;
  }
}

const isRefused = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

process.exitCode = await main();
