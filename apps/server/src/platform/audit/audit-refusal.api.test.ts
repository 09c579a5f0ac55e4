import { audit } from '@key2xs/contract';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { recordEvent } from './audit';
import { acceptEnd } from './audit-acceptance';
import { sealAllPending, sealPending } from './audit-chain';
import { verifyChain } from './audit-verification';

async function record({ db, deps }: TestApp, count: number): Promise<void> {
  const caller = { actor: undefined, name: 'ada', request_id: 'r-1', sign: deps.signEvent };
  await db.transaction().execute(async (tx) => {
    for (let n = 1; n <= count; n++) {
      await recordEvent(tx, caller, 'key_plan.updated', { id: `plan-${n}`, details: { n } });
    }
  });
}

/** Three sealed rows, then four that wait. */
async function aLog(app: TestApp): Promise<void> {
  await record(app, 3);
  await sealAllPending(app.deps);
  await record(app, 4);
}

const named = async ({ deps }: TestApp) => (await verifyChain(deps)).problems.map(({ seq, kind }) => `${seq} ${kind}`);

/** Seals, and collects logged problems. */
async function seal({ deps }: TestApp): Promise<{ count?: number; msg?: string }[]> {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  await sealAllPending({ ...deps, log });
  return lines.map((line) => JSON.parse(line));
}

const unsealed = (n: number) => `(select id from audit_event where seq is null order by id limit 1 offset ${n - 1})`;
const columns = 'at, actor_name, action, target_type, target_id, request_id, details, details_salt, details_hash';

/** Manipulations of pending rows; how many are refused, and how many genuine ones are left. */
const deeds: [deed: string, statement: string, refused: number, left: number][] = [
  [
    'inserting a row',
    `insert into audit_event (id, ${columns}) select gen_random_uuid(), ${columns} from audit_event where seq = 2`,
    1,
    4,
  ],
  [
    'inserting a row of the past',
    `insert into audit_event (id, ${columns})
      select '00000000-0000-7000-8000-000000000001', ${columns} from audit_event where seq = 2`,
    1,
    4,
  ],
  [
    'writing a row again under another id, with its signature',
    `insert into audit_event (id, mac, ${columns})
      select gen_random_uuid(), mac, ${columns} from audit_event where seq = 2`,
    1,
    4,
  ],
  ['changing who', `update audit_event set actor_name = 'eve' where id = ${unsealed(2)}`, 1, 3],
  ['moving the time', `update audit_event set at = at + interval '1 ms' where id = ${unsealed(2)}`, 1, 3],
  ['removing a signature', `update audit_event set mac = null where id = ${unsealed(2)}`, 1, 3],
  [
    'exchanging two signatures',
    `update audit_event as one set mac = other.mac from audit_event as other
      where (one.id = ${unsealed(2)} and other.id = ${unsealed(3)})
        or (one.id = ${unsealed(3)} and other.id = ${unsealed(2)})`,
    2,
    2,
  ],
  [
    'putting a row where the next one will be',
    `insert into audit_event (id, seq, prev_hash, hash, mac, ${columns})
      select gen_random_uuid(), 4, hash, repeat('f', 64), mac, ${columns} from audit_event where seq = 3`,
    1,
    4,
  ],
];

describe('rows that were not written by the product are refused, and all others sealed, after', () => {
  for (const [deed, statement, refused, left] of deeds) {
    test(deed, async ({ app }) => {
      await aLog(app);
      await sql.raw(statement).execute(app.db);
      expect((await verifyChain(app.deps)).ok).toBe(false);
      expect(await seal(app)).toMatchObject([{ count: refused, msg: expect.stringContaining('were refused') }]);
      expect(await verifyChain(app.deps)).toMatchObject({ ok: false, checked: 3 + left + 1, unsealed: 0 });
      expect(await named(app)).toEqual(Array(refused).fill('null forged'));
      const refusal = await app.db.selectFrom('audit_event').select('details').where('actor_name', '=', 'audit log');
      expect(await refusal.executeTakeFirstOrThrow()).toMatchObject({ details: { count: refused } });
      await record(app, 1);
      expect(await seal(app)).toEqual([]);
    });
  }

  test('inserting more than a batch', async ({ app }) => {
    await aLog(app);
    await sql`insert into audit_event (id, actor_name, action, details_salt, details_hash)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'eve', 'admin.registered', '', ''
      from generate_series(1, 1100) n`.execute(app.db);
    expect(await seal(app)).toMatchObject([{ count: 1_000 }, { count: 100 }]);
    expect(await verifyChain(app.deps)).toMatchObject({ ok: false, checked: 3 + 4 + 2, unsealed: 0 });
    expect((await named(app)).length).toBe(100);
  });
});

describe('refused rows that are deleted as well', () => {
  test('are reported by the log until it is accepted', async ({ app }) => {
    await aLog(app);
    await sql.raw(deeds[0]?.[1] ?? '').execute(app.db);
    await sql.raw(`update audit_event set actor_name = 'eve' where id = ${unsealed(2)}`).execute(app.db);
    await seal(app);
    expect(await named(app)).toEqual(['null forged', 'null forged']);
    await sql`delete from audit_refused`.execute(app.db);
    const { problems } = await verifyChain(app.deps);
    expect(problems.map(({ detail }) => detail)).toEqual([
      '2 rows were refused, but 2 of them are gone from audit_refused.',
    ]);
    await acceptEnd(app.deps, 'Looked into');
    expect(await verifyChain(app.deps)).toMatchObject({ ok: true });
  });

  test('are reported even before the event of the refusal is sealed', async ({ app }) => {
    await aLog(app);
    await sql.raw(deeds[0]?.[1] ?? '').execute(app.db);
    await sealPending(app.deps);
    await sql`delete from audit_refused`.execute(app.db);
    expect(await verifyChain(app.deps)).toMatchObject({ ok: false, problems: [{ kind: 'forged' }] });
  });
});

test('details changed before they are sealed are named afterwards', async ({ app }) => {
  await aLog(app);
  await sql.raw(`update audit_event set details = '{"n": 9}' where id = ${unsealed(2)}`).execute(app.db);
  expect(await named(app)).toEqual(['null forged']);
  expect(await seal(app)).toEqual([]);
  expect(await named(app)).toEqual(['5 edited']);
});

test('nothing is sealed twice, even where the table would allow it', async ({ app }) => {
  await aLog(app);
  await sql
    .raw('alter table audit_event drop constraint audit_event_pkey, drop constraint audit_event_seq_key')
    .execute(app.db);
  onTestFinished(async () => {
    await sql`delete from audit_event`.execute(app.db);
    await sql`alter table audit_event add primary key (id), add unique (seq)`.execute(app.db);
  });
  await sql
    .raw(`insert into audit_event (id, mac, ${columns}) select id, mac, ${columns} from audit_event where seq = 2`)
    .execute(app.db);
  await expect(sealAllPending(app.deps)).rejects.toThrow('Several audit events have the same id');
  expect(await verifyChain(app.deps)).toMatchObject({ checked: 3 });
  expect((await app.as('superadmin').call(audit.verify, {})).body).toMatchObject({ ok: false, unsealed: 5 });
});
