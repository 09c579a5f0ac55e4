import { type SecondFactors, secondFactors } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stubCredentials } from '../../../../test/credentials';
import { renderPage, serve } from '../../../../test/render';
import { SecondFactorPanel } from './second-factor-panel';

const at = '2026-03-01T06:00:00.000Z';
const id = '0190c0de-0000-7000-8000-000000000001';
const codes = ['aaaaa-bbbbb', 'ccccc-ddddd'];
const passkey = { id, name: 'Work laptop', created_at: at, last_used_at: null, is_backed_up: false };

const factors = (fields: Partial<SecondFactors> = {}): SecondFactors => ({
  totp: null,
  passkeys: [],
  recovery_codes_left: 0,
  is_required: false,
  has_password: true,
  passkeys_possible: true,
  ...fields,
});

it('sets up an authenticator app by its code, and shows recovery codes once', async () => {
  serve(secondFactors.list, factors());
  serve(secondFactors.setUpTotp, {
    secret: 'ABCDEFGHIJ',
    uri: 'otpauth://totp/Key2XS:ada?secret=ABCDEFGHIJ',
    expires_at: at,
  });
  serve(secondFactors.confirmTotp, ({ body }) =>
    body.code === '123456' ? { recovery_codes: codes } : 'invalid_credentials',
  );
  const { user } = await renderPage(<SecondFactorPanel />);
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  await screen.findByRole('img', { name: 'QR code for the authenticator app' });
  screen.getByText('ABCD EFGH IJ');

  const field = screen.getByLabelText('Code from your authenticator app');
  await user.type(field, '000000');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Sign-in failed.');
  expect(field).toHaveProperty('value', '000000');

  await user.clear(field);
  await user.type(field, '123 456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const list = within(await screen.findByRole('list', { name: 'Your recovery codes' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByText('Copied.');
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
  await user.click(screen.getByRole('button', { name: 'I have stored them' }));
  expect(screen.queryByText(codes[0] ?? '')).toBeNull();
});

it('removes the app only after a question, and says why it may not', async () => {
  serve(secondFactors.list, factors({ totp: { created_at: at, last_used_at: null }, recovery_codes_left: 8 }));
  serve(secondFactors.removeTotp, 'conflict');
  const { user } = await renderPage(<SecondFactorPanel />);
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Not possible in the present state.');
});

it('says when few recovery codes are left, and makes new ones after a question', async () => {
  serve(secondFactors.list, factors({ totp: { created_at: at, last_used_at: null }, recovery_codes_left: 1 }));
  serve(secondFactors.createRecoveryCodes, { recovery_codes: codes });
  const { user } = await renderPage(<SecondFactorPanel />);
  await screen.findByText('Few recovery codes are left. Make new ones.');
  await user.click(screen.getByRole('button', { name: 'Make new codes' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make new codes' }));
  await screen.findByText(codes[1] ?? '');
});

it('renames and removes a passkey', async () => {
  serve(secondFactors.list, factors({ passkeys: [passkey], recovery_codes_left: 8 }));
  const renamed = serve(secondFactors.renamePasskey, { ...passkey, name: 'Old laptop' });
  const removed = serve(secondFactors.removePasskey, { success: true });
  const { user } = await renderPage(<SecondFactorPanel />);
  await user.click(await screen.findByRole('button', { name: 'Rename Work laptop' }));
  const name = await screen.findByLabelText('Name of this passkey');
  await user.clear(name);
  await user.type(name, 'Old laptop');
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await screen.findByText('Renamed.');
  expect(renamed.received).toMatchObject([{ params: { id }, body: { name: 'Old laptop' } }]);
  await user.click(screen.getByRole('button', { name: 'Remove Work laptop' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await screen.findByText('Passkey removed.');
  expect(removed.received).toMatchObject([{ params: { id } }]);
});

it('keeps the name when the browser makes no passkey', async () => {
  serve(secondFactors.list, factors());
  serve(secondFactors.passkeyOptions, {
    options: {
      rp: { name: 'Key2XS' },
      user: { id: 'AAAA', name: 'ada', displayName: 'ada' },
      challenge: 'AAAA',
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    },
  });
  stubCredentials({ create: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  const { user } = await renderPage(<SecondFactorPanel />);
  await user.click(await screen.findByRole('button', { name: 'Add passkey' }));
  const dialog = within(await screen.findByRole('dialog'));
  const name = dialog.getByLabelText('Name of this passkey');
  await user.clear(name);
  await user.type(name, 'Desk');
  await user.click(dialog.getByRole('button', { name: 'Add passkey' }));
  await screen.findByText('No passkey was used. Try again, or use another way.');
  expect(name).toHaveProperty('value', 'Desk');
});

it('offers no passkey where the address cannot have one', async () => {
  serve(secondFactors.list, factors({ passkeys_possible: false }));
  await renderPage(<SecondFactorPanel />);
  await screen.findByText(/not under an IP address/);
  expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
});
