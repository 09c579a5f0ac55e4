import { auth, type Preferences, preferences as preferenceCalls } from '@key2xs/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#lib/session';
import { anAdmin } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { startPage } from '../preferences/start-page';
import { queryClient } from '../query-client';
import { LoginPage } from './login-page';
import { LoginRoute } from './login-route';

async function signInAs(name: string, secret: string) {
  const page = await renderPage(<LoginRoute />, { path: '/login' });
  if (name) await page.user.type(screen.getByLabelText('Username'), name);
  if (secret) await page.user.type(screen.getByLabelText('Password'), secret);
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
  return page;
}

const noPreferences: Preferences = {
  language: null,
  date_format: null,
  number_format: null,
  time_zone: null,
  theme: null,
  density: null,
  start_page: null,
};

beforeEach(() => {
  queryClient.clear();
  session.signOut();
});

describe('signing in', () => {
  it('opens the start page with a session', async () => {
    const { received } = serve(auth.login, { access_token: 'abc', token_type: 'bearer', expires_in: 3_600 });
    const { router } = await signInAs('ada', 'a sentence works well');
    expect(await screen.findByText('Elsewhere')).toBeDefined();
    expect(router.state.location.pathname).toBe('/');
    expect([session.token(), session.username()]).toEqual(['abc', 'ada']);
    expect(received).toMatchObject([{ body: { username: 'ada', grant_type: 'password' } }]);
  });

  it('opens the screen that the administrator has chosen, if it is open to them', async () => {
    session.signIn({ access_token: 'abc', expires_in: 3_600 }, 'ada');
    serve(auth.me, anAdmin());
    serve(preferenceCalls.get, { ...noPreferences, start_page: '/people' });
    expect(await startPage()).toBe('/people');
    queryClient.clear();
    serve(auth.me, anAdmin({ role: 'subadmin', functions: [] }));
    expect(await startPage()).toBe('/dashboards/start');
  });

  it('begins anew, and says why, where the session ends while the application still opens', async () => {
    serve(auth.login, { access_token: 'abc', token_type: 'bearer', expires_in: 3_600 });
    const opening = new Promise<void>(() => undefined);
    const { user } = await renderPage(<LoginPage onSignedIn={() => opening} />, { path: '/login' });
    await user.type(screen.getByLabelText('Username'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'a sentence works well');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(session.isAuthenticated()).toBe(true));
    act(() => session.end(true));
    expect(screen.getByText(/^Your session was ended before its time/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign in' })).toHaveProperty('disabled', false);
  });

  it('shows the server’s message and focuses the password', async () => {
    serve(auth.login, 'invalid_credentials');
    await signInAs('ada', 'wrong');
    expect(await screen.findByText('Sign-in failed.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ada');
  });

  it.each([
    [{ detail: 'Account is locked.' }, 'Account is locked.'],
    [{}, 'Login failed'],
  ])('shows the detail of another kind of server, if any: %j', async (body, words) => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status: 401 })));
    await signInAs('ada', 'wrong');
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('reports a failure when no server answers', async () => {
    await signInAs('ada', 'a sentence works well');
    expect(await screen.findByText('Login failed')).toBeDefined();
  });

  it('requires missing fields without calling the server', async () => {
    const { received } = serve(auth.login, 'invalid_credentials');
    await signInAs('ada', '');
    expect(screen.getByText('Password is required.')).toBeDefined();
    expect(screen.queryByText('Username is required.')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(received).toEqual([]);
  });

  it('focuses the username and can reveal the password', async () => {
    const { user } = await renderPage(<LoginRoute />, { path: '/login' });
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
    await user.click(screen.getByRole('button', { name: 'Show what is typed' }));
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
  });
});
