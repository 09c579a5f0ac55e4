import { administrators, workList } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { expect, type TestApp, test } from '#test/app';
import { anAdministrator, eventsAbout } from '#test/factories/administrators';
import { aKeySystem } from '#test/factories/key-systems';

const reason = 'Leaves the company';

async function openWork(app: TestApp, admin: string) {
  const { id: system } = await aKeySystem(app);
  const sentence = JSON.stringify(say('asWritten', { text: 'x' }));
  await sql`insert into work_item (id, connection_id, kind, signature, label, reference, what, place, why, write, ordinal, search_text, state, assigned_to)
    select gen_random_uuid(), ${system}, 'person_create', n::text, 'x', 'x', ${sentence}::jsonb, ${sentence}::jsonb, ${sentence}::jsonb, '{}', n, '', case when n = 3 then 'done' else 'open' end, ${admin}
    from generate_series(1, 3) as n`.execute(app.db);
  await sql`insert into entra_setup (id, admin_id, connection_name, status, message, redirect_uri, expires_at)
    select gen_random_uuid(), ${admin}, 'Staff', status, ${sentence}::jsonb, '', now() + interval '1 hour'
    from unnest(array['initiated', 'completed']) as s(status)`.execute(app.db);
}

test('everything that waits for one administrator goes to another, counted before and after', async ({ app }) => {
  const { call } = app.as('superadmin');
  const [ada, bea] = [
    await anAdministrator(app, { role: 'superadmin', username: 'ada' }),
    await anAdministrator(app, { role: 'superadmin', username: 'bea' }),
  ];
  await openWork(app, ada.id);
  const open = { work_items: 2, set_ups: 1 };
  expect((await call(administrators.openWork, { params: ada })).body).toEqual(open);
  const yan = await anAdministrator(app, { functions: ['work_list'] });
  const refused = await call(administrators.handOver, { params: ada, body: { to_id: yan.id, reason } });
  expect([refused.status, (await call(administrators.openWork, { params: ada })).body]).toEqual([409, open]);
  const none = { work_items: 0, set_ups: 0 };
  const { body } = await call(administrators.handOver, { params: ada, body: { to_id: bea.id, reason } });
  expect(body).toEqual({ from: { before: open, after: none }, to: { before: none, after: open } });
  const mine = await bea.call(workList.list, { query: { assigned_to: 'me' } });
  expect(mine.body.total).toBe(2);
  expect((await eventsAbout(app, ada.id)).at(-1)?.details).toEqual({ from: 'ada', to: 'bea', counts: body, reason });
  const gone = await anAdministrator(app, { role: 'superadmin', suspended_at: new Date() });
  const toGone = await call(administrators.handOver, { params: bea, body: { to_id: gone.id, reason } });
  expect(toGone.problem.errors?.[0]?.path).toBe('to_id');
});
