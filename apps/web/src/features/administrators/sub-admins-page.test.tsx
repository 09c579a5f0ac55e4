import { administrators, memory } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { anAdministrator } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { SubAdminsPage } from './sub-admins-page';

const path = '/admin/sub-admins';
const kept = { retention_days: 730, kept_since: '2026-05-03T10:00:00Z' };

beforeEach(() => {
  serve(memory.get, kept);
});

it('applies the filters of the URL and shows who may no longer sign in', async () => {
  const items = [anAdministrator({ username: 'zoe', status: 'suspended', suspended_at: '2026-03-01T08:00:00Z' })];
  const asked = serve(administrators.list, { items, total: 1, limit: 50, offset: 0 });
  const { user, router } = await renderPage(<SubAdminsPage />, { path, search: { role: 'subadmin' } });
  await screen.findByRole('cell', { name: 'Disabled' });
  expect(asked.received[0]?.query).toEqual({ role: 'subadmin', limit: 50 });
  await user.click(screen.getByRole('button', { name: 'Username' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: '-username' }));
});

it('changes the retention of history, between a month and ten years', async () => {
  const changed = serve(memory.change, { ...kept, retention_days: 365 });
  const { user } = await renderPage(<SubAdminsPage />, { path, search: { tab: 'settings' } });
  const field = await screen.findByLabelText('Keep for how many days');
  const save = screen.getByRole('button', { name: 'Save' });
  expect(screen.getByText('Known since 3 May 2026.')).toBeDefined();
  expect(save.hasAttribute('disabled')).toBe(true);
  await user.clear(field);
  await user.type(field, '20');
  await user.click(save);
  expect(screen.getByText('From 30 to 3,650 days.')).toBeDefined();
  expect(changed.received).toEqual([]);
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.type(field, '365');
  await user.click(save);
  await screen.findByText('Saved.');
  expect(changed.received[0]?.body).toEqual({ retention_days: 365 });
});
