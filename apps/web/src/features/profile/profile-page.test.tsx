import {
  type Answer,
  auth,
  type NotificationSettings,
  noticeKinds,
  notifications,
  type Preferences,
  preferences as preferenceCalls,
  profile,
  type SecondFactors,
  secondFactors,
} from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { session } from '#lib/session';
import { renderPage, serve } from '../../../test/render';
import { ProfilePage } from './profile-page';

const settings: NotificationSettings = {
  mail_address: null,
  language: 'en',
  notices: [...noticeKinds],
  delivery: 'instant',
  daily_at: '08:00',
  quiet: null,
  time_zone: 'UTC',
  is_mail_configured: false,
  last_failure: null,
};
const id = (n: number) => `0190c0de-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-03-01T06:00:00.000Z';
const account: Answer<typeof profile.get> = {
  id: id(1),
  username: 'zoe',
  name: 'Zoe Ashdown',
  mail_address: null,
  role: 'subadmin',
  roles: [{ id: id(2), name: 'Porter' }],
  functions: ['view_cylinders'],
  scope: { departments: ['Surgery'], places: null, missing_places: 0 },
  has_password: true,
  created_at: at,
  last_sign_in_at: at,
  valid_until: null,
};
const aSession = (n: number, user_agent: string | null) => ({
  id: id(n),
  is_current: n === 1,
  user_agent,
  address: '192.0.2.7',
  started_at: at,
  renewed_at: at,
  ends_at: at,
  acts_as: null,
});
const preferences: Preferences = {
  language: null,
  date_format: null,
  number_format: null,
  time_zone: null,
  theme: null,
  density: null,
  start_page: null,
};

const factors: SecondFactors = {
  totp: null,
  passkeys: [],
  recovery_codes_left: 0,
  is_required: false,
  has_password: true,
  passkeys_possible: true,
};

beforeEach(() => {
  serve(profile.get, account);
  serve(profile.listSessions, { items: [aSession(1, null)] });
  serve(profile.listActions, { items: [], next: null });
  serve(preferenceCalls.get, preferences);
  serve(notifications.get, settings);
  serve(secondFactors.list, factors);
});

const place = { path: '/profile', search: { tab: 'settings' } };

it('saves where and about what one is mailed, and says that the server sends no mails', async () => {
  serve(notifications.get, settings);
  const saved = serve(notifications.save, { ...settings, mail_address: 'ada@city.test' });
  const { user } = await renderPage(<ProfilePage />, place);
  await screen.findByText('This server sends no mails.');
  expect(screen.getByRole('button', { name: 'Send a test mail' }).hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByLabelText('Mail address'), 'ada@city.test');
  await user.click(screen.getByRole('checkbox', { name: 'Mail: A guard has stopped a run' }));
  await user.click(screen.getByRole('checkbox', { name: /^Quiet hours/ }));
  const until = screen.getByLabelText('Quiet until');
  await user.clear(until);
  await user.type(until, '06:30');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved.');
  expect(saved.received[0]?.body).toEqual({
    mail_address: 'ada@city.test',
    language: 'en',
    notices: noticeKinds.filter((kind) => kind !== 'guard_stopped'),
    ...{ delivery: 'instant', daily_at: '08:00', quiet: { from: '20:00', to: '06:30' } },
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

it('offers a sub-admin mails about what they may act on, and says what always comes', async () => {
  const saved = serve(notifications.save, { ...settings, mail_address: 'zoe@city.test' });
  const me = { role: 'subadmin', functions: ['manage_sources'] } as const;
  const { user } = await renderPage(<ProfilePage />, { ...place, me: { ...me, functions: [...me.functions] } });
  const table = within(await screen.findByRole('table', { name: 'Events and how you hear of them' }));
  const boxes = table.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map((one) => [one.getAttribute('aria-label'), one.checked, one.disabled])).toEqual([
    ['Mail: An identity source fails, and when it works again', true, false],
    ['Mail: A secret or certificate ends soon or has ended', true, false],
    ['Mail: You sign in from a new network or browser', true, true],
    ['Mail: How you sign in has been changed', true, true],
    ['Mail: Your mail address has been changed; the former one is notified, too', true, true],
    ['Mail: A super admin sees what you see', true, true],
    ['Mail: An API token of yours ends soon or has ended', true, true],
  ]);
  await user.type(screen.getByLabelText('Mail address'), 'zoe@city.test');
  await user.click(table.getByRole('checkbox', { name: /^Mail: An identity source fails/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved.');
  expect(saved.received[0]?.body).toMatchObject({
    mail_address: 'zoe@city.test',
    notices: noticeKinds.filter((kind) => kind !== 'source_state'),
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

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it('says who one is, what one may do, and where', async () => {
  await renderPage(<ProfilePage />, { path: '/profile' });
  const panel = within(await screen.findByRole('region', { name: 'Your account' }));
  await panel.findByText('Zoe Ashdown');
  panel.getByText('Porter');
  panel.getByText('See doors and keys');
  panel.getByText('Departments: Surgery');
  panel.getByText('All places');
});

it('ends a session, never this one', async () => {
  serve(profile.listSessions, { items: [aSession(1, null), aSession(2, firefox)] });
  const ended = serve(profile.endSession, { success: true });
  const { user } = await renderPage(<ProfilePage />, { path: '/profile' });
  await screen.findByText('Firefox on Linux');
  screen.getByText('This session');
  await user.click(screen.getByRole('button', { name: /^End the session of/ }));
  await screen.findByText('Session ended.');
  expect(ended.received).toMatchObject([{ params: { id: id(2) } }]);
});

it('asks before it ends all other sessions', async () => {
  serve(profile.listSessions, { items: [aSession(1, null), aSession(2, firefox)] });
  const ended = serve(profile.endOtherSessions, { ended: 1 });
  const { user } = await renderPage(<ProfilePage />, { path: '/profile' });
  await user.click(await screen.findByRole('button', { name: 'End all others' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(ended.received).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'End all others' }));
  await screen.findByText('1 session ended.');
});

it('lists actions in words, and earlier ones on request', async () => {
  const action = (n: number, name: string, is_own: boolean) => ({
    id: id(n),
    at,
    action: name,
    actor_name: is_own ? 'zoe' : 'root',
    is_own,
  });
  serve(profile.listActions, ({ query }) =>
    query.before
      ? { items: [action(3, 'never.heard_of', true)], next: null }
      : {
          items: [action(9, 'key_plan.activated', true), action(8, 'admin.password_reset_issued', false)],
          next: id(8),
        },
  );
  const { user } = await renderPage(<ProfilePage />, { path: '/profile' });
  await screen.findByText('Key plan: activated');
  const done = screen.getByText('Link for a new password made').closest('tr');
  expect(done?.textContent).toContain('root');
  await user.click(screen.getByRole('button', { name: 'Show earlier ones' }));
  await screen.findByText('never.heard_of');
  expect(screen.queryByRole('button', { name: 'Show earlier ones' })).toBeNull();
});

it('saves each choice of how screens look', async () => {
  const saved = serve(preferenceCalls.save, { ...preferences, density: 'compact' });
  const { user } = await renderPage(<ProfilePage />, place);
  await user.click(await screen.findByRole('combobox', { name: 'Tables' }));
  await user.click(await screen.findByRole('option', { name: 'Compact' }));
  await screen.findByText('Saved.');
  expect(saved.received).toMatchObject([{ body: { density: 'compact' } }]);
});

it('puts a wrong current password beside its field, and loses nothing', async () => {
  session.signIn({ access_token: 'a', expires_in: 3_600 }, 'zoe');
  serve(auth.changePassword, 'invalid_credentials');
  const { user } = await renderPage(<ProfilePage />, place);
  await user.type(await screen.findByLabelText('Current password'), 'wrong');
  await user.type(screen.getByLabelText('New password'), 'a sentence works well');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText('Sign-in failed.');
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'a sentence works well');
});

it('signs out after a new password', async () => {
  session.signIn({ access_token: 'a', expires_in: 3_600 }, 'zoe');
  serve(auth.changePassword, { success: true });
  const { user, router } = await renderPage(<ProfilePage />, place);
  await user.type(await screen.findByLabelText('Current password'), 'right');
  await user.type(screen.getByLabelText('New password'), 'a sentence works well');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText('Elsewhere');
  expect([router.state.location.pathname, session.phase()]).toEqual(['/login', 'signed-out']);
});
