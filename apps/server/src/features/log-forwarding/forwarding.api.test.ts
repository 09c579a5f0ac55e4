import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LogDestinationFields, type LogTarget, logDestinations, maxLogDestinations } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe, onTestFinished } from 'vitest';
import { acceptEnd } from '#platform/audit/audit-acceptance';
import { sealAllPending } from '#platform/audit/audit-chain';
import { memoryNote } from '#platform/audit/audit-note';
import { expect, type TestApp, test } from '#test/app';
import { backupAuditLog, recordUpdates } from '#test/backup-audit-log';
import { localhostIdentity } from '#test/mail-server';
import { allowReceivers } from '#test/receiver';
import { aSyslogReceiver, strangersIdentity } from '#test/syslog-receiver';
import { forwardingFolder } from './append-file';
import { goBack } from './destination-queries';
import { forwardLog } from './forward-log';
import { entriesAfter } from './read-entries';
import { sendEntries } from './send-entries';

const never = new AbortController().signal;

const syslog = (port: number, more: Partial<Extract<LogTarget, { kind: 'syslog' }>> = {}): LogTarget => ({
  kind: 'syslog',
  host: 'localhost',
  port,
  authority_pem: localhostIdentity.cert,
  ...more,
});

const toFile = (file: string): LogTarget => ({ kind: 'file', file, max_megabytes: 1, keep: 2 });

async function aDestination(
  app: TestApp,
  target: LogTarget,
  more: Partial<LogDestinationFields> & { from?: 'now' | 'start' } = {},
) {
  const body = { name: 'SIEM', format: 'ocsf' as const, target, is_enabled: true, from: 'start' as const, ...more };
  return (await app.as('superadmin').call(logDestinations.create, { body })).body;
}

/** Each test has a log of its own, which begins before there is an administrator. */
test.beforeEach(async ({ app }) => {
  const { auditNote } = app.deps;
  Object.assign(app.deps, { auditNote: memoryNote() });
  onTestFinished(() => void Object.assign(app.deps, { auditNote }));
  await recordUpdates(app, 1);
  await sealAllPending(app.deps);
});

/** As the background work does. */
async function work({ deps }: TestApp, { timeoutMs = 15_000 } = {}): Promise<void> {
  await sealAllPending(deps);
  await forwardLog({ ...deps, limits: { timeoutMs } }, never);
}

/** Pauses after failures, and claims, are over. */
const later = ({ db }: TestApp) =>
  db
    .updateTable('log_destination')
    .set({ due_at: new Date(0) })
    .execute();

const find = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(logDestinations.get, { params: { id } })).body;

const positionsIn = (messages: readonly string[]): number[] =>
  messages.map((text) => JSON.parse(text.slice(text.indexOf('{'))).metadata.sequence);

async function lastPosition({ db }: TestApp): Promise<number> {
  return Number((await db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq);
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('syslog over TLS', () => {
  test('gets each entry of the log once, in the order of the chain, from the start or from now', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aSyslogReceiver();
    await recordUpdates(app, 3);
    await sealAllPending(app.deps);
    const { id } = await aDestination(app, syslog(receiver.port));
    const fresh = await aDestination(app, syslog(receiver.port), { from: 'now', is_enabled: false });
    expect(fresh.waiting).toBe(0);
    await work(app);
    await work(app);
    const last = await lastPosition(app);
    expect(positionsIn(receiver.messages)).toEqual(upTo(last));
    expect(receiver.messages[0]).toMatch(/^<\d+>1 \S+Z \S+ Key2XS - [a-z_.]+ \[origin .*\]\[meta sequenceId="1"\] \{/);
    expect(await find(app, id)).toMatchObject({ sent_position: last, waiting: 0, oldest_waiting_at: null });
    expect(await find(app, fresh.id)).toMatchObject({ waiting: 2, oldest_waiting_at: expect.any(String) });
  });

  test('gets everything though the receiver breaks off and is away, and others go on', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aSyslogReceiver();
    const other = await aSyslogReceiver();
    const { id } = await aDestination(app, syslog(receiver.port));
    await aDestination(app, syslog(other.port));
    await recordUpdates(app, 499);
    receiver.breakAt(10);
    await work(app);
    expect(await find(app, id)).toMatchObject({ sent_position: 0, last_error: { error: 'closed' } });
    expect(positionsIn(other.messages)).toEqual(upTo(await lastPosition(app)));
    await receiver.stop();
    await recordUpdates(app, 5);
    await later(app);
    await work(app);
    expect(await find(app, id)).toMatchObject({
      last_error: { error: 'connection' },
      failing_since: expect.any(String),
    });
    await receiver.start();
    await work(app);
    expect((await find(app, id)).sent_position).toBe(0); // it pauses
    await later(app);
    await work(app);
    const positions = positionsIn(receiver.messages);
    expect([...new Set(positions)].sort((a, b) => a - b)).toEqual(upTo(await lastPosition(app)));
    expect(positions.length).toBeGreaterThan(new Set(positions).size);
    expect(await find(app, id)).toMatchObject({ waiting: 0, last_error: null, failing_since: null });
  });

  test('is tried again soon when it breaks off after it had taken something', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aSyslogReceiver();
    await aDestination(app, syslog(receiver.port));
    await recordUpdates(app, 990);
    receiver.breakAt(505); // with most of the second batch unread
    await app.db.updateTable('log_destination').set({ tries: 6 }).execute();
    await work(app);
    const { tries, pause } = await app.db
      .selectFrom('log_destination')
      .select(['tries', sql<number>`extract(epoch from due_at - now())::float`.as('pause')])
      .executeTakeFirstOrThrow();
    expect(tries).toBe(1);
    expect(pause).toBeLessThan(6);
  });

  test('gets again what a process sent that died before it noted that', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aSyslogReceiver();
    const { id } = await aDestination(app, syslog(receiver.port));
    await work(app);
    await app.db.updateTable('log_destination').set({ sent_position: 0, claim: id }).execute();
    await work(app);
    expect(positionsIn(receiver.messages)).toEqual([1, 2, 1, 2]);
  });

  test('counts nothing as sent that the receiver has not answered by closing', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aSyslogReceiver();
    const { id } = await aDestination(app, syslog(receiver.port));
    receiver.hang();
    await work(app, { timeoutMs: 1_000 });
    const { sent_position, last_error } = await find(app, id);
    expect(sent_position).toBe(0);
    expect(last_error?.error).toMatch(/^(unconfirmed|timeout)$/); // whichever a busy machine gets to
  });

  test('is refused with the reason when its certificate is not trusted or is for another name', async ({ app }) => {
    allowReceivers(app);
    const stranger = await aSyslogReceiver(strangersIdentity);
    const receiver = await aSyslogReceiver();
    const { call } = app.as('superadmin');
    const attempt = async (target: LogTarget) => {
      const { id } = await aDestination(app, target);
      return (await call(logDestinations.sendTest, { params: { id } })).body.error;
    };
    expect(await attempt(syslog(stranger.port))).toBe('untrusted');
    expect(await attempt(syslog(stranger.port, { authority_pem: strangersIdentity.cert }))).toBe(null);
    expect(await attempt(syslog(receiver.port, { host: '127.0.0.1' }))).toBe('other_name');
    expect(stranger.messages).toHaveLength(1);
    expect(stranger.messages[0]).toContain('log_destination.tested');
  });

  test('is not called at an address that may not be called', async ({ app }) => {
    const receiver = await aSyslogReceiver();
    const { id } = await aDestination(app, syslog(receiver.port));
    const { body } = await app.as('superadmin').call(logDestinations.sendTest, { params: { id } });
    expect(body.error).toBe('address_refused');
  });
});

describe('a file', () => {
  test('gets lines of the format, is closed at its size, and former ones are kept as many as wanted', async ({
    app,
  }) => {
    await aDestination(app, toFile('rotated'));
    await work(app);
    const folder = forwardingFolder(app.deps.config.dataDir);
    const present = join(folder, 'rotated.ndjson');
    const lines = (await readFile(present, 'utf8')).trimEnd().split('\n');
    expect(positionsIn(lines)).toEqual([1, 2]);
    for (const name of ['first', 'second', 'third']) {
      await writeFile(present, `${name}${'x'.repeat(1_000_000)}\n`);
      await recordUpdates(app, 1);
      await work(app);
    }
    const kept = (await readdir(folder)).filter((name) => name.startsWith('rotated.')).sort();
    expect(kept).toEqual(['rotated.1.ndjson', 'rotated.2.ndjson', 'rotated.ndjson']);
    const startOf = async (name: string) => (await readFile(join(folder, name), 'utf8')).slice(0, 5);
    expect([await startOf('rotated.1.ndjson'), await startOf('rotated.2.ndjson')]).toEqual(['third', 'secon']);
  });

  test('has whole lines after a process died while it wrote one', async ({ app }) => {
    await aDestination(app, toFile('torn'), { format: 'cef' });
    await work(app);
    const path = join(forwardingFolder(app.deps.config.dataDir), 'torn.cef');
    await writeFile(path, `${await readFile(path, 'utf8')}CEF:0|Key2XS|half a li`);
    await recordUpdates(app, 1);
    await work(app);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/^CEF:0\|.* cn1=\d/);
  });

  test('keeps no number beyond those wanted, and loses none to a gap that a killed process has left', async ({
    app,
  }) => {
    await aDestination(app, toFile('gap'));
    const folder = forwardingFolder(app.deps.config.dataDir);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'gap.ndjson'), `${'x'.repeat(1_000_000)}\n`);
    for (const number of [2, 3, 11]) await writeFile(join(folder, `gap.${number}.ndjson`), 'former\n');
    await work(app);
    const kept = (await readdir(folder)).filter((name) => name.startsWith('gap.')).sort();
    expect(kept).toEqual(['gap.1.ndjson', 'gap.2.ndjson', 'gap.ndjson']);
    expect(await readFile(join(folder, 'gap.2.ndjson'), 'utf8')).toBe('former\n');
  });

  test('is written by one at a time, so that no line is lost to another process or a test', async ({ app }) => {
    const folder = forwardingFolder(app.deps.config.dataDir);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'shared.ndjson'), `${'x'.repeat(1_000_000)}\n`);
    const entries = await entriesAfter(app.db, '0', 1);
    const to = { target: toFile('shared'), format: 'ocsf' as const };
    await Promise.all(upTo(8).map(() => sendEntries(app.deps, to, entries, never)));
    expect((await readFile(join(folder, 'shared.ndjson'), 'utf8')).trimEnd().split('\n')).toHaveLength(8);
  });

  test('that cannot be written says so', async ({ app }) => {
    const { id } = await aDestination(app, toFile('folder'));
    await mkdir(join(forwardingFolder(app.deps.config.dataDir), 'folder.ndjson'), { recursive: true });
    await work(app);
    expect(await find(app, id)).toMatchObject({ sent_position: 0, last_error: { error: 'file' } });
  });
});

describe('destinations', () => {
  test('are changed and deleted with audit events, and go on after the last entry sent', async ({ app }) => {
    const { call } = app.as('superadmin');
    const { id, target } = await aDestination(app, toFile('changed'));
    await work(app);
    const body = { name: 'Archive', format: 'cef' as const, target, is_enabled: true };
    const changed = await call(logDestinations.update, { params: { id }, body });
    expect(changed.body).toMatchObject({ name: 'Archive', format: 'cef', sent_position: 2, version: 2 });
    await work(app);
    const path = join(forwardingFolder(app.deps.config.dataDir), 'changed.cef');
    expect(await readFile(path, 'utf8')).toMatch(/^CEF:0\|Key2XS\|.*\|log_destination.updated\|[^\n]* cn1=3 [^\n]*\n$/);
    await call(logDestinations.remove, { params: { id } });
    expect((await call(logDestinations.list, {})).body.items).toEqual([]);
    const events = await app.db
      .selectFrom('audit_event')
      .select('action')
      .where('action', 'like', 'log_destination.%')
      .orderBy('id')
      .execute();
    const names = ['log_destination.created', 'log_destination.updated', 'log_destination.deleted'];
    expect(events.map(({ action }) => action)).toEqual(names);
  });

  test('refuse one file twice, certificates that are none, and more than may be', async ({ app }) => {
    await aDestination(app, toFile('twice'));
    const { send } = app.as('superadmin');
    const fields = { name: 'SIEM', format: 'ocsf' as const, is_enabled: true };
    const create = (target: LogTarget) => send(logDestinations.create, { body: { ...fields, target } });
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    expect((await create(toFile('twice'))).status).toBe(422);
    const { cert, key } = localhostIdentity;
    const none = '-----BEGIN CERTIFICATE----------END CERTIFICATE-----';
    for (const authority_pem of [broken, none, `${cert}\n${key}\n${cert}`, `${cert}\nand more\n${cert}`]) {
      expect((await create(syslog(6514, { authority_pem }))).status).toBe(422);
    }
    expect((await create(syslog(6514, { authority_pem: `${cert}\n${cert}\n` }))).status).toBe(201);
    expect((await create(syslog(6514, { host: 'https://siem.test' }))).status).toBe(422);
    const statuses = await Promise.all(upTo(maxLogDestinations - 1).map(() => create(syslog(6514))));
    expect(statuses.filter(({ status }) => status === 409)).toHaveLength(1);
  });

  test('get nothing after an earlier state was put back, until that is accepted', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aSyslogReceiver();
    await aDestination(app, syslog(receiver.port));
    await sealAllPending(app.deps);
    const putBack = await backupAuditLog(app);
    await recordUpdates(app, 2);
    await sealAllPending(app.deps);
    await putBack();
    await forwardLog(app.deps, never);
    expect(receiver.messages).toEqual([]);
    await acceptEnd(app.deps, 'Restored');
    await forwardLog(app.deps, never);
    expect(positionsIn(receiver.messages)).toEqual([1, 2, 3]);
  });

  test('get what follows after entries vanished from the end of the log and that was accepted', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aSyslogReceiver();
    const { id } = await aDestination(app, syslog(receiver.port));
    await recordUpdates(app, 3);
    await work(app);
    expect(positionsIn(receiver.messages)).toEqual([1, 2, 3, 4, 5]);
    await app.db.deleteFrom('audit_event').where('seq', '>', '2').execute();
    await acceptEnd(app.deps, 'Rows are gone', goBack);
    expect((await find(app, id)).waiting).toBe(1);
    await work(app);
    expect(receiver.messages.at(-1)).toContain('audit_log.end_accepted');
    expect(positionsIn(receiver.messages)).toEqual([1, 2, 3, 4, 5, 3]);
  });
});
