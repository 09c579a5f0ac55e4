import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '@key2xs/contract';
import { sql } from 'kysely';
import { acceptEnd } from '#platform/audit/audit-acceptance';
import { sealAllPending } from '#platform/audit/audit-chain';
import { growTree } from '#platform/audit/tree/grow-tree';
import { ProofPage, verifyPage } from '#platform/audit/tree/proof-page';
import { expect, type TestApp, test } from '#test/app';
import { recordUpdates } from '#test/backup-audit-log';
import { allowReceivers } from '#test/receiver';
import { aTimeStampAuthority, aTimeStampServer } from '#test/time-stamp-authority';
import { verifyFile } from '#test/verify-file';
import { stampLog } from './stamp-log';
import { verifyAudit } from './verify-audit';

/** A log with entries, and an authority that stamps it. */
async function aStampedLog(app: TestApp) {
  const authority = aTimeStampAuthority();
  const server = await aTimeStampServer(authority);
  allowReceivers(app);
  const root = { file: 'root.pem', name: 'Made-up root', pem: authority.root, notAfter: new Date() };
  const deps = {
    ...app.deps,
    config: { ...app.deps.config, timeStamps: { url: server.url, authorities: [root] } },
  };
  await recordUpdates(app, 150);
  await sealAllPending(app.deps);
  await growTree(app.deps);
  const stamp = () => stampLog(deps, new AbortController().signal);
  await stamp();
  return { authority, server, stamp };
}

const stateOf = async (app: TestApp) => (await app.as('superadmin').call(audit.verifications, {})).body.time_stamp;

async function exported(app: TestApp, query: object = {}): Promise<ProofPage> {
  const { text } = await app.as('superadmin').call(audit.exportPage, { query });
  return ProofPage.parse(JSON.parse(text));
}

test('without an authority, the log says that it is not stamped', async ({ app }) => {
  expect(await stateOf(app)).toEqual({ is_on: false, last: null, failure: null });
});

test('the log is stamped once a day, and an exported page proves when its entries existed', async ({ app }) => {
  const { authority, server, stamp } = await aStampedLog(app);
  const { last } = await stateOf(app);
  expect(last).toMatchObject({ authority: 'Made-up time stamps' });
  expect(last?.entries).toBeGreaterThanOrEqual(150);
  expect(server.requests[0]?.authorization).toBe(`Basic ${btoa('stamps:secret')}`);
  await stamp();
  expect(server.requests).toHaveLength(1);
  await recordUpdates(app, 90);
  const page = await exported(app, { limit: 20 });
  expect(verifyPage(page).findings).toEqual([]);
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-page-'));
  const [file, root] = [join(folder, 'page.json'), join(folder, 'root.pem')];
  await writeFile(file, JSON.stringify(page));
  await writeFile(root, authority.root);
  const { code, said } = await verifyFile(file, '--time-stamp-ca', root, '--time-stamp-to', join(folder, 'stamp'));
  expect(said).toContain(`Entries 1 to ${last?.entries} existed at ${last?.at}, as Made-up time stamps says.`);
  expect(code).toBe(0);
  const [head, token] = await Promise.all(
    ['head.txt', 'time-stamp.der'].map((name) => readFile(join(folder, 'stamp', name))),
  );
  expect(authority.verify(token ?? Buffer.alloc(0), head ?? Buffer.alloc(0))).toContain('Verification: OK');
  await writeFile(root, aTimeStampAuthority().root);
  expect(await verifyFile(file, '--time-stamp-ca', root)).toMatchObject({
    code: 1,
    said: expect.stringContaining('The time stamp proves nothing'),
  });
});

test('a log that was rewritten since is not the one that was stamped', async ({ app }) => {
  await aStampedLog(app);
  const whole = await exported(app);
  await sql`update audit_time_stamp set root = decode(repeat('ab', 32), 'hex')`.execute(app.db);
  const { problems } = await verifyAudit(app.deps);
  expect(problems).toEqual([
    expect.objectContaining({
      kind: 'tree',
      seq: whole.time_stamp?.size,
      detail: expect.stringContaining('time-stamped'),
    }),
  ]);
  expect(verifyPage(await exported(app)).findings).toEqual([
    'The time-stamped head is not signed with the key in the file.',
  ]);
  await acceptEnd(app.deps, 'Rewritten');
  expect((await exported(app)).time_stamp).toBeNull();
  expect(await verifyAudit(app.deps)).toMatchObject({ ok: true });
});

test('an authority that fails is tried again, and what it said is shown until it answers', async ({ app }) => {
  const { server, stamp } = await aStampedLog(app);
  await sql`update audit_time_stamp set stamped_at = stamped_at - interval '1 day'`.execute(app.db);
  await recordUpdates(app, 1);
  await sealAllPending(app.deps);
  await growTree(app.deps);
  server.refusals.push(503);
  await stamp();
  const { last, failure } = await stateOf(app);
  expect(failure).toMatchObject({ kind: 'refused', detail: 'The authority answered with status 503' });
  expect(last?.entries).toBeGreaterThanOrEqual(150);
  await stamp();
  const then = await stateOf(app);
  expect(then.failure).toBeNull();
  expect(then.last?.entries).toBeGreaterThan(last?.entries ?? 0);
});
