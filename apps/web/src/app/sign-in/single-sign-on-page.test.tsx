import { auth, singleSignOn } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { session } from '#lib/session';
import { anAdmin } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { SingleSignOnPage } from './single-sign-on-page';

const browser_key = 'k'.repeat(43);
const begin = (purpose: string) =>
  window.sessionStorage.setItem('single-sign-on', JSON.stringify({ browser_key, purpose }));

function comeBack(query: string) {
  window.history.replaceState(null, '', `/auth/callback/oidc${query}`);
  return renderPage(<SingleSignOnPage />, { path: '/auth/callback/oidc' });
}

beforeEach(() => {
  session.signOut();
  window.sessionStorage.clear();
});

it('signs in and opens the start page; the code leaves the address', async () => {
  begin('sign-in');
  const { received } = serve(singleSignOn.finish, { access_token: 'abc', token_type: 'bearer', expires_in: 3_600 });
  serve(auth.me, anAdmin({ username: 'ada' }));
  const { router } = await comeBack('?code=c1&state=s1&iss=https%3A%2F%2Flogin.test');
  expect(await screen.findByText('Elsewhere')).toBeDefined();
  expect([router.state.location.pathname, session.username()]).toEqual(['/', 'ada']);
  expect(window.location.search).toBe('');
  expect(received).toEqual([{ body: { browser_key, code: 'c1', state: 's1', iss: 'https://login.test' } }]);
});

it('says the sentence of the server when the sign-in is refused, and leads back', async () => {
  begin('sign-in');
  serve(singleSignOn.finish, { refusal: 'invalid_credentials', members: { detail: 'Ask a super admin.' } });
  await comeBack('?error=access_denied&state=s2');
  await screen.findByText('Ask a super admin.');
  expect(screen.getByRole('link', { name: 'Back to the sign-in page' }).getAttribute('href')).toBe('/login');
  expect(session.phase()).toBe('signed-out');
});

it('asks for a second factor where one is needed', async () => {
  begin('sign-in');
  const sign_in = { token: 't1', expires_at: '2026-03-01T06:10:00.000Z', steps: ['totp'] };
  serve(singleSignOn.finish, { refusal: 'second_factor_needed', members: { sign_in } });
  await comeBack('?code=c6&state=s6');
  await screen.findByLabelText(/^Code from your authenticator app/);
  expect(session.phase()).toBe('signed-out');
});

it('links an account with who is signed in', async () => {
  begin('link');
  session.signIn({ access_token: 'abc', expires_in: 3_600 }, 'ada');
  serve(singleSignOn.finishLink, { refusal: 'conflict', members: { detail: 'It belongs to another one.' } });
  await comeBack('?code=c3&state=s3');
  await screen.findByText('It belongs to another one.');
  expect(screen.getByRole('link', { name: 'Back to your profile' })).toBeDefined();
  expect(session.phase()).toBe('signed-in');
});

it.each([
  '',
  '?code=c4',
  '?code=c5&state=s5',
])('calls nothing without a sign-in of this tab and its answer: %s', async (query) => {
  if (query !== '?code=c5&state=s5') begin('sign-in');
  const { received } = serve(singleSignOn.finish, 'invalid_credentials');
  await comeBack(query);
  await screen.findByText('This tab has not begun a sign-in. Start it again.');
  expect(received).toEqual([]);
});
