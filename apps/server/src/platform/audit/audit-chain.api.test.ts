import { sql } from 'kysely';
import { pino } from 'pino';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { startSchedule } from '#test/start-schedule';
import { hashDetails, recordEvent } from './audit';
import { type ChainDeps, eraseDetails, sealAllPending, sealPending } from './audit-chain';
import { verifyChain } from './audit-verification';

const callerOf = ({ deps }: TestApp) => ({ actor: undefined, name: 'ada', request_id: 'r-1', sign: deps.signEvent });
const odd = { name: 'Größe \u{1F511}', large: 1e21, small: 5e-324, nested: { b: [1, { z: null, a: 'x' }], a: -0 } };

async function record(app: TestApp, count: number): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    for (let n = 1; n <= count; n++) {
      await recordEvent(tx, callerOf(app), 'key_plan.updated', { id: `plan-${n}`, details: { n, ...odd } });
    }
  });
}

/** Twelve sealed rows. */
async function aChain(app: TestApp): Promise<void> {
  await record(app, 12);
  await sealAllPending(app.deps);
}

const check = async (deps: ChainDeps) => {
  const { problems } = await verifyChain(deps);
  return problems.map(({ seq, kind }) => `${seq} ${kind}`);
};

const deeds: [deed: string, statements: string[], named: string[]][] = [
  ['nothing', [], []],
  ['changing who', [`update audit_event set actor_name = 'eve' where seq = 5`], ['5 edited']],
  [
    'moving the time by a microsecond',
    [`update audit_event set at = at + interval '1 us' where seq = 5`],
    ['5 edited'],
  ],
  ['changing details', [`update audit_event set details = details || '{"n": 9}' where seq = 5`], ['5 edited']],
  ['emptying details', [`update audit_event set details = null where seq = 5`], ['5 edited']],
  ['deleting', [`delete from audit_event where seq = 5`], ['5 missing']],
  [
    'swapping',
    [
      `update audit_event set seq = -1 where seq = 5`,
      `update audit_event set seq = 5 where seq = 9`,
      `update audit_event set seq = 9 where seq = -1`,
    ],
    ['5 swapped', '9 swapped'],
  ],
  ['cutting off', [`delete from audit_event where seq > 10`], ['11 truncated', '11 truncated']],
  [
    'cutting off and noting another end',
    [
      `delete from audit_event where seq > 10`,
      `update audit_head set seq = 10, hash = (select hash from audit_event where seq = 10)`,
    ],
    ['10 edited', '11 truncated'],
  ],
  ['removing the noted end', [`delete from audit_head`], ['13 truncated']],
  [
    'a row far off',
    [`update audit_event set seq = 9223372036854775807 where seq = 12`],
    ['12 missing', '12 edited', '12 replaced', `${2 ** 53 - 1} swapped`],
  ],
  ['changing a signature', [`update audit_event set mac = 'x' where seq = 5`], ['5 edited']],
  [
    'exchanging two signatures',
    [
      `update audit_event as one set mac = other.mac from audit_event as other
        where (one.seq = 5 and other.seq = 7) or (one.seq = 7 and other.seq = 5)`,
    ],
    ['5 edited', '7 edited'],
  ],
  [
    'giving two rows one position',
    [
      `alter table audit_event drop constraint audit_event_seq_key`,
      `alter table audit_event drop constraint audit_event_pkey`,
      `insert into audit_event select * from audit_event where seq = 5`,
    ],
    ['5 forged'],
  ],
];

describe('verifyChain', () => {
  test('is content with nothing at all', async ({ app }) => {
    expect(await verifyChain(app.deps)).toMatchObject({ ok: true, checked: 0, head: { seq: 0 } });
  });

  for (const [deed, statements, named] of deeds) {
    test(`after ${deed}`, async ({ app }) => {
      await aChain(app);
      const tx = await app.db.startTransaction().execute(); // taken back afterwards: some deeds alter the table
      try {
        for (const statement of statements) await sql.raw(statement).execute(tx);
        expect(await check({ ...app.deps, db: tx })).toEqual(named);
      } finally {
        await tx.rollback().execute();
      }
    });
  }

  test('counts unsealed events', async ({ app }) => {
    await aChain(app);
    await record(app, 2);
    expect(await verifyChain(app.deps)).toMatchObject({ ok: true, checked: 12, unsealed: 2 });
  });

  test('reads page by page', async ({ app }) => {
    await storeSigned(app, 5_001);
    await sealAllPending(app.deps);
    expect(await verifyChain(app.deps)).toMatchObject({ ok: true, checked: 5_001 });
    await sql`delete from audit_event where seq = 5000`.execute(app.db);
    expect(await check(app.deps)).toEqual(['5000 missing']);
  });

  test('stays content after details were erased with the key', async ({ app }) => {
    await aChain(app);
    const { id } = await app.db.selectFrom('audit_event').select('id').where('seq', '=', '5').executeTakeFirstOrThrow();
    await app.db.transaction().execute((tx) => eraseDetails(tx, app.deps.auditKey, id));
    expect(await check(app.deps)).toEqual([]);
  });
});

describe('sealPending', () => {
  test('takes at most so many, oldest first, and then the rest', async ({ app }) => {
    await record(app, 5);
    expect(await sealPending(app.deps, undefined, 3)).toMatchObject({ taken: 3, isMore: true });
    expect(await sealPending(app.deps, undefined, 3)).toMatchObject({ taken: 2, isMore: false });
    expect(await sealPending(app.deps, undefined, 3)).toMatchObject({ taken: 0, isMore: false });
    const rows = await app.db.selectFrom('audit_event').select('target_id').orderBy('seq').execute();
    expect(rows.map(({ target_id }) => target_id)).toEqual([1, 2, 3, 4, 5].map((n) => `plan-${n}`));
  });

  test('takes in a row with an older id that was committed later', async ({ app }) => {
    await aChain(app);
    await storeSigned(app, 1);
    expect((await sealPending(app.deps)).taken).toBe(1);
    expect(await verifyChain(app.deps)).toMatchObject({ ok: true, checked: 13, unsealed: 0 });
  });

  test('does not go on from a forged end', async ({ app }) => {
    await aChain(app);
    await sql`delete from audit_event where seq > 10`.execute(app.db);
    await sql`update audit_head set seq = 10, hash = (select hash from audit_event where seq = 10)`.execute(app.db);
    await record(app, 1);
    await expect(sealPending(app.deps)).rejects.toThrow(/end of the audit log was changed/);
    await sql`delete from audit_head`.execute(app.db);
    await expect(sealPending(app.deps)).rejects.toThrow(/end of the audit log is gone/);
  });

  test('loses nothing while many write and several seal', async ({ app }) => {
    let isWriting = true;
    const sealers = Array.from({ length: 3 }, async () => {
      while (isWriting) await sealPending(app.deps, undefined, 7);
    });
    const writers = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 10; i++) await record(app, 2);
    });
    await Promise.all(writers);
    isWriting = false;
    await Promise.all(sealers);
    await sealAllPending(app.deps);
    expect(await verifyChain(app.deps)).toMatchObject({ ok: true, checked: 160, unsealed: 0, problems: [] });
  });

  test('does not confuse a verification at the same time', async ({ app }) => {
    await record(app, 40);
    const sealAll = async () => {
      while ((await sealPending(app.deps, undefined, 1)).taken > 0);
    };
    let isSealing = true;
    const sealing = sealAll().finally(() => {
      isSealing = false;
    });
    const problems: object[] = [];
    while (isSealing) problems.push(...(await verifyChain(app.deps)).problems);
    await sealing;
    expect(problems).toEqual([]);
  });
});

describe('the sealer', () => {
  test('seals new events and logs the end of the chain until it is stopped', async ({ app }) => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
    const stop = startSchedule({ ...app.deps, log }, 'seal-audit-log', 5);
    await record(app, 3);
    await expect.poll(() => lines.map((line) => JSON.parse(line).audit_end).at(-1)).toMatch(/^3:[0-9a-f]{64}$/);
    await stop();
    await record(app, 1);
    expect(await verifyChain(app.deps)).toMatchObject({ ok: true, checked: 3, unsealed: 1 });
  });

  test('logs a failure and can still be stopped', async ({ app }) => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
    await aChain(app);
    await sql`update audit_head set mac = 'forged'`.execute(app.db);
    await record(app, 1);
    const stop = startSchedule({ ...app.deps, log }, 'seal-audit-log', 5);
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    await stop();
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
      schedule: 'seal-audit-log',
      err: { message: expect.stringContaining('audit events could not be sealed') },
    });
  });
});

/** Genuine events with ids of long ago, as of transactions that took their time. */
async function storeSigned({ db, deps }: TestApp, count: number): Promise<void> {
  const at_text = '2020-01-01T00:00:00.000000Z';
  const background = { actor_id: null, target_type: null, target_id: null, request_id: null };
  const same = { actor_name: 'ada', action: 'key_plan.updated', details_hash: hashDetails('', null) };
  const signed = Array.from({ length: count }, (_, n) => {
    const id = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    return { id, mac: deps.signEvent({ id, at_text, ...background, ...same }) };
  });
  await sql`
    insert into audit_event (id, at, actor_name, action, details_salt, details_hash, mac)
    select id, ${at_text}, ${same.actor_name}, ${same.action}, '', ${same.details_hash}, mac
    from jsonb_to_recordset(${JSON.stringify(signed)}::jsonb) as signed (id uuid, mac text)`.execute(db);
}
