import { auth } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { session } from '#lib/session';
import { renderPage, serve } from '../../../../test/render';
import { UserMenu } from './user-menu';

it('leads a super admin to account, settings and information', async () => {
  const { user } = await renderPage(<UserMenu />);
  await user.click(await screen.findByRole('button', { name: 'SA, account of Super Admin' }));
  expect(await screen.findByText('Online')).toBeDefined();
  await screen.findByRole('link', { name: 'Info' });
  const places = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(places).toEqual([
    ['Profile', '/profile?tab=profile'],
    ['Settings', '/profile?tab=settings'],
    ['Developers', '/developers'],
    ['Handbook', '/help/'],
    ['Info', '/dashboards/demo/Key2XSArchitecture'],
  ]);
});

it('names a sub-admin as such', async () => {
  await renderPage(<UserMenu />, { me: { role: 'subadmin' } });
  expect(await screen.findByRole('button', { name: 'SU, account of Sub-Admin' })).toBeDefined();
});

it('logs out on the server and here, even when the server does not answer', async () => {
  const { received } = serve(auth.logout, 'internal');
  const { user, router } = await renderPage(<UserMenu />);
  await user.click(await screen.findByRole('button', { name: /account of/ }));
  await user.click(await screen.findByText('Log Out'));
  expect(await screen.findByText('Elsewhere')).toBeDefined();
  expect([router.state.location.pathname, session.phase(), received.length]).toEqual(['/login', 'signed-out', 1]);
});
