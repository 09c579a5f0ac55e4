import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#config';
import { recordEvent } from '#platform/audit/audit';
import { type ChainDeps, deriveAuditKey, sealAllPending } from '#platform/audit/audit-chain';
import { endText } from '#platform/audit/audit-end';
import { eventSigner } from '#platform/audit/audit-event';
import { fileNote } from '#platform/audit/audit-note';
import { verifyChain } from '#platform/audit/audit-verification';
import { openDatabase } from '#platform/database/db';
import { migrate } from '#platform/schema/migrate';
import { loadSecretKey } from '#platform/secrets/secret-key';

const program = fileURLToPath(new URL('./audit-verify.ts', import.meta.url));
const log = pino({ level: 'silent' });
const other = 'ab'.repeat(32);

let dataDir: string;
/** Where the log of three rows ends. */
let end: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'key2xs-verify-'));
  end = await inDatabase(async (deps) => {
    await migrate(deps.db);
    const caller = { actor: undefined, name: 'ada', request_id: null, sign: eventSigner(deps.auditKey) };
    for (let n = 1; n <= 3; n++) {
      await deps.db.transaction().execute((tx) => recordEvent(tx, caller, 'admin.invited', { details: { n } }));
    }
    await sealAllPending(deps);
    return endText((await verifyChain(deps)).head);
  });
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** As the server does, which is stopped while the command runs. */
async function inDatabase<T>(work: (deps: ChainDeps) => Promise<T>): Promise<T> {
  const config = readConfig({ KEY2XS_DATA_DIR: dataDir });
  const auditKey = deriveAuditKey(await loadSecretKey(config));
  const { db, close } = await openDatabase(config, log);
  try {
    return await work({ db, auditKey, log, auditNote: fileNote({ dataDir, isEmbedded: true }, auditKey) });
  } finally {
    await close();
  }
}

async function verify(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, KEY2XS_DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], { env });
  const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, said: said + wrong };
}

describe('audit:verify', () => {
  test('ends with 0 where the log is whole, and says where it ends in a form that can be given back', async () => {
    const { code, said } = await verify('--expect', end);
    expect(said).toBe(`The audit log is whole: 3 rows.\nEnd of the chain: ${end}\n`);
    expect(code).toBe(0);
  });

  test('ends with 1 where the log is shorter than expected', async () => {
    const { code, said } = await verify('--expect', `4:${other}`);
    expect(said).toContain(`  4  truncated  The end 4:${other} is expected, but the log ends at 3.\n`);
    expect(code).toBe(1);
  });

  test('ends with 1 where the log has another row than expected', async () => {
    const { code, said } = await verify('--expect', `2:${other}`);
    expect(said).toContain(`  2  replaced  The end 2:${other} is expected, but this row is another one.\n`);
    expect(code).toBe(1);
  });

  test.each([
    ['an end in another form', ['--expect', '3'], '--expect needs position:hash'],
    ['no reason', ['--accept', ' '], '--accept needs a reason'],
    ['an unknown option', ['--repair'], "Unknown option '--repair'"],
  ])('ends with 2 for %s', async (_, args, told) => {
    const { code, said } = await verify(...args);
    expect(said).toContain(told);
    expect(code).toBe(2);
  });

  test('takes the log as it stands on request, and only where it is not whole', async () => {
    const whole = await verify('--accept', 'Nothing happened');
    expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('is whole: 3 rows') });
    await inDatabase(({ db }) => sql`delete from audit_event where seq = 3`.execute(db));
    expect(await verify()).toMatchObject({ code: 1, said: expect.stringContaining('is NOT whole: 2 rows') });
    const accepted = await verify('--accept', 'Backup put back');
    expect(accepted).toMatchObject({ code: 0, said: expect.stringContaining('is whole: 3 rows') });
    expect(await verify('--expect', end)).toMatchObject({ code: 1 });
  });

  test('ends with 2 where the database is of an earlier version', async () => {
    await inDatabase(({ db }) => sql`alter table audit_event drop column mac`.execute(db));
    const { code, said } = await verify();
    expect(said).toContain('Start the server once');
    expect(code).toBe(2);
  });
});
