import { type ApiToken, apiTokens } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { ApiTokensPanel } from './api-tokens-panel';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const secret = `k2x_${'a'.repeat(46)}`;

const token: ApiToken = {
  id: '01975c3e-8f00-7000-8000-000000000001',
  name: 'Nightly report',
  owner: { id: '01975c3e-8f00-7000-8000-000000000002', username: 'ada', is_service: false },
  shown: 'k2x_Ab12Cd34',
  functions: ['view_people'],
  scope: null,
  is_read_only: true,
  created_at: '2026-03-01T08:00:00Z',
  issued_at: '2026-03-01T08:00:00Z',
  expires_at: inDays(40.5),
  days_left: 40,
  former_until: null,
  last_used_at: null,
  is_usable: true,
};

const open = (items: ApiToken[], me = {}) => {
  serve(apiTokens.own, { items });
  serve(apiTokens.policy, { max_days: 20 });
  return renderPage(<ApiTokensPanel />, { me });
};

it('says what a token may do, when it ends and that it was never used', async () => {
  await open([token]);
  const item = await screen.findByRole('listitem', { name: 'Nightly report' });
  for (const text of [
    'k2x_Ab12Cd34…',
    /See people\. Only reads\..*Never more than its owner\./,
    /in 40 days/,
    'Never',
    'Works',
  ])
    expect(within(item).getByText(text)).toBeDefined();
});

it('creates a token with some of the functions, and shows it once', async () => {
  const created = serve(apiTokens.create, { token, secret });
  const { user } = await open([], { role: 'subadmin', functions: ['view_people', 'view_cylinders'] });
  await user.click(await screen.findByRole('button', { name: 'New API token' }));
  const dialog = await screen.findByRole('dialog', { name: 'New API token' });
  expect(within(dialog).queryByLabelText(/Everything/)).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Create API token' }));
  expect(await within(dialog).findByText('Type a name.')).toBeDefined();
  await user.type(within(dialog).getByLabelText(/What is it for/), 'Nightly report');
  await user.click(within(dialog).getByLabelText('See people'));
  await user.click(within(dialog).getByRole('button', { name: 'Create API token' }));
  const once = await screen.findByRole('dialog', { name: 'Your new token' });
  expect(within(once).getByText(secret)).toBeDefined();
  expect(within(once).getByText('This is the only time it is shown.')).toBeDefined();
  expect(created.received[0]?.body).toMatchObject({
    name: 'Nightly report',
    functions: ['view_people'],
    is_read_only: true,
  });
  await user.click(within(once).getByRole('button', { name: 'I have stored it' }));
  expect(screen.queryByText(secret)).toBeNull();
});

it('refuses a longer time than the policy before it asks the server', async () => {
  const { user } = await open([]);
  await user.click(await screen.findByRole('button', { name: 'New API token' }));
  const dialog = await screen.findByRole('dialog', { name: 'New API token' });
  await user.type(within(dialog).getByLabelText(/What is it for/), 'Report');
  const days = within(dialog).getByLabelText('Valid for (days)');
  expect((days as HTMLInputElement).value).toBe('20');
  await user.clear(days);
  await user.click(within(dialog).getByRole('button', { name: 'Create API token' }));
  expect(await within(dialog).findByText('Type a number of days from 1 to 20.')).toBeDefined();
});

it('gives a new secret and revokes, each after saying what that does', async () => {
  serve(apiTokens.rotate, { token, secret });
  const revoked = serve(apiTokens.revoke, { success: true });
  const { user } = await open([token]);
  await user.click(await screen.findByRole('button', { name: 'New secret' }));
  expect(await screen.findByText(/works for 24 more hours/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Create new secret' }));
  expect(await screen.findByText(secret)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'I have stored it' }));
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke token' }));
  expect(await screen.findByText('Nightly report is revoked.')).toBeDefined();
  expect(revoked.received).toHaveLength(1);
});
