import { keyDesk, keyRequests, keyTimesSettings, noticeKinds, possessionChecks } from '@key2xs/contract';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { createMailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aPlace } from '#test/factories/doors';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { aMailServer } from '#test/mail-server';
import { kindOfJob, runNow } from '#test/run-jobs';
import { send } from '#test/send';
import { watchJoiners } from '../src/features/key-cases/watch-joiners';
import { watchRequests } from '../src/features/key-requests/watch-requests';
import { planReminders } from '../src/features/key-times/reminders/plan-reminders';
import { sendReminders } from '../src/features/key-times/reminders/send-reminders';
import { sendMails } from '../src/features/notifications/send-mails';
import { repeatChecks } from '../src/features/possession-checks/repeat-checks';
import { mailLinksJob, nextAt } from '../src/features/possession-checks/service';
import { productEvents } from '../src/product-events';

/** `npm run test:deep` takes a year. */
const days = Number(process.env.KEY2XS_DAYS ?? 31);
const outageDay = 10;
const dayMs = 86_400_000;
const never = new AbortController().signal;
const desk = (app: TestApp) => app.as('superadmin');

type Holder = { id: string; address: string };
type Out = { id: string; marking: string; holder: Holder };

/** Equal in every run. */
function draws(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Forty people with forty keys and one more for each two days, which stop working, are due, or both, at some time of the run. */
async function aTown(app: TestApp, draw: (below: number) => number) {
  const [{ id: system }, { id: source }] = [await aKeySystem(app), await aConnection(app)];
  const people: Holder[] = [];
  for (let at = 0; at < 40; at++) {
    const address = `p${at}@city.test`;
    const manager_ref = at < 4 ? null : `E-${at % 4}`;
    const named = { display_name: `Person ${at}`, external_id: `E-${at}`, email: address, manager_ref };
    const { id } = await aPerson(app, { connection_id: source, ...named });
    await aRecordedPerson(app, system, { identity: `P-${at}`, own: id });
    people.push({ id, address });
  }
  const start = Date.now();
  const out: Out[] = [];
  for (let at = 0; at < 40 + Math.ceil(days / 2); at++) {
    const who = draw(people.length);
    const holder = people[who];
    if (!holder) throw new Error('drawn past the people');
    const marking = `KEY-${at}-`;
    const endsAt = new Date(start + (1 + draw(days)) * dayMs);
    const id = await aKey(app, system, {
      ...{ marking, state: 'handed_out', holder_identity: `P-${who}`, validity: 'between', schedule: '[]' },
      ...{
        valid_from: new Date(start - dayMs),
        valid_until: at % 3 === 0 ? new Date(start + 2 * days * dayMs) : endsAt,
      },
      ...{ last_update_at: new Date(start), changed_at: new Date(start - dayMs), revalidation_minutes: null },
    });
    await app.db
      .insertInto('key_custody')
      .values({ key_id: id, state: 'handed_out', changed_at: new Date(start), recorded_at: new Date(start) })
      .execute();
    const none = { holder_identity: null, ended_at: null, ended_by: null };
    await app.db
      .insertInto('key_assignment')
      .values({
        ...{ id: app.deps.newId(), key_id: id, person_id: holder.id, handed_out_at: new Date(start), ...none },
        due_at: at % 3 === 2 ? null : new Date(start + (1 + draw(days)) * dayMs),
      })
      .execute();
    out.push({ id, marking, holder });
  }
  return { people, out, place: (await aPlace(app, { name: 'Site', type: 'site', parent_id: null })).id };
}

async function savePolicy(app: TestApp) {
  const { body } = await desk(app).call(keyTimesSettings.get, {});
  const { version, outside: _, employee_types: __, is_mail_configured: ___, ...policy } = body;
  const at = (...before: number[]) => ({ is_on: true, days: before });
  const reminders = {
    ...{ holder: at(7, 2), manager: at(2), security: { ...at(2), mail_address: 'security@city.test' } },
    returns: { is_on: true, holder: [-7, 0, 3], manager: [7], security: [14] },
    ...{ language: 'en' as const, quiet: { from: '20:00', to: '06:00' } },
  };
  const headers = { headers: { 'if-match': `"${version}"` } };
  expect((await desk(app).send(keyTimesSettings.save, { body: { ...policy, reminders } }, headers)).status).toBe(200);
}

type Mail = { day: number; to: string; group: string; name: string; text: string };

const groups = { reminder: /^reminder-/, digest: /^daily-/, notice: /^event-/ };
const groupOf = (name: string) => Object.entries(groups).find(([, is]) => is.test(name))?.[0] ?? 'possession';

test(`in ${days} days no person has a mail twice, or two of a group on a day, and an outage of the mail server loses none`, {
  timeout: 3_600_000,
}, async ({ app }) => {
  const draw = draws(7);
  const server = await aMailServer();
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'keys@city.test' });
  const unreachable = createMailer({ smtpUrl: 'smtp://127.0.0.1:9', from: 'keys@city.test' });
  const { config, clock, databaseClock } = app.deps;
  Object.assign(app.deps, { mailer, config: { ...config, publicUrl: 'https://keys.test' } });
  onTestFinished(() => void Object.assign(app.deps, { mailer: undefined, config, clock, databaseClock }));
  await savePolicy(app);
  const { people, out, place } = await aTown(app, draw);
  const asker = await aSubAdmin(app, { functions: ['request_keys'] });
  for (const at of [0, 1]) {
    const { id: admin_id } = await aSubAdmin(app, { functions: ['assign_keys'] });
    const settings = { admin_id, mail_address: `desk${at}@city.test`, language: 'en' as const };
    await app.db
      .insertInto('notification_settings')
      .values({ ...settings, notices: [...noticeKinds], delivery: 'daily', daily_at: '08:00', time_zone: 'UTC' })
      .execute();
  }
  const due_at = new Date(Date.now() + 14 * dayMs).toISOString();
  await desk(app).call(possessionChecks.start, { body: { due_at, language: 'en', repeat_months: 1 } });

  const midnight = Math.ceil(Date.now() / dayMs) * dayMs;
  const mails: Mail[] = [];
  const returnedAt = new Map<string, number>();
  for (let day = 0; day < days; day++) {
    if (day % 2 === 0) {
      const body = { kind: 'new_key' as const, place_id: place, reason: 'Works there' };
      const person_id = people[draw(people.length)]?.id ?? '';
      await send(app.url, keyRequests.submit, { body: { ...body, person_id } }, asker);
    }
    const back = out[draw(out.length)];
    if (back && !returnedAt.has(back.marking)) {
      await desk(app).call(keyDesk.takeBack, { body: { keys: [{ id: back.id }] } });
      returnedAt.set(back.marking, day);
    }
    const seen = server.mails.length;
    app.deps.mailer = day === outageDay ? unreachable : mailer;
    for (const hour of [7, 9, 14, 22]) {
      const now = new Date(midnight + day * dayMs + hour * 3_600_000);
      Object.assign(app.deps, { clock: () => now, databaseClock: async () => now });
      await work(app);
    }
    Object.assign(app.deps, { clock, databaseClock });
    for (const { to, head, text } of server.mails.slice(seen)) {
      const [, name = ''] = /^Message-ID:\s+<([^@>]+)/im.exec(head) ?? [];
      mails.push({ day, to: to[0] ?? '', group: groupOf(name), name, text: text.replaceAll('=\r\n', '') });
    }
  }

  const counted = Map.groupBy(mails, ({ group }) => group);
  expect([...counted.keys()].sort()).toEqual(['digest', 'possession', 'reminder']);
  const perDay = Map.groupBy(mails, ({ day, to, group }) => `${day} ${to} ${group}`);
  const twice = [...perDay.values()].filter(({ length }) => length > 1);
  // A reminder that an outage has kept comes beside that of the next day; which key is in which is compared below.
  expect(twice.filter(([mail]) => mail?.day !== outageDay + 1 || mail.group !== 'reminder')).toEqual([]);
  const names = mails.map(({ name }) => name);
  expect(new Set(names).size, 'no mail twice').toBe(names.length);
  const late = mails.filter(
    ({ day, text, group }) =>
      group === 'reminder' && [...returnedAt].some(([marking, on]) => on < day && text.includes(marking)),
  );
  expect(late, 'none of a key that is back').toEqual([]);
  expect(mails.filter(({ day }) => day === outageDay)).toEqual([]);
  const largest = Math.max(...(counted.get('digest') ?? []).map(({ text }) => text.length));
  expect(largest).toBeLessThan(20_000);

  const states = await app.db
    .selectFrom('key_reminder')
    .select(['state', (q) => q.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const sent = new Map(states.map(({ state, count }) => [state, Number(count)]));
  expect([sent.get('sent'), sent.get('failed') ?? 0]).toEqual([counted.get('reminder')?.length, 0]);
  const { rows: again } = await sql`
    select line.key_id, line.audience, line.stage from key_reminder_key as line
    join key_reminder as mail on mail.id = line.reminder_id and mail.state = 'sent'
    where not line.is_needless group by line.key_id, line.person_id, line.audience, line.stage, line.ends_at, mail.mail_address
    having count(*) > 1`.execute(app.db);
  expect(again, 'no key twice for the same reason').toEqual([]);
  const made = await app.db.selectFrom('key_reminder').select('day').distinct().execute();
  const outage = new Date(midnight + outageDay * dayMs).toISOString().slice(0, 10);
  expect(made.map(({ day }) => day.toISOString().slice(0, 10))).toContain(outage);
  const last = new Date(midnight + (days - 1) * dayMs + 22 * 3_600_000);
  const months = Array.from({ length: 60 }, (_, at) => nextAt(new Date(), at + 1));
  const begun = months.filter((at) => at !== null && at <= last).length;
  expect((await app.db.selectFrom('possession_check').select('id').execute()).length).toBe(1 + begun);
});

/** What the product does by itself, twice, as two processes would. */
async function work(app: TestApp): Promise<void> {
  const { deps } = app;
  await deliverEvents(deps, productEvents(deps), never);
  await Promise.all([watchRequests(deps), watchRequests(deps)]);
  await watchJoiners(deps, never);
  await Promise.all([repeatChecks(deps), repeatChecks(deps)]);
  const checks = await deps.db.selectFrom('possession_check').select('id').where('ended_at', 'is', null).execute();
  for (const { id } of checks)
    for (let piece = 0; piece < 4; piece++) await runNow(app, kindOfJob(app, mailLinksJob), id);
  await Promise.all([planReminders(deps), planReminders(deps)]);
  await deliverEvents(deps, productEvents(deps), never);
  await Promise.all([sendReminders(deps, never), sendReminders(deps, never)]);
  await Promise.all([sendMails(deps, never), sendMails(deps, never)]);
}
