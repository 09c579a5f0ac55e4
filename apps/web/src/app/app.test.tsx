import { auth, cylinders, invitations, keys } from '@key2xs/contract';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import { call } from '#lib/calls/call';
import { colorScheme } from '#lib/dark-mode';
import { i18n } from '#lib/i18n';
import { localStore, tabStore } from '#lib/local-store';
import { session } from '#lib/session';
import { saveEnd } from '#lib/session/acting-store';
import { Theme } from '#ui/theme';
import { anAdmin } from '../../test/answers';
import { serve } from '../../test/render';
import { App, router } from './app';
import { queryClient } from './query-client';

afterEach(() => queryClient.clear());

/** Renders the whole application at an address. */
function openAt(href: string) {
  render(
    <I18nextProvider i18n={i18n}>
      <Theme colorScheme={colorScheme} isTest>
        <App />
      </Theme>
    </I18nextProvider>,
  );
  act(() => void router.navigate({ href })); // All tests share one router, which only navigates while mounted.
  return userEvent.setup({ delay: null });
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function signIn(user: ReturnType<typeof openAt>) {
  serve(auth.login, { access_token: 'abc', token_type: 'bearer', expires_in: 3_600 });
  await user.type(await screen.findByLabelText('Username'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'a sentence works well');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

it('opens a screen also with a trailing slash', async () => {
  serve(auth.me, anAdmin());
  openAt('/audits/user/');
  expect(await heading('User-Level Audits')).toBeDefined();
});

it('opens the requested URL after signing in', async () => {
  serve(auth.me, anAdmin());
  session.signOut();
  const user = openAt('/keys/manage?from=mail');
  await signIn(user);
  expect(await heading('Assign Keys')).toBeDefined();
  expect(router.state.location.href).toBe('/keys/manage?from=mail');
});

it('reopens the page on which a session ended, but not after logging out', async () => {
  serve(auth.me, anAdmin());
  serve(auth.logout, { success: true });
  const user = openAt('/audits/user');
  await heading('User-Level Audits');
  await act(async () => session.end());
  await signIn(user);
  expect(await heading('User-Level Audits')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: /account of/ }));
  await user.click(await screen.findByText('Log Out'));
  serve(auth.me, anAdmin());
  await signIn(user);
  await expect.poll(() => router.state.location.pathname).toBe('/dashboards/start');
});

it('says on the sign-in page that the server ended the session, until the next sign-in', async () => {
  const early = /^Your session was ended before its time/;
  serve(auth.me, anAdmin());
  const user = openAt('/audits/user');
  await heading('User-Level Audits');
  serve(auth.me, 'unauthenticated');
  await act(async () => void (await call(auth.me, {}).catch(() => undefined)));
  await screen.findByText(early);
  serve(auth.me, anAdmin());
  serve(auth.logout, { success: true });
  await signIn(user);
  await user.click(await screen.findByRole('button', { name: /account of/ }));
  await user.click(await screen.findByText('Log Out'));
  await screen.findByLabelText('Username');
  expect(screen.queryByText(early)).toBeNull();
});

it('opens an invitation, and a link for a new password, to a signed-in user', async () => {
  serve(auth.me, anAdmin());
  const expires_at = '2036-03-04T06:00:00Z';
  serve(invitations.check, { name: 'Zoe Lang', role: 'subadmin', roles: ['Key keepers'], expires_at });
  openAt('/invitation#a-token');
  expect(await heading('Welcome, Zoe Lang')).toBeDefined();
  act(() => void router.navigate({ href: '/reset-password#a-token' }));
  expect(await heading('Set a new password')).toBeDefined();
});

it('says that acting for another administrator has ended, once, in the own session', async () => {
  serve(auth.me, anAdmin());
  saveEnd({ local: localStore, tab: tabStore });
  openAt('/audits/user');
  await screen.findByText('Acting for another administrator has ended. This is your own session again.');
  expect(await heading('User-Level Audits')).toBeDefined();
  cleanup();
  openAt('/audits/user');
  expect(await heading('User-Level Audits')).toBeDefined();
  expect(screen.queryByText(/has ended/)).toBeNull();
});

it('opens cylinders to a sub-admin, and offers no action that would be refused', async () => {
  serve(auth.me, anAdmin({ role: 'subadmin' }));
  const none = { items: [], total: 0, limit: 50, offset: 0 };
  serve(cylinders.list, none);
  serve(keys.list, none);
  const facets = { domains: [], cylinder_types: [], cylinder_states: [], key_types: [], key_states: [] };
  serve(cylinders.facets, { ...facets, key_systems: [] });
  openAt('/cylinders');
  expect(await screen.findByText('No cylinders yet')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Add Key System' })).toBeNull();
});

it('tells a sub-admin that people are not permitted', async () => {
  serve(auth.me, anAdmin({ role: 'subadmin' }));
  openAt('/people');
  expect(await heading('Insufficient permissions')).toBeDefined();
});
