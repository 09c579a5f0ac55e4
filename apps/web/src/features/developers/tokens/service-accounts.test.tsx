import {
  type ApiToken,
  administrators,
  adminRoles,
  apiTokens,
  type ServiceAccount,
  serviceAccounts,
} from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAdministrator } from '../../../../test/answers';
import { renderPage, serve } from '../../../../test/render';
import { DevelopersPage } from '../developers-page';

const id = '01975c3e-8f00-7000-8000-000000000011';
const roleId = '01975c3e-8f00-7000-8000-000000000012';
const at = '2026-03-01T08:00:00Z';
const secret = `k2x_${'a'.repeat(46)}`;

const payroll: ServiceAccount = {
  id,
  username: 'payroll.export',
  roles: [{ id: roleId, name: 'Readers' }],
  functions: ['view_people'],
  scope: { departments: ['Surgery'], places: null, missing_places: 0 },
  valid_until: null,
  suspended_at: null,
  created_at: at,
};

const aToken = (fields: Partial<ApiToken> = {}): ApiToken => ({
  id: '01975c3e-8f00-7000-8000-000000000013',
  name: 'Nightly',
  owner: { id, username: payroll.username, is_service: true },
  shown: 'k2x_Ab12Cd34',
  functions: ['view_people'],
  scope: null,
  is_read_only: true,
  created_at: at,
  issued_at: at,
  expires_at: new Date(Date.now() + 40.5 * 86_400_000).toISOString(),
  days_left: 40,
  former_until: null,
  last_used_at: null,
  is_usable: true,
  ...fields,
});

async function openTab(accounts: ServiceAccount[], tokens: ApiToken[] | 'unavailable' = []) {
  serve(apiTokens.own, { items: [] });
  serve(apiTokens.all, tokens === 'unavailable' ? tokens : { items: tokens });
  serve(apiTokens.policy, { max_days: 90 });
  serve(serviceAccounts.list, { items: accounts });
  const { user } = await renderPage(<DevelopersPage />, { path: '/developers', search: { tab: 'tokens' } });
  return { user, panel: within(await screen.findByRole('region', { name: 'Service accounts' })) };
}

it('says what a service account is for while there is none, and creates one', async () => {
  serve(adminRoles.list, {
    items: [
      {
        id: roleId,
        name: 'Readers',
        functions: ['view_people'],
        needs_second_factor: false,
        members: 0,
        invitations: 0,
        separation_warnings: [],
        created_at: at,
        version: 1,
      },
    ],
  });
  const created = serve(serviceAccounts.create, payroll);
  const { user, panel } = await openTab([]);
  expect(await panel.findByText(/for a program that should work without a person/)).toBeDefined();
  await user.click(panel.getByRole('button', { name: 'New service account' }));
  const form = within(await screen.findByRole('dialog', { name: 'New service account' }));
  await form.findByRole('checkbox', { name: 'Readers' });
  await user.type(form.getByLabelText(/^Name/), 'payroll.export');
  await user.click(form.getByRole('button', { name: 'Create service account' }));
  expect(await form.findByText('Choose at least one role.')).toBeDefined();
  expect(created.received).toEqual([]);
  await user.click(form.getByRole('checkbox', { name: 'Readers' }));
  serve(serviceAccounts.list, { items: [payroll] });
  await user.click(form.getByRole('button', { name: 'Create service account' }));
  await panel.findByRole('listitem', { name: 'payroll.export' });
  expect(created.received[0]?.body).toEqual({
    username: 'payroll.export',
    role_ids: [roleId],
    scope: null,
    valid_until: null,
  });
});

it('lists what each may do, until when, when it was last used, and its tokens only there', async () => {
  const lastUse = new Date(Date.now() - 2 * 3_600_000).toISOString();
  const ended = { ...payroll, id: roleId, username: 'old.import', scope: null, valid_until: at };
  const tokens = [aToken({ last_used_at: lastUse }), aToken({ id: roleId, name: 'Unused' })];
  const { panel } = await openTab([payroll, ended], tokens);
  const item = await panel.findByRole('listitem', { name: 'payroll.export' });
  for (const text of ['Readers', 'Surgery', 'Active', 'Nightly', 'Unused'])
    expect(within(item).getByText(text)).toBeDefined();
  expect(within(item).getAllByText('2 hours ago')).toHaveLength(2);
  const other = panel.getByRole('listitem', { name: 'old.import' });
  for (const text of ['Expired', 'Everything', 'Not by its present API tokens', /^It has no API tokens/])
    expect(within(other).getByText(text)).toBeDefined();
  const others = within(screen.getByRole('region', { name: 'API tokens of other administrators' }));
  expect(await others.findByText('No other administrator has API tokens')).toBeDefined();
});

it('creates a token of the account with its functions only, and shows it once', async () => {
  const created = serve(apiTokens.create, { token: aToken(), secret });
  const { user, panel } = await openTab([payroll]);
  await user.click(await panel.findByRole('button', { name: 'New API token of payroll.export' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API token of payroll.export' }));
  expect(dialog.getByRole('checkbox', { name: 'See people' })).toBeDefined();
  expect(dialog.queryByRole('checkbox', { name: 'Run syncs' })).toBeNull();
  expect(dialog.queryByRole('radio', { name: /^Everything/ })).toBeNull();
  await user.type(dialog.getByLabelText(/What is it for/), 'Nightly');
  await user.click(dialog.getByRole('button', { name: 'Create API token' }));
  expect(await screen.findByDisplayValue(secret)).toBeDefined();
  expect(created.received[0]?.body).toMatchObject({ owner_id: id, name: 'Nightly', functions: [] });
});

it('suspends and resumes with a reason, in words about tokens, not about signing in', async () => {
  const answer = anAdministrator({ id, username: payroll.username, is_service: true });
  const suspended = serve(administrators.suspend, answer);
  const resumed = serve(administrators.resume, answer);
  const { user, panel } = await openTab([payroll], [aToken()]);
  await user.click(await panel.findByRole('button', { name: 'Suspend payroll.export' }));
  const suspending = within(await screen.findByRole('dialog', { name: 'Suspend payroll.export?' }));
  expect(suspending.getByText(/^Its API tokens do not work from now on/)).toBeDefined();
  await user.type(suspending.getByRole('textbox', { name: 'Reason' }), 'Leaked');
  serve(serviceAccounts.list, { items: [{ ...payroll, suspended_at: at }] });
  await user.click(suspending.getByRole('button', { name: 'Suspend' }));
  await user.click(await panel.findByRole('button', { name: 'Resume payroll.export' }));
  const resuming = within(await screen.findByRole('dialog', { name: 'Resume payroll.export?' }));
  expect(resuming.getByText(/^Its API tokens work again/)).toBeDefined();
  expect(panel.getByText('Suspended')).toBeDefined();
  await user.type(resuming.getByRole('textbox', { name: 'Reason' }), 'Replaced');
  await user.click(resuming.getByRole('button', { name: 'Resume' }));
  await screen.findByText('payroll.export is no longer suspended.');
  expect(suspended.received).toEqual([{ params: { id }, body: { reason: 'Leaked' } }]);
  expect(resumed.received).toEqual([{ params: { id }, body: { reason: 'Replaced' } }]);
});

it('says why they cannot be listed, instead of accounts without tokens', async () => {
  const { panel } = await openTab([payroll], 'unavailable');
  expect(await panel.findByRole('alert')).toBeDefined();
  expect(panel.queryByRole('listitem')).toBeNull();
});
