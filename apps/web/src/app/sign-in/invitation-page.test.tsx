import { auth, invitations } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '#lib/session';
import { anAdmin } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { InvitationPage } from './invitation-page';

const given = {
  name: 'Zoe Lang',
  role: 'subadmin',
  roles: ['Key keepers'],
  expires_at: '2026-03-04T06:00:00Z',
} as const;

async function open(hash: string) {
  window.history.replaceState(null, '', `/invitation${hash}`);
  return renderPage(<InvitationPage />, { path: '/invitation' });
}

async function register(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.type(await screen.findByLabelText('Username'), 'zoe');
  await user.type(screen.getByLabelText('Password'), 'a sentence works well{Enter}');
}

beforeEach(() => {
  session.signOut();
  serve(invitations.check, { ...given, roles: [...given.roles] });
});

describe('the link of an invitation', () => {
  it('says what for, creates the account and signs in; the token leaves the URL', async () => {
    const registered = serve(auth.register, anAdmin({ username: 'zoe', role: 'subadmin' }));
    serve(auth.login, { access_token: 'abc', token_type: 'bearer', expires_in: 3_600 });
    const { user, router } = await open('#a-token');
    expect(window.location.hash).toBe('');
    await screen.findByText(/^You are invited as a sub-admin: Key keepers\./);
    await register(user);
    expect(await screen.findByText('Elsewhere')).toBeDefined();
    expect(registered.received[0]?.body).toMatchObject({ username: 'zoe', invitation_token: 'a-token' });
    expect([router.state.location.pathname, session.phase()]).toEqual(['/dashboards/start', 'signed-in']);
  });

  it('leads to the sign-in page when signing in takes a second factor', async () => {
    serve(auth.register, anAdmin({ username: 'zoe', role: 'subadmin' }));
    serve(auth.login, 'second_factor_needed');
    const { user } = await open('#a-token');
    await register(user);
    await screen.findByText('Your account zoe has been created');
    expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login');
  });

  it('says that it no longer works, also when that happens while it is open', async () => {
    serve(auth.register, 'registration_closed');
    const { user } = await open('#a-token');
    await register(user);
    await screen.findByText('This invitation no longer works');
    serve(invitations.check, 'link_expired');
    await open('#another-token');
    expect(await screen.findAllByText('This invitation no longer works')).toHaveLength(2);
  });

  it('puts a taken username onto the field and keeps the input', async () => {
    const errors = [{ path: 'username', message: 'This username is taken.' }];
    serve(auth.register, { refusal: 'conflict', members: { errors } });
    const { user } = await open('#a-token');
    await register(user);
    await screen.findByText('This username is taken.');
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'zoe');
  });

  it('explains a missing token, and an unreachable server with a way to try again', async () => {
    const { unmount } = await open('');
    expect(screen.getByText('This address is not complete')).toBeDefined();
    unmount();
    serve(invitations.check, 'internal');
    const { user } = await open('#a-token');
    await screen.findByText('That did not work');
    serve(invitations.check, { ...given, roles: [...given.roles] });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByLabelText('Username');
  });
});
