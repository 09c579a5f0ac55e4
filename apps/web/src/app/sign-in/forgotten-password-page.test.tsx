import { auth } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { ForgottenPasswordPage } from './forgotten-password-page';

it.each([
  [true, 'If the account exists, a mail is on its way'],
  [false, 'This server sends no mails'],
])('answers every name alike; mail server: %s', async (is_mail_configured, words) => {
  const { received } = serve(auth.forgotPassword, { success: true, is_mail_configured });
  const { user } = await renderPage(<ForgottenPasswordPage />, { path: '/forgotten-password' });
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  screen.getByText('Username is required.');
  expect(received).toEqual([]);
  await user.type(screen.getByLabelText('Username'), 'ada{Enter}');
  await screen.findByText(words);
  expect(received).toMatchObject([{ body: { username: 'ada' } }]);
});

it('keeps the name after too many attempts', async () => {
  serve(auth.forgotPassword, 'too_many_attempts');
  const { user } = await renderPage(<ForgottenPasswordPage />, { path: '/forgotten-password' });
  await user.type(screen.getByLabelText('Username'), 'ada{Enter}');
  await screen.findByText('Too many attempts.');
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ada');
});
