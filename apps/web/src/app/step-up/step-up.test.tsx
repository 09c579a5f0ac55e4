import { notifications, secondFactors, singleSignOn, stepUp } from '@key2xs/contract';
import { Modal, TextInput } from '@mantine/core';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useSendTestMail } from '#data/notifications';
import { session } from '#lib/session';
import { renderPage, serve } from '../../../test/render';
import { StepUp } from './step-up';

/** A dialog with something typed, and a call of which the server wants a proof. */
function Screen() {
  const send = useSendTestMail();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <StepUp />
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Beneath">
        <TextInput label="Typed" />
        <button type="button" onClick={() => send.mutate()}>
          Send
        </button>
        {send.data && <p>{send.data.message}</p>}
        {send.error && <p>{send.error.message}</p>}
      </Modal>
    </>
  );
}

beforeEach(() => {
  session.signIn({ access_token: 'a', expires_in: 3_600 }, 'ada');
  serve(secondFactors.list, {
    totp: null,
    passkeys: [],
    recovery_codes_left: 0,
    is_required: false,
    has_password: true,
    passkeys_possible: true,
  });
});

async function sendWithoutProof() {
  let isProved = false;
  const sent = serve(notifications.sendTestMail, () =>
    isProved ? { is_sent: true, message: 'Sent.' } : 'step_up_needed',
  );
  serve(stepUp.prove, ({ body }) => {
    if (body.method !== 'password' || body.password !== 'right') return 'invalid_credentials';
    isProved = true;
    return { proved_until: '2026-03-01T06:10:00.000Z' };
  });
  const { user } = await renderPage(<Screen />);
  await user.type(await screen.findByLabelText('Typed'), 'a reason');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it is you' }));
  return { user, dialog, sent };
}

it('asks for the password, and repeats the call once', async () => {
  const { user, dialog, sent } = await sendWithoutProof();
  const password = await dialog.findByLabelText('Password');
  await user.type(password, 'wrong{Enter}');
  await dialog.findByText('Sign-in failed.');
  await user.clear(password);
  await user.type(password, 'right{Enter}');
  await screen.findByText('Sent.');
  expect(sent.received).toHaveLength(2);
  expect(screen.queryByRole('dialog', { name: 'Confirm it is you' })).toBeNull();
});

it.each(['Escape', 'Cancel'])('%s leaves everything as typed', async (way) => {
  const { user, dialog, sent } = await sendWithoutProof();
  await dialog.findByLabelText('Password');
  if (way === 'Escape') await user.keyboard('{Escape}');
  else await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('Confirm that it is you.');
  expect(sent.received).toHaveLength(1);
  expect(screen.getByLabelText('Typed')).toHaveProperty('value', 'a reason');
});

it('offers another sign-in at the provider where there is nothing else, and says what it costs', async () => {
  serve(secondFactors.list, {
    totp: null,
    passkeys: [],
    recovery_codes_left: 0,
    is_required: false,
    has_password: false,
    passkeys_possible: true,
  });
  const linked = { id: '0190c0de-0000-7000-8000-0000000000c1', issuer: 'https://login.example', account: 'ada' };
  serve(singleSignOn.links, { items: [{ ...linked, linked_at: '2026-03-01T06:10:00.000Z', last_used_at: null }] });
  const started = serve(stepUp.startProvider, 'unavailable');
  const { user, dialog } = await sendWithoutProof();
  await dialog.findByText(/What you entered here is lost/);
  expect(dialog.queryByText(/What you entered stays/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Sign in again at the provider' }));
  await dialog.findByRole('alert');
  expect(started.received).toHaveLength(1);
});
