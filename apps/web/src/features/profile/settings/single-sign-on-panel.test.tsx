import { type SingleSignOnLink, singleSignOn } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { SingleSignOnPanel } from './single-sign-on-panel';

const link: SingleSignOnLink = {
  id: '0190c0de-0000-7000-8000-0000000000c1',
  issuer: 'https://login.city.test',
  account: 'ada@city.test',
  linked_at: '2026-03-01T06:00:00.000Z',
  last_used_at: null,
};

it('is not there where the installation has no provider', async () => {
  const offered = serve(singleSignOn.offer, { is_enabled: false, name: '' });
  const read = serve(singleSignOn.links, { items: [] });
  await renderPage(<SingleSignOnPanel />, { path: '/profile' });
  await waitFor(() => expect([offered.received.length, read.received.length]).toEqual([1, 1]));
  expect(screen.queryByRole('region', { name: 'Single sign-on' })).toBeNull();
});

it('leaves for the provider to link an account, and remembers in this tab what for', async () => {
  serve(singleSignOn.offer, { is_enabled: true, name: 'City login' });
  serve(singleSignOn.links, { items: [] });
  const { received } = serve(singleSignOn.startLink, { authorization_url: 'https://login.city.test/auth' });
  const assign = vi.fn();
  vi.stubGlobal('location', Object.assign(new URL(window.location.href), { assign }));
  const { user } = await renderPage(<SingleSignOnPanel />, { path: '/profile' });
  await user.click(await screen.findByRole('button', { name: 'Link account' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.city.test/auth'));
  const stored = JSON.parse(window.sessionStorage.getItem('single-sign-on') ?? '{}');
  expect(stored).toEqual({ browser_key: received[0]?.body.browser_key, purpose: 'link' });
});

it('removes a link, or says why it stays', async () => {
  serve(singleSignOn.offer, { is_enabled: true, name: 'City login' });
  serve(singleSignOn.links, { items: [link] });
  serve(singleSignOn.unlink, { refusal: 'conflict', members: { detail: 'This is the only way in.' } });
  const { user } = await renderPage(<SingleSignOnPanel />, { path: '/profile' });
  const remove = await screen.findByRole('button', { name: 'Remove the link with ada@city.test' });
  await user.click(remove);
  await screen.findByText('This is the only way in.');
  const { received } = serve(singleSignOn.unlink, { success: true });
  await user.click(remove);
  await screen.findByText('The link was removed');
  expect(received).toMatchObject([{ params: { id: link.id } }]);
});
