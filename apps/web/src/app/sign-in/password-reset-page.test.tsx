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
  it('sets a password, takes the token out of the address and leads to the sign-in', async () => {
    const { received } = serve(auth.resetPassword, { success: true, username: 'Ada' });
    const { user } = await open('#a-token');
    expect(window.location.hash).toBe('');
    await user.type(screen.getByLabelText('New password'), 'a sentence works well{Enter}');
    expect(await screen.findByText('The password of Ada has been changed')).toBeDefined();
    expect(received).toMatchObject([{ body: { token: 'a-token', new_password: 'a sentence works well' } }]);
    expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login');
  });

  it('says that it does not work any more, and keeps what was typed', async () => {
    serve(auth.resetPassword, 'link_expired');
    const { user } = await open('#a-token');
    await user.type(screen.getByLabelText('New password'), 'a sentence works well{Enter}');
    expect(await screen.findByText('This link no longer works.')).toBeDefined();
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'a sentence works well');
  });

  it('says what to do where the token is missing', async () => {
    await open('');
    expect(screen.getByText('This address is not complete')).toBeDefined();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});
