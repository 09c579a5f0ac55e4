import { auth } from '@key2xs/contract';
import { describe } from 'vitest';
import type { Deps } from '#platform/deps';
import { expect, test } from '#test/app';
import { send } from '#test/send';
import { ensureFirstAdmin } from './first-admin';

const configuredAs = (deps: Deps, username: string, password: string): Deps => ({
  ...deps,
  config: { ...deps.config, firstAdmin: { username, password } },
});

describe('ensureFirstAdmin', () => {
  test('creates one administrator with a random password, however many processes start', async ({ app }) => {
    const made = await Promise.all(Array.from({ length: 5 }, () => ensureFirstAdmin(app.deps)));
    const [first, ...others] = made.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    expect(first?.username).toBe('admin');
    expect(first?.password).toMatch(/^[a-zA-Z2-9]{24}$/);
    const { status } = await send(app.url, auth.login, { body: first ?? { username: '', password: '' } });
    expect(status).toBe(200);
    expect(await ensureFirstAdmin(app.deps)).toBeUndefined();
  });

  test('creates the configured one and does not log the password', async ({ app }) => {
    const deps = configuredAs(app.deps, 'site-admin', 'a sentence with many words');
    expect(await ensureFirstAdmin(deps)).toBeUndefined();
    expect(await app.db.selectFrom('admin').select(['username', 'role']).execute()).toEqual([
      { username: 'site-admin', role: 'superadmin' },
    ]);
    const [event] = await app.db.selectFrom('audit_event').select(['action', 'actor_name']).execute();
    expect(event).toEqual({ action: 'admin.registered', actor_name: 'site-admin' });
  });

  test('generates none on an installation that was in use', async ({ app }) => {
    await ensureFirstAdmin(app.deps);
    await app.db.deleteFrom('admin').execute();
    expect(await ensureFirstAdmin(app.deps)).toBeUndefined();
    expect(await app.db.selectFrom('admin').selectAll().execute()).toEqual([]);
  });

  test('refuses an unacceptable configured username or password', async ({ app }) => {
    const deps = configuredAs(app.deps, 'two words', 'two words two words');
    await expect(ensureFirstAdmin(deps)).rejects.toMatchObject({
      lines: [
        expect.stringContaining('KEY2XS_ADMIN_USERNAME'),
        'KEY2XS_ADMIN_PASSWORD: Choose a password that does not contain the username.',
      ],
    });
  });
});
