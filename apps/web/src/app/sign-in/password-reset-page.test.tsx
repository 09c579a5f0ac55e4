import { auth } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '#lib/session';
import { renderPage, serve } from '../../../test/render';
import { PasswordResetPage } from './password-reset-page';

async function open(hash: string) {
  window.history.replaceState(null, '', `/reset-password${hash}`);
  return renderPage(<PasswordResetPage />, { path: '/reset-password' });
}

beforeEach(() => {
  session.signOut();
});

describe('a link for a forgotten password', () => {
  it('sets a password, removes the token from the URL and opens the sign-in page', async () => {
    const { received } = serve(auth.resetPassword, { success: true, username: 'Ada' });
    const { user } = await open('#a-token');
    expect(window.location.hash).toBe('');
    await user.type(screen.getByLabelText('New password'), 'a sentence works well{Enter}');
    expect(await screen.findByText('The password of Ada has been changed')).toBeDefined();
    expect(received).toMatchObject([{ body: { token: 'a-token', new_password: 'a sentence works well' } }]);
    expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login');
  });

  it('ends the session of this account here, which has ended on the server', async () => {
    session.signIn({ access_token: 'abc', expires_in: 3_600 }, 'Ada');
    serve(auth.resetPassword, { success: true, username: 'Ada' });
    const { user } = await open('#a-token');
    await user.type(screen.getByLabelText('New password'), 'a sentence works well{Enter}');
    await screen.findByText('The password of Ada has been changed');
    expect(session.phase()).toBe('signed-out');
  });

  it('reports an expired link, and keeps the input', async () => {
    serve(auth.resetPassword, 'link_expired');
    const { user } = await open('#a-token');
    await user.type(screen.getByLabelText('New password'), 'a sentence works well{Enter}');
    expect(await screen.findByText('This link no longer works.')).toBeDefined();
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'a sentence works well');
  });

  it('explains a missing token', async () => {
    await open('');
    expect(screen.getByText('This address is not complete')).toBeDefined();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});
