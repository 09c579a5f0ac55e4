import { type NotificationSettings, noticeKinds, notifications } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { ProfilePage } from './profile-page';

const settings: NotificationSettings = {
  mail_address: null,
  language: 'en',
  notices: [...noticeKinds],
  is_mail_configured: false,
  last_failure: null,
};
const place = { path: '/profile', search: { tab: 'settings' } };

it('saves where and about what one is mailed, and says that the server sends no mails', async () => {
  serve(notifications.get, settings);
  const saved = serve(notifications.save, { ...settings, mail_address: 'ada@city.test' });
  const { user } = await renderPage(<ProfilePage />, place);
  await screen.findByText('This server sends no mails.');
  expect(screen.getByRole('button', { name: 'Send a test mail' }).hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByLabelText('Mail address'), 'ada@city.test');
  await user.click(screen.getByLabelText('a guard has stopped a run'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved.');
  expect(saved.received[0]?.body).toEqual({
    mail_address: 'ada@city.test',
    language: 'en',
    notices: noticeKinds.filter((kind) => kind !== 'guard_stopped'),
  });
});

it('shows the last mail that failed, and how a test mail went', async () => {
  const last_failure = { at: '2026-03-01T06:00:00Z', message: 'The server refused it.', is_tried_again: false };
  serve(notifications.get, { ...settings, mail_address: 'ada@city.test', is_mail_configured: true, last_failure });
  serve(notifications.sendTestMail, { is_sent: false, message: 'Not from here.' });
  const { user } = await renderPage(<ProfilePage />, place);
  const failing = await screen.findByText(/The server refused it\..*It is not tried again\./);
  expect(failing.textContent).toContain('The last mail to you was not sent.');
  await user.click(screen.getByRole('button', { name: 'Send a test mail' }));
  await screen.findByText('Not from here.');
});

it('tells a sub-admin that only super admins are mailed, and everyone who they are', async () => {
  const me = { role: 'subadmin', username: 'zoe' } as const;
  const { user } = await renderPage(<ProfilePage />, { ...place, me });
  await screen.findByText('Only super admins are mailed.');
  await user.click(screen.getByRole('tab', { name: 'Account' }));
  await waitFor(() => expect(screen.getByText('zoe')).toBeDefined());
  expect(screen.getByText('Sub-admin')).toBeDefined();
});
