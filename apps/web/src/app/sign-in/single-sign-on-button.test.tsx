import { singleSignOn } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { SingleSignOnButton } from './single-sign-on-button';

const show = () => renderPage(<SingleSignOnButton />, { path: '/login' });

it('is there only where the installation has a provider', async () => {
  const { received } = serve(singleSignOn.offer, { is_enabled: false, name: '' });
  await show();
  await waitFor(() => expect(received).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});

it('leaves for the provider', async () => {
  serve(singleSignOn.offer, { is_enabled: true, name: 'City login' });
  serve(singleSignOn.start, { authorization_url: 'https://login.city.test/auth' });
  const assign = vi.fn();
  vi.stubGlobal('location', Object.assign(new URL(window.location.href), { assign }));
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Sign in with City login' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.city.test/auth'));
  expect(window.sessionStorage.getItem('single-sign-on')).toContain('"purpose":"sign-in"');
});

it('says when the provider cannot be used', async () => {
  serve(singleSignOn.offer, { is_enabled: true, name: 'City login' });
  serve(singleSignOn.start, { refusal: 'unavailable', members: { detail: 'Sign in with your password.' } });
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Sign in with City login' }));
  await screen.findByText('Sign in with your password.');
  expect(screen.getByRole('button', { name: 'Sign in with City login' }).hasAttribute('data-loading')).toBe(false);
});
