import { acting, auth } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { UserMenu } from '../user-menu/user-menu';
import { ActingBanner } from './acting-banner';

const id = '0190c0de-0000-7000-8000-0000000000a2';
const now = new Date('2026-03-01T10:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('says whose view it is, that it only reads, and how long it lasts', async () => {
  const me = { acting: { as: 'view' as const, id, username: 'zoe', ends_at: '2026-03-01T10:14:32Z' } };
  await renderPage(<ActingBanner />, { me });
  const banner = await screen.findByRole('region', { name: 'For whom this tab acts' });
  expect(banner.textContent).toBe('You see what zoe sees · read-only · 14:32 leftEnd');
});

it('says until when a deputy acts', async () => {
  const me = { acting: { as: 'deputy' as const, id, username: 'zoe', ends_at: '2026-03-09T10:00:00Z' } };
  await renderPage(<ActingBanner />, { me });
  expect((await screen.findByRole('region')).textContent).toMatch(/^You act for zoe · until 9 Mar 2026/);
});

it('ends on the server; the user menu offers no log-out meanwhile', async () => {
  const ended = serve(auth.logout, { success: true });
  const me = { acting: { as: 'view' as const, id, username: 'zoe', ends_at: '2026-03-01T10:14:32Z' } };
  const { user } = await renderPage(
    <>
      <ActingBanner />
      <UserMenu />
    </>,
    { me },
  );
  await user.click(await screen.findByRole('button', { name: /account of/ }));
  await screen.findByText('Online');
  expect(screen.queryByText('Log Out')).toBeNull();
  await user.click(within(screen.getByRole('region')).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(ended.received).toHaveLength(1));
});

it('is absent in the own session, whose menu offers to act for others', async () => {
  serve(acting.deputyships, { items: [{ id, username: 'zoe', name: 'Zoe Lang', until: '2026-03-09T10:00:00Z' }] });
  const started = serve(acting.actFor, 'conflict');
  const { user } = await renderPage(
    <>
      <ActingBanner />
      <UserMenu />
    </>,
  );
  expect(screen.queryByRole('region')).toBeNull();
  await user.click(await screen.findByRole('button', { name: /account of/ }));
  await user.click(await screen.findByText('Act for Zoe Lang'));
  await waitFor(() => expect(started.received).toEqual([{ body: { admin_id: id } }]));
});
