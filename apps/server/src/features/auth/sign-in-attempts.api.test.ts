import { createHash } from 'node:crypto';
import { auth, invitations } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { createPasswordHasher } from '#platform/isolated/password-hasher';
import type { Turn } from '#platform/isolated/turns';
import { createLog } from '#platform/log';
import { anotherServer } from '#test/another-server';
import { expect, type TestApp, test } from '#test/app';
import { send } from '#test/send';
import { elsewhere, guess, home, office, pass, password, type Server, signIn, tryToSignIn } from '#test/sign-in';

const ada = { username: 'ada', password };

const register = ({ url }: Server, username: string, invitation_token?: string) =>
  send(url, auth.register, { body: { username, password, invitation_token } });

/** @returns the turns in which the server uses its hasher from now on */
function watchHashing(server: Server): Turn[] {
  const turns: Turn[] = [];
  const { hash, verify } = server.deps.passwords;
  server.deps.passwords = {
    hash(password, turn) {
      turns.push(turn);
      return hash(password, turn);
    },
    verify(known, password, turn) {
      turns.push(turn);
      return verify(known, password, turn);
    },
  };
  return turns;
}

async function disable(app: TestApp, username: string): Promise<void> {
  await app.db.updateTable('admin').set({ suspended_at: new Date() }).where('username', '=', username).execute();
}

describe('an attempt', () => {
  test('that succeeds clears only the account on this network', async ({ app }) => {
    const server = await anotherServer(app);
    await register(server, 'ada');
    await guess(server, 9, () => ({ username: 'ada' }));
    await guess(server, 40, (i) => ({ username: `user-${i}` }));
    expect(await tryToSignIn(server, ada)).toBe(200);
    expect(await guess(server, 2, (i) => ({ username: `more-${i}` }))).toEqual({ 401: 1, 429: 1 });
    expect(await guess(server, 11, () => ({ username: 'ada' }))).toEqual({ 401: 10, 429: 1 });
  });

  test('that could not be verified is not counted', async ({ app }) => {
    const server = await anotherServer(app);
    await register(server, 'ada');
    const { passwords } = server.deps;
    server.deps.passwords = createPasswordHasher(server.deps.runner, { parallel: 0, waiting: 0 });
    expect(await guess(server, 20, () => ({ username: 'ada' }))).toEqual({ 503: 20 });
    server.deps.passwords = passwords;
    expect(await tryToSignIn(server, ada)).toBe(200);
  });

  test('is hashed once for known and unknown names, and never once refused', async ({ app }) => {
    const server = await anotherServer(app);
    await register(server, 'ada');
    const { body } = await signIn(server, ada);
    const invitation = await send(
      server.url,
      invitations.invite,
      { body: { role: 'subadmin' } },
      { token: body.access_token },
    );
    await register(server, 'gone', invitation.body.invitation_token);
    await disable(app, 'gone');

    const turns = watchHashing(server);
    for (const username of ['ada', 'gone', 'nobody']) {
      expect(await tryToSignIn(server, { username, password: 'wrong' }, home)).toBe(401);
      expect(turns.splice(0)).toEqual([{ lane: home, isTrusted: false }]);
    }
    await guess(server, 9, () => ({ username: 'ada', from: home }));
    turns.splice(0);
    expect(await tryToSignIn(server, ada, home)).toBe(429);
    expect(turns).toEqual([]);
  });

  test('from a known network is checked before those of strangers', async ({ app }) => {
    const server = await anotherServer(app);
    await register(server, 'ada');
    const turns = watchHashing(server);
    for (const from of [home, home, office]) await signIn(server, ada, from);
    expect(turns.map(({ lane, isTrusted }) => [lane, isTrusted])).toEqual([
      [home, false],
      [home, true],
      [office, false],
    ]);
  });

  test('leaves nothing behind once its time is over', async ({ app }) => {
    const server = await anotherServer(app);
    const countRows = async () => (await app.db.selectFrom('sign_in_budget').select('subject').execute()).length;
    await guess(server, 60, (i) => ({ username: `user-${i}`, from: `203.0.113.${i}` }));
    expect(await countRows()).toBe(240);
    pass(server, 3_600_000);
    await tryToSignIn(server, ada);
    expect(await countRows()).toBe(4);
  });
});

test('registering without an invitation costs no hashing', async ({ app }) => {
  const server = await anotherServer(app);
  await register(server, 'ada');
  const turns = watchHashing(server);
  expect((await register(server, 'eve')).status).toBe(403);
  expect((await register(server, 'eve', 'guessed')).status).toBe(403);
  expect(turns).toEqual([]);
});

test('what is typed as username leaves no trace, neither in the database nor in the log', async ({ app }) => {
  const lines: string[] = [];
  const server = await anotherServer(app, createLog('trace', { write: (line) => lines.push(line) }));
  await register(server, 'ada');
  const typed = 'correct horse battery staple';
  for (const username of [typed, 'ADA']) await tryToSignIn(server, { username, password: 'wrong' });

  const events = await app.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'login.failed')
    .orderBy('id')
    .execute();
  expect(events.map(({ details }) => details)).toEqual([
    { username: null, address: elsewhere, step: 'password' },
    { username: 'ada', address: elsewhere, step: 'password' },
  ]);
  const hashes = (['hex', 'base64', 'base64url'] as const).map((form) =>
    createHash('sha256').update(typed).digest(form).slice(0, 40),
  );
  const kept = [await readEverything(app), ...lines].join('\n');
  expect(kept).toContain('login.failed');
  for (const trace of [typed, ...hashes]) expect(kept).not.toContain(trace);
});

async function readEverything(app: TestApp): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(app.db);
  const texts = await Promise.all(
    tables.map(({ name }) =>
      sql<{ text: string }>`select row_to_json(row)::text as text from ${sql.table(name)} as row`.execute(app.db),
    ),
  );
  return texts.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n');
}
