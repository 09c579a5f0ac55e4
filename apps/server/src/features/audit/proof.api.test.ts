import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit, auth } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { acceptEnd } from '#platform/audit/audit-acceptance';
import { eraseDetails } from '#platform/audit/audit-chain';
import { growTree } from '#platform/audit/tree/grow-tree';
import { ProofPage, verifyPage } from '#platform/audit/tree/proof-page';
import { expect, type TestApp, test } from '#test/app';
import { recordUpdates } from '#test/backup-audit-log';
import { verifyFile } from '#test/verify-file';
import { verifyAudit } from './verify-audit';

/** More than two tiles of the tree, and no round number. */
const rows = 150;

async function aLog(app: TestApp): Promise<void> {
  await app.as('anonymous').call(auth.register, { body: { username: 'ada', password: 'correct-horse-battery' } });
  await recordUpdates(app, rows);
}

async function exported(app: TestApp, query: object = {}): Promise<ProofPage> {
  const { text } = await app.as('superadmin').call(audit.exportPage, { query });
  return ProofPage.parse(JSON.parse(text));
}

const changed = (page: ProofPage, change: (page: ProofPage) => void): ProofPage => {
  const copy = structuredClone(page);
  change(copy);
  return copy;
};

const run = (app: TestApp, statement: string) => sql.raw(statement).execute(app.db);

describe('an exported page', () => {
  test('proves its entries, and nothing that was changed in it', async ({ app }) => {
    await aLog(app);
    const page = await exported(app, { limit: 20 });
    expect(page.entries).toHaveLength(20);
    expect(verifyPage(page)).toMatchObject({ findings: [], notes: [] });
    const found = (change: (page: ProofPage) => void) => verifyPage(changed(page, change)).findings;
    const [first, second] = page.entries;
    expect(found(({ entries }) => Object.assign(entries[3] ?? {}, { actor_name: 'eve' }))).toEqual([
      `Entry ${page.entries[3]?.position} was changed, or is not the one at this position.`,
    ]);
    expect(found(({ entries }) => Object.assign(entries[3] ?? {}, { details: { n: 7 } }))).toEqual([
      `The details of entry ${page.entries[3]?.position} were changed.`,
    ]);
    expect(found(({ entries }) => entries.splice(4, 2))).toEqual([
      `Entries ${page.entries[5]?.position} to ${page.entries[4]?.position} are missing, though the page was not filtered.`,
    ]);
    expect(
      found(({ entries }) => {
        Object.assign(entries[0] ?? {}, { position: second?.position });
        Object.assign(entries[1] ?? {}, { position: first?.position });
      }),
    ).toHaveLength(2);
    expect(found(({ entries }) => entries.push(structuredClone(entries[0] as never)))).toHaveLength(1);
    expect(found(({ head }) => Object.assign(head, { root: 'ab'.repeat(32) }))).toHaveLength(21);
    expect(verifyPage(page, { fingerprint: 'ab'.repeat(32) }).findings).toHaveLength(1);
  });

  test('of a filter proves its entries as well, wherever they stand', async ({ app }) => {
    await aLog(app);
    const page = await exported(app, { action: 'admin.registered' });
    expect(page.entries.map(({ position }) => position)).toEqual([1]);
    expect(page.entries[0]?.proof.length).toBeLessThanOrEqual(8);
    expect(verifyPage(page).findings).toEqual([]);
  });

  test('proves that its log continues an earlier one, and not another', async ({ app }) => {
    await aLog(app);
    const earlier = await exported(app);
    await recordUpdates(app, 90);
    const later = await exported(app, { since: earlier.head.size });
    expect(verifyPage(later, { earlier }).findings).toEqual([]);
    expect(verifyPage(await exported(app), { earlier }).findings[0]).toContain(`since=${earlier.head.size}`);
    // Rewritten from the middle and taken as it stands, by someone with the key.
    await run(app, 'delete from audit_event where seq = 100');
    await acceptEnd(app.deps, 'Rewritten');
    const rewritten = await exported(app, { since: earlier.head.size, limit: 20 });
    expect(verifyPage(rewritten).findings).toEqual([]);
    expect(verifyPage(rewritten, { earlier }).findings).toEqual([
      `The log of ${rewritten.head.size} entries is not the continuation of that of ${earlier.head.size}.`,
    ]);
  });

  test('is whole after details were erased', async ({ app }) => {
    await aLog(app);
    const before = await exported(app);
    const id = before.entries[5]?.id ?? '';
    await app.db.transaction().execute((tx) => eraseDetails(tx, app.deps.auditKey, id));
    const after = await exported(app, { since: before.head.size });
    expect(JSON.stringify(after.entries.find((entry) => entry.id === id))).toContain('"details":null');
    expect(verifyPage(after, { earlier: before }).findings).toEqual([]);
    expect(await verifyAudit(app.deps)).toMatchObject({ ok: true });
  });

  test('is verified by a command that has neither database nor key', async ({ app }) => {
    await aLog(app);
    const folder = await mkdtemp(join(tmpdir(), 'key2xs-page-'));
    const page = await exported(app);
    const [whole, broken] = [join(folder, 'whole.json'), join(folder, 'broken.json')];
    await writeFile(whole, JSON.stringify(page));
    await writeFile(broken, JSON.stringify(changed(page, ({ entries }) => entries.splice(1, 1))));
    const { fingerprint } = verifyPage(page);
    expect(await verifyFile(whole, '--key', fingerprint)).toMatchObject({ code: 0 });
    const { said, code } = await verifyFile(broken);
    expect(said).toContain('The page is NOT whole');
    expect(code).toBe(1);
    expect(await verifyFile(join(folder, 'none.json'))).toMatchObject({ code: 2 });
  });
});

describe('the tree', () => {
  const kinds = async (app: TestApp) => (await verifyAudit(app.deps)).problems.map(({ seq, kind }) => `${seq} ${kind}`);

  test.for([
    [
      '66 tree',
      "update audit_tree_tile set hashes = overlay(hashes placing '\\x00'::bytea from 40) where level = 0 and index = 1",
    ],
    ['null tree', 'delete from audit_tree_tile where level = 1'],
    ['null tree', "update audit_tree_head set root = decode(repeat('ab', 32), 'hex')"],
    ['null tree', 'update audit_tree_head set size = size - 1'],
  ] as const)('is named as %s after: %s', async ([named, statement], { app }) => {
    await aLog(app);
    expect(await verifyAudit(app.deps)).toMatchObject({ ok: true });
    await run(app, statement);
    expect(await kinds(app)).toEqual([named]);
    const { status } = await app.as('superadmin').send(audit.exportPage, { query: {} });
    expect(status).toBe(named === 'null tree' ? 404 : 200); // of the other, the entries of that part prove nothing
    await recordUpdates(app, 1);
    expect(await kinds(app)).toEqual([named]); // not hidden by what happens afterwards
  });

  test('does not take an entry that was changed before it came to it', async ({ app }) => {
    await aLog(app);
    await verifyAudit(app.deps);
    await run(app, 'delete from audit_tree_head');
    await run(app, 'delete from audit_tree_tile');
    await run(app, "update audit_event set actor_name = 'eve' where seq = 70");
    await growTree(app.deps);
    expect(verifyPage(await exported(app)).findings).toEqual([
      'Entry 70 was changed, or is not the one at this position.',
    ]);
    expect(await kinds(app)).toEqual(['70 edited']);
  });
});
