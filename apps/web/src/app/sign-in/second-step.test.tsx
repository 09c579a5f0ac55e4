import { auth, type SignInStep, signIn } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '#lib/session';
import { anAdmin } from '../../../test/answers';
import { stubCredentials } from '../../../test/credentials';
import { renderPage, serve } from '../../../test/render';
import { LoginPage } from './login-page';

const at = '2026-03-01T06:10:00.000Z';
const granted = { access_token: 'abc', token_type: 'bearer', expires_in: 3_600 } as const;
const token = 'an attempt';

/** Types name and password at a server that then asks for one of the steps. */
async function afterPassword(...steps: SignInStep[]) {
  serve(auth.login, { refusal: 'second_factor_needed', members: { sign_in: { token, expires_at: at, steps } } });
  serve(auth.me, anAdmin());
  const onSignedIn = vi.fn(() => Promise.resolve());
  const { user } = await renderPage(<LoginPage onSignedIn={onSignedIn} />, { path: '/login' });
  await user.type(screen.getByLabelText('Username'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'a sentence works well');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  return { user, onSignedIn };
}

beforeEach(() => {
  session.signOut();
});

it('asks for a code, says beside the field that it is wrong, and signs in with the right one', async () => {
  const { user, onSignedIn } = await afterPassword('totp');
  serve(signIn.totp, ({ body }) => (body.code === '123456' ? granted : 'invalid_credentials'));
  const field = await screen.findByLabelText('Code from your authenticator app');
  expect(document.activeElement).toBe(field);
  await user.type(field, '000000{Enter}');
  await screen.findByText('Sign-in failed.');
  expect([field.getAttribute('aria-invalid'), session.phase()]).toEqual(['true', 'signed-out']);
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalled());
  expect([session.token(), session.username()]).toEqual(['abc', 'ada']);
});

it('takes a recovery code, and says when few are left before it goes on', async () => {
  const { user, onSignedIn } = await afterPassword('totp', 'recovery_code');
  const { received } = serve(signIn.recoveryCode, { ...granted, recovery_codes_left: 2 });
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), 'aaaaa-bbbbb{Enter}');
  await screen.findByText(/You have 2 recovery codes left/);
  expect(received).toMatchObject([{ body: { sign_in_token: token, code: 'aaaaa-bbbbb' } }]);
  expect(onSignedIn).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(onSignedIn).toHaveBeenCalled();
});

it('leads back to the start when the attempt has ended, and on request', async () => {
  const { user } = await afterPassword('totp');
  serve(signIn.totp, 'sign_in_ended');
  await user.type(await screen.findByLabelText('Code from your authenticator app'), '123456{Enter}');
  await screen.findByText('This sign-in took too long. Start again.');
  await user.type(screen.getByLabelText('Username'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'a sentence works well{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Back to the start' }));
  expect(screen.queryByText('This sign-in took too long. Start again.')).toBeNull();
  screen.getByLabelText('Password');
});

it('sets up the factor that is demanded, and signs in once the recovery codes are stored', async () => {
  const { user, onSignedIn } = await afterPassword('enrol');
  serve(signIn.setUpTotp, { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH', expires_at: at });
  serve(signIn.confirmTotp, { recovery_codes: ['aaaaa-bbbbb'] });
  serve(signIn.finish, granted);
  await user.click(await screen.findByRole('button', { name: 'Authenticator app' }));
  await user.type(await screen.findByLabelText('Code from your authenticator app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('aaaaa-bbbbb');
  expect(session.phase()).toBe('signed-out');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalled());
});

it('signs in by a passkey alone, and says when the browser gives none', async () => {
  stubCredentials({ get: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  serve(signIn.passkeyOptions, { options: { challenge: 'AAAA' } });
  const { user } = await renderPage(<LoginPage onSignedIn={() => Promise.resolve()} />, { path: '/login' });
  await user.type(screen.getByLabelText('Username'), 'ada');
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  await screen.findByText('No passkey was used. Try again, or use another way.');
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ada');
});
