import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { backupAuditLog, recordUpdates } from '#test/backup-audit-log';
import { startSchedule } from '#test/start-schedule';
import { recordEvent } from './audit';
import { acceptEnd } from './audit-acceptance';
import { openChain, sealAllPending } from './audit-chain';
import { endText } from './audit-end';
import { memoryNote } from './audit-note';
import { verifyChain } from './audit-verification';

/** Sealed and noted, with `count` rows more. */
async function addRows(app: TestApp, count: number): Promise<string> {
  await recordUpdates(app, count);
  await sealAllPending(app.deps);
  const { ok, head } = await verifyChain(app.deps);
  expect(ok).toBe(true);
  return endText(head);
}

async function noteFile({ deps }: TestApp): Promise<string> {
  const [name] = (await readdir(deps.config.dataDir)).filter((entry) => entry.startsWith('audit-end'));
  return join(deps.config.dataDir, name ?? 'none');
}

const named = async ({ deps }: TestApp) => (await verifyChain(deps)).problems.map(({ seq, kind }) => `${seq} ${kind}`);

const accepted = ({ db }: TestApp) =>
  db
    .selectFrom('audit_event')
    .select(['details', 'seq'])
    .where('action', '=', 'audit_log.end_accepted')
    .executeTakeFirstOrThrow();

describe('a log put back to an earlier state', () => {
  test('is named, and not sealed on', async ({ app }) => {
    await addRows(app, 3);
    const restore = await backupAuditLog(app);
    const end = await addRows(app, 2);
    await restore();
    expect(await named(app)).toEqual(['4 truncated']);
    await recordUpdates(app, 3);
    await expect(sealAllPending(app.deps)).rejects.toThrow(`does not hold ${end}`);
    expect(await verifyChain(app.deps)).toMatchObject({ ok: false, checked: 3, unsealed: 3 });
  });

  test('is named also when another server has sealed on', async ({ app }) => {
    await addRows(app, 3);
    const restore = await backupAuditLog(app);
    await addRows(app, 1);
    await restore();
    await recordUpdates(app, 3);
    await sealAllPending({ ...app.deps, auditNote: memoryNote() });
    expect(await named(app)).toEqual(['4 replaced']);
    await expect(sealAllPending(app.deps)).rejects.toThrow('does not hold');
  });

  test('is logged at the start, and does not prevent the start', async ({ app }) => {
    await addRows(app, 3);
    const restore = await backupAuditLog(app);
    const end = await addRows(app, 1);
    await restore();
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
    await openChain({ ...app.deps, log });
    expect(lines).toEqual([expect.stringContaining(end)]);
  });

  test('is logged while nothing is recorded, too', async ({ app }) => {
    await addRows(app, 3);
    const restore = await backupAuditLog(app);
    const end = await addRows(app, 1);
    await restore();
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
    const stop = startSchedule({ ...app.deps, log }, 'seal-audit-log', 5);
    await expect.poll(() => lines[0]).toContain(end);
    await stop();
  });

  test('can be accepted with a reason, which is recorded', async ({ app }) => {
    const earlier = await addRows(app, 3);
    const restore = await backupAuditLog(app);
    const end = await addRows(app, 2);
    await restore();
    await recordUpdates(app, 1);
    await acceptEnd(app.deps, 'Backup put back');
    expect(await verifyChain(app.deps)).toMatchObject({ ok: true, checked: 5, unsealed: 0 });
    const details = { reason: 'Backup put back', found: earlier, noted: end, refused: 0 };
    expect(await accepted(app)).toEqual({ seq: '5', details });
    await addRows(app, 1);
  });

  test('is the same log where nothing has happened since', async ({ app }) => {
    await addRows(app, 3);
    await (await backupAuditLog(app))();
    await addRows(app, 1);
  });
});

describe('a log without a beginning', () => {
  const empty = async ({ db }: TestApp) => {
    await sql`delete from audit_event`.execute(db);
    await sql`delete from audit_head`.execute(db);
  };

  test('is named, and none is begun in its place', async ({ app }) => {
    const end = await addRows(app, 3);
    await empty(app);
    expect(await named(app)).toEqual(['1 truncated']);
    await recordUpdates(app, 1);
    await expect(sealAllPending(app.deps)).rejects.toThrow('The noted end of the audit log is gone');
    await acceptEnd(app.deps, 'A new beginning');
    expect(await accepted(app)).toMatchObject({ seq: '2', details: { found: `0:${'0'.repeat(64)}`, noted: end } });
    await addRows(app, 1);
  });

  test('is named where there are administrators, also without a note', async ({ app }) => {
    await addRows(app, 3);
    await app.as('superadmin').token();
    await empty(app);
    await rm(await noteFile(app));
    expect(await named(app)).toEqual(['1 truncated']);
    await recordUpdates(app, 1);
    await sql`insert into audit_event (id, actor_name, action, details_salt, details_hash)
      values (gen_random_uuid(), 'eve', 'admin.registered', '', '')`.execute(app.db);
    await expect(sealAllPending(app.deps)).rejects.toThrow('is gone');
    expect(await named(app)).toEqual(['1 truncated', 'null forged']);
  });

  test('is one that begins when the first administrator is registered', async ({ app }) => {
    await app.as('superadmin').token();
    const caller = { actor: undefined, name: 'start-up', request_id: null, sign: app.deps.signEvent };
    await app.db.transaction().execute((tx) => recordEvent(tx, caller, 'admin.registered'));
    expect(await named(app)).toEqual([]);
    await addRows(app, 1);
  });
});

describe('the note in the data folder', () => {
  test('is created again if missing', async ({ app }) => {
    await addRows(app, 3);
    await rm(await noteFile(app));
    await openChain(app.deps);
    expect(await app.deps.auditNote.find()).toMatchObject({ seq: 3 });
  });

  test('is not believed once it was changed', async ({ app }) => {
    await addRows(app, 3);
    const file = await noteFile(app);
    await writeFile(file, (await readFile(file, 'utf8')).replace('3:', '2:'));
    expect(await named(app)).toEqual(['null edited']);
    await expect(sealAllPending(app.deps)).rejects.toThrow('was changed or belongs to another installation');
    await acceptEnd(app.deps, 'The disk was damaged');
    expect(await accepted(app)).toMatchObject({ details: { noted: null } });
    await addRows(app, 1);
  });

  test('detects a log of another installation with the same key', async ({ app }) => {
    await addRows(app, 3);
    await app.deps.auditNote.write({ seq: 2, hash: 'ab'.repeat(32) });
    expect(await named(app)).toEqual(['2 replaced']);
    await recordUpdates(app, 1);
    await expect(sealAllPending(app.deps)).rejects.toThrow('does not hold 2:abab');
  });
});

test('accepting the log drops refused rows and continues after cut off or inserted ones', async ({ app }) => {
  await addRows(app, 5);
  await sql`insert into audit_event (id, actor_name, action, details_salt, details_hash)
    values (gen_random_uuid(), 'eve', 'admin.invited', '', '')`.execute(app.db);
  await sealAllPending(app.deps);
  await sql`delete from audit_event where seq in (5, 6)`.execute(app.db);
  await sql`update audit_head set mac = 'forged'`.execute(app.db);
  expect(await named(app)).toEqual(['5 truncated', '6 edited', 'null forged']);
  await acceptEnd(app.deps, 'Looked at it');
  expect(await accepted(app)).toMatchObject({ seq: '5', details: { refused: 1 } });
  await addRows(app, 1);
});

test('two servers that seal concurrently, each with its note, share one chain', async ({ app }) => {
  const servers = [
    { ...app.deps, auditNote: memoryNote() },
    { ...app.deps, auditNote: memoryNote() },
  ];
  let isWriting = true;
  const sealers = servers.map(async (deps) => {
    while (isWriting) await sealAllPending(deps);
    await sealAllPending(deps);
  });
  for (let n = 0; n < 15; n++) await recordUpdates(app, 3);
  isWriting = false;
  await Promise.all(sealers);
  for (const deps of servers) {
    expect(await verifyChain(deps)).toMatchObject({ ok: true, checked: 45, unsealed: 0 });
    expect(await deps.auditNote.find()).toMatchObject({ seq: 45 });
  }
});
