import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { AuditVerification } from '@key2xs/contract';
import { type Config, ConfigError, readConfig } from '#config';
import { acceptEnd } from '#platform/audit/audit-acceptance';
import { deriveAuditKey } from '#platform/audit/audit-chain';
import { AuditChainBroken, type ChainEnd, endText, parseEnd } from '#platform/audit/audit-end';
import { fileNote, openAuditNote } from '#platform/audit/audit-note';
import { verifyChain } from '#platform/audit/audit-verification';
import { DataFolderInUse } from '#platform/database/data-lock';
import { openDatabase } from '#platform/database/db';
import { createLog } from '#platform/log';
import { findSecretKey } from '#platform/secrets/secret-key';
import { goBack } from './features/log-forwarding/destination-queries';
import { verifyFile, type WantedPage } from './verify-page';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * `expect`: a chain end kept elsewhere. `accept`: the reason for accepting the log as it is. `page`: an exported file to verify
 * instead of the log.
 */
type Wanted = { expect: ChainEnd | undefined; accept: string | undefined; page: WantedPage | undefined };

const options = {
  expect: { type: 'string' },
  accept: { type: 'string' },
  earlier: { type: 'string' },
  key: { type: 'string' },
  'time-stamp-ca': { type: 'string' },
  'time-stamp-to': { type: 'string' },
} as const;

/** @throws ConfigError */
function readWanted(args: string[]): Wanted {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...others] = positionals;
    if (others.length > 0) throw new Error('Give one file; an earlier one comes after --earlier');
    const ofFile = ['earlier', 'key', 'time-stamp-ca', 'time-stamp-to'] as const;
    const misplaced = ofFile.find((name) => values[name] !== undefined);
    if (!file && misplaced) throw new Error(`--${misplaced} is for an exported file`);
    if (file && (values.expect ?? values.accept)) throw new Error('--expect and --accept are for the log itself');
    const expect = values.expect === undefined ? undefined : parseEnd(values.expect);
    if (values.expect !== undefined && !expect) throw new Error('--expect needs position:hash, as the log has it');
    const accept = values.accept?.trim();
    if (accept === '') throw new Error('--accept needs a reason, e.g. --accept "Backup of 3 May put back"');
    const { earlier, key, 'time-stamp-ca': stampAuthority, 'time-stamp-to': stampFolder } = values;
    return { expect, accept, page: file ? { file, earlier, key, stampAuthority, stampFolder } : undefined };
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)]);
  }
}

/** Checks an installation's audit log. With the embedded database, stop the server first. */
async function verify(config: Config, { expect, accept }: Wanted): Promise<AuditVerification> {
  const isEmbedded = !config.databaseUrl;
  if (isEmbedded && !existsSync(join(config.dataDir, 'database'))) {
    throw new ConfigError([`${config.dataDir}: there is no database here. Set KEY2XS_DATA_DIR or DATABASE_URL`]);
  }
  const master = await findSecretKey(config);
  if (!master)
    throw new ConfigError([`${config.dataDir}: there is no secret.key here, and KEY2XS_SECRET_KEY is not set`]);
  const auditKey = deriveAuditKey(master);
  const place = { dataDir: config.dataDir, isEmbedded };
  const log = createLog('warn');
  const { db, close } = await openDatabase(config, log);
  try {
    const found = await verifyChain({ db, auditKey, auditNote: fileNote(place, auditKey) }, expect);
    if (accept === undefined || found.ok) return found;
    const deps = { db, auditKey, log, auditNote: await openAuditNote(place, auditKey, log) };
    await acceptEnd(deps, accept, goBack);
    return await verifyChain(deps, expect);
  } finally {
    await close();
  }
}

function describe({ ok, checked, unsealed, head, problems }: AuditVerification): string {
  return [
    ok ? `The audit log is whole: ${checked} rows.` : `The audit log is NOT whole: ${checked} rows, of which:`,
    ...problems.map(({ seq, kind, detail }) => `  ${seq ?? '-'}  ${kind}  ${detail}`),
    ...(unsealed > 0 ? [`${unsealed} more rows are not sealed yet; the running server does that.`] : []),
    `End of the chain: ${endText(head)}`,
    '',
  ].join('\n');
}

/** Exit code 0: intact, 1: not intact, 2: could not be checked. */
async function main(): Promise<number> {
  try {
    const wanted = readWanted(process.argv.slice(2));
    if (wanted.page) return await verifyFile(wanted.page);
    const verification = await verify(readConfig(process.env, root), wanted);
    process.stdout.write(describe(verification));
    return verification.ok ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    return 2;
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === undefinedTable || code === undefinedColumn) {
    return 'This database is one of an earlier version, or empty. Start the server once, then check again.';
  }
  const isExpected = [ConfigError, DataFolderInUse, AuditChainBroken].some((kind) => error instanceof kind);
  return isExpected || code === 'ECONNREFUSED' ? error.message : String(error.stack);
}

const undefinedTable = '42P01';
const undefinedColumn = '42703';

process.exitCode = await main();
