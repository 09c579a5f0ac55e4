import { audit, auth, invitations as invitationCalls } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';

const registration = { username: 'ada', password: 'correct-horse-battery' };

/** An installation with a sealed log of `invitations` + 1 rows. */
async function aLog(app: TestApp, invitations: number): Promise<void> {
  await app.as('anonymous').call(auth.register, { body: registration });
  for (let n = 0; n < invitations; n++)
    await app.as('superadmin').call(invitationCalls.invite, { body: { role: 'subadmin' } });
  expect(await verify(app)).toMatchObject({ ok: true, checked: invitations + 1, unsealed: 0 });
}

/** Sends without the audit check of `call`: refusing a row adds an audit event of its own. */
const verify = async (app: TestApp) => (await app.as('superadmin').send(audit.verify, {})).body;

const named = async (app: TestApp) => (await verify(app)).problems.map(({ seq, kind }) => `${seq} ${kind}`);

const run = async (app: TestApp, ...statements: string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(app.db);
};

describe('an attacker with the database but without the key is detected after', () => {
  test('deleting the whole log', async ({ app }) => {
    await aLog(app, 3);
    await run(app, 'delete from audit_event', 'delete from audit_head');
    expect((await verify(app)).ok).toBe(false);
    await app.as('superadmin').call(invitationCalls.invite, { body: { role: 'subadmin' } });
    expect(await verify(app)).toMatchObject({ ok: false, checked: 0, unsealed: 1 });
  });

  test('deleting the newest rows and putting an older end back', async ({ app }) => {
    await aLog(app, 1);
    const { rows } = await sql<{ seq: string; hash: string; mac: string }>`select * from audit_head`.execute(app.db);
    const [old] = rows;
    await app.as('superadmin').call(invitationCalls.invite, { body: { role: 'subadmin' } });
    expect(await verify(app)).toMatchObject({ ok: true, checked: 3 });
    await run(app, 'delete from audit_event where seq > 2');
    await sql`update audit_head set seq = ${old?.seq}, hash = ${old?.hash}, mac = ${old?.mac}`.execute(app.db);
    expect(await named(app)).toEqual(['3 truncated']);
    // Nor is it hidden by what happens afterwards.
    await app.as('superadmin').call(invitationCalls.invite, { body: { role: 'subadmin' } });
    expect(await named(app)).toEqual(['3 truncated']);
  });

  test('inserting a row', async ({ app }) => {
    await aLog(app, 2);
    await run(
      app,
      `insert into audit_event (id, actor_name, action, details, details_salt, details_hash)
        select gen_random_uuid(), 'eve', action, details, details_salt, details_hash from audit_event where seq = 2`,
    );
    expect(await verify(app)).toMatchObject({ ok: false, checked: 4 }); // the fourth records the refusal
    const sealed = await sql`select id from audit_event where actor_name = 'eve' and seq is not null`.execute(app.db);
    expect(sealed.rows).toEqual([]);
    // Genuine events are sealed as before, with one about the refused row.
    await app.as('superadmin').call(invitationCalls.invite, { body: { role: 'subadmin' } });
    expect(await verify(app)).toMatchObject({ ok: false, checked: 5, unsealed: 0 });
    expect(await named(app)).toEqual(['null forged']);
  });
});
