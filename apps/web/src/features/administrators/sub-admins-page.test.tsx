import { administrators, adminRoles, invitations, memory } from '@key2xs/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anAdministrator } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { anInvitation, aRole, pageOf, roleId } from './administrators.fixture';
import { SubAdminsPage } from './sub-admins-page';

const path = '/admin/sub-admins';

beforeEach(() => {
  serve(adminRoles.list, { items: [aRole()] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the administrators', () => {
  it('are listed with status, roles, scope and deputy in words', async () => {
    const surgery = {
      departments: ['Surgery', 'Emergency'],
      missing_places: 1,
      places: [{ id: roleId, path: 'Building A' }],
    };
    const zoe = anAdministrator({ username: 'zoe', name: 'Zoe Lang', status: 'suspended', scope: surgery });
    serve(
      administrators.list,
      pageOf([zoe, anAdministrator({ id: roleId, username: 'ada', role: 'superadmin', roles: [] })]),
    );
    await renderPage(<SubAdminsPage />, { path });
    const row = (await screen.findByText('Zoe Lang (zoe)')).closest('tr');
    expect(row?.textContent).toContain('Sub-admin');
    expect(row?.textContent).toContain(
      'Surgery, Emergency · Building A and below, a place of the scope no longer exists',
    );
    expect(row?.textContent).toContain('Suspended');
    expect(screen.getByText('ada').closest('tr')?.textContent).toMatch(/Super admin.*Everything.*Active/);
  });

  it('are filtered and sorted as the URL says', async () => {
    const asked = serve(administrators.list, pageOf([anAdministrator()]));
    const { user, router } = await renderPage(<SubAdminsPage />, { path, search: { status: 'suspended' } });
    await screen.findByRole('button', { name: 'Username' });
    expect(asked.received.map(({ query }) => query)).toContainEqual({ status: 'suspended', limit: 50 });
    await user.click(screen.getByRole('button', { name: 'Username' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: '-username' }));
  });

  it('say that there are no sub-admins, with inviting one as the next step', async () => {
    const ada = anAdministrator({ username: 'ada', role: 'superadmin', roles: [] });
    serve(administrators.list, ({ query }) => (query.role === 'subadmin' ? pageOf([]) : pageOf([ada])));
    const { user } = await renderPage(<SubAdminsPage />, { path });
    await screen.findByText('No sub-admins: you do everything yourself');
    await user.click(screen.getAllByRole('button', { name: 'Invite' })[1] as HTMLElement); // the one of the empty state
    await screen.findByRole('dialog', { name: 'Invite an administrator' });
  });
});

describe('the invitations', () => {
  it('are empty with the next step', async () => {
    serve(invitations.list, pageOf([]));
    await renderPage(<SubAdminsPage />, { path, search: { tab: 'invitations' } });
    await screen.findByText('No invitations');
  });

  it('show soon that one has been used elsewhere', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    serve(invitations.list, pageOf([anInvitation()]));
    await renderPage(<SubAdminsPage />, { path, search: { tab: 'invitations' } });
    const row = (await screen.findByText('Zoe Lang')).closest('tr');
    expect(row?.textContent).toContain('Open');
    serve(invitations.list, pageOf([anInvitation({ status: 'used' })]));
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await waitFor(() => expect(row?.textContent).toContain('Used'));
  });
});

it('changes the retention of history, between a month and ten years', async () => {
  const kept = { retention_days: 730, kept_since: '2026-05-03T10:00:00Z' };
  serve(memory.get, kept);
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
