import { adminRoles, singleSignOn } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { aRole, roleId, singleSignOnSettings as settings } from '../administrators.fixture';
import { SingleSignOnPanel } from './single-sign-on-panel';

beforeEach(() => {
  serve(singleSignOn.get, settings);
  serve(adminRoles.list, { items: [aRole()] });
});

async function openPanel() {
  const { user } = await renderPage(<SingleSignOnPanel />, { path: '/admin/sub-admins' });
  await screen.findByDisplayValue('https://login.city.test/realm');
  return user;
}

it('shows what is stored, but no secret, and saves without one', async () => {
  const { received } = serve(singleSignOn.save, settings);
  const user = await openPanel();
  expect(screen.getByLabelText('Redirect address')).toHaveProperty('value', settings.redirect_uri);
  const secret = screen.getByLabelText('Client secret');
  expect([secret.getAttribute('type'), secret.getAttribute('value') ?? '']).toEqual(['password', '']);
  await user.clear(screen.getByLabelText('Name on the sign-in page'));
  await user.type(screen.getByLabelText('Name on the sign-in page'), 'Town login');
  await user.click(screen.getByRole('button', { name: 'Save single sign-on' }));
  expect(await screen.findByText('Single sign-on was saved')).toBeDefined();
  const sent = received[0]?.body;
  expect(sent).toMatchObject({ name: 'Town login', group_roles: [{ group: 'keepers', role_id: roleId }] });
  expect(Object.keys(sent ?? {})).not.toContain('client_secret');
});

it('offers super admin to a group only where groups may give it', async () => {
  const user = await openPanel();
  const gives = await screen.findByLabelText('Gives');
  expect(within(gives).queryByRole('option', { name: 'Super admin' })).toBeNull();
  await user.click(screen.getByLabelText('Groups may make super admins'));
  expect(within(gives).getByRole('option', { name: 'Super admin' })).toBeDefined();
});

it('marks the field that the server refuses', async () => {
  const errors = [{ path: 'client_secret', message: 'Enter the client secret again.' }];
  serve(singleSignOn.save, { refusal: 'validation_failed', members: { errors } });
  const user = await openPanel();
  await user.click(screen.getByRole('button', { name: 'Save single sign-on' }));
  expect(await screen.findByText('Enter the client secret again.')).toBeDefined();
});

it('tests the provider that is typed, and says what was found', async () => {
  const { received } = serve(singleSignOn.test, {
    is_passed: false,
    steps: [
      { name: 'address', state: 'failed', message: 'The provider cannot be reached.' },
      { name: 'issuer', state: 'skipped', message: 'Not checked.' },
    ],
  });
  const user = await openPanel();
  await user.type(screen.getByLabelText('Issuer'), '/x');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('The provider cannot be used like this.')).toBeDefined();
  expect(screen.getByText('The provider cannot be reached.')).toBeDefined();
  expect(received).toMatchObject([{ body: { issuer: 'https://login.city.test/realm/x' } }]);
});
