import { administrators } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAdmin } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { AdministratorsPage } from './administrators-page';

it('asks for what the address says and tells who may no longer sign in', async () => {
  const items = [{ ...anAdmin({ username: 'zoe', role: 'subadmin' }), disabled_at: '2026-03-01T08:00:00Z' }];
  const asked = serve(administrators.list, { items, total: 1, limit: 50, offset: 0 });
  const path = '/admin/administrators';
  const { user, router } = await renderPage(<AdministratorsPage />, { path, search: { role: 'subadmin' } });
  await screen.findByRole('cell', { name: 'Disabled' });
  expect(asked.received[0]?.query).toEqual({ role: 'subadmin', limit: 50 });
  await user.click(screen.getByRole('button', { name: 'Username' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: '-username' }));
});
