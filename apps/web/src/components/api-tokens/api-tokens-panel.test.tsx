import { type ApiToken, apiTokens, iam } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSource } from '#data/sources/identity-source.fixture';
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
  expect(within(once).getByLabelText('API token')).toHaveProperty('value', secret);
  expect(within(once).getByText('This is the only time it is shown.')).toBeDefined();
  expect(created.received[0]?.body).toMatchObject({
    name: 'Nightly report',
    functions: ['view_people'],
    scope: null,
    is_read_only: true,
  });
  await user.click(within(once).getByRole('button', { name: 'I have stored it' }));
  expect(screen.queryByDisplayValue(secret)).toBeNull();
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
  await user.click(await screen.findByRole('button', { name: 'New secret for Nightly report' }));
  expect(await screen.findByText(/works for 24 more hours/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Create new secret' }));
  expect(await screen.findByDisplayValue(secret)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'I have stored it' }));
  await user.click(screen.getByRole('button', { name: 'Revoke Nightly report' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke token' }));
  expect(await screen.findByText('Nightly report is revoked.')).toBeDefined();
  expect(revoked.received).toHaveLength(1);
});

it('limits a token to departments, without the functions that a scope excludes', async () => {
  serve(iam.list, [aSource()]);
  serve(iam.departments, { items: [{ value: 'Surgery', people: 120 }], total: 1 });
  const errors = [{ path: 'scope', message: 'Outside of what its owner may see.' }];
  serve(apiTokens.create, { refusal: 'validation_failed', members: { errors } });
  const { user } = await open([]);
  await user.click(await screen.findByRole('button', { name: 'New API token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API token' }));
  await user.type(dialog.getByLabelText(/What is it for/), 'Report');
  await user.click(dialog.getByRole('checkbox', { name: 'See people' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Run syncs' }));
  expect(dialog.getByRole('radio', { name: 'All doors that its owner may see' })).toHaveProperty('checked', true);
  await user.click(dialog.getByRole('radio', { name: 'Only of these departments' }));
  expect(dialog.getByRole('checkbox', { name: 'Run syncs' })).toHaveProperty('checked', false);
  expect(dialog.getByRole('checkbox', { name: 'Run syncs' })).toHaveProperty('disabled', true);
  const submit = () => user.click(dialog.getByRole('button', { name: 'Create API token' }));
  await submit();
  expect(await dialog.findByText('Choose at least one department.')).toBeDefined();
  await user.type(dialog.getByRole('combobox', { name: /^Departments/ }), 'Surg');
  await user.click(await dialog.findByRole('option', { name: 'Surgery (120 people)' }));
  await submit();
  expect(await dialog.findByText('Outside of what its owner may see.')).toBeDefined();
  const created = serve(apiTokens.create, { token, secret });
  await submit();
  await screen.findByDisplayValue(secret);
  expect(created.received[0]?.body).toMatchObject({
    functions: ['view_people'],
    scope: { departments: ['Surgery'], places: null },
  });
});

it('offers a sub-admin no limit to what they cannot list', async () => {
  const { user } = await open([], { role: 'subadmin', functions: ['view_cylinders'] });
  await user.click(await screen.findByRole('button', { name: 'New API token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API token' }));
  expect(dialog.getByRole('radiogroup', { name: 'Doors' })).toBeDefined();
  expect(dialog.queryByRole('radiogroup', { name: 'People' })).toBeNull();
});
