import { administrators, adminRoles } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAdministrator } from '../../../../test/answers';
import { renderPage, serve } from '../../../../test/render';
import { aRole, pageOf } from '../administrators.fixture';
import { SubAdminsPage } from '../sub-admins-page';

const place = { path: '/admin/sub-admins', search: { tab: 'roles' } };

it('creates a role of functions, and marks those that a scope excludes', async () => {
  serve(adminRoles.list, { items: [] });
  const created = serve(adminRoles.create, aRole());
  const { user } = await renderPage(<SubAdminsPage />, place);
  await screen.findByText('No roles yet');
  await user.click(screen.getAllByRole('button', { name: 'New role' })[1] as HTMLElement); // the one of the empty state
  const form = await screen.findByRole('dialog', { name: 'New role' });
  const plans = within(form).getByRole('region', { name: 'Key plans' });
  expect(within(plans).getAllByText('Only without a scope')).toHaveLength(2);
  await user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Planners');
  await user.click(within(plans).getByRole('checkbox', { name: 'Edit key plans' }));
  const included = within(plans).getByRole('checkbox', { name: 'See key plans' });
  expect([included.hasAttribute('disabled'), (included as HTMLInputElement).checked]).toEqual([true, true]); // a checkbox
  expect(form.textContent).not.toContain('both halves');
  await user.click(within(plans).getByRole('checkbox', { name: 'Activate key plans' }));
  expect(form.textContent).toContain('One person has both halves of a decision');
  await user.click(within(form).getByRole('button', { name: 'Create role' }));
  await screen.findByText('The role Key keepers has been saved.');
  expect(created.received[0]?.body).toEqual({
    name: 'Planners',
    functions: ['edit_plans', 'activate_plans'],
    needs_second_factor: false,
  });
});

it('says who has a role instead of deleting it', async () => {
  serve(adminRoles.list, { items: [aRole({ members: 2 })] });
  serve(administrators.list, pageOf([anAdministrator({ name: 'Zoe Lang' }), anAdministrator({ username: 'bob' })]));
  const { user } = await renderPage(<SubAdminsPage />, place);
  await user.click(await screen.findByText('Key keepers'));
  const form = await screen.findByRole('dialog', { name: 'Edit role' });
  expect(form.textContent).toContain('2 members: changed functions end their sessions.');
  await user.click(within(form).getByRole('button', { name: 'Delete role...' }));
  const dialog = await screen.findByRole('dialog', { name: 'This role cannot be deleted yet' });
  await within(dialog).findByText('It belongs to Zoe Lang and bob. Give them another role first.');
});

it('deletes a role that no one has', async () => {
  serve(adminRoles.list, { items: [aRole()] });
  const removed = serve(adminRoles.remove, { success: true });
  const { user } = await renderPage(<SubAdminsPage />, place);
  await user.click(await screen.findByText('Key keepers'));
  await user.click(await screen.findByRole('button', { name: 'Delete role...' }));
  await user.click(await screen.findByRole('button', { name: 'Delete role' }));
  await screen.findByText('The role Key keepers has been deleted.');
  expect(removed.received).toHaveLength(1);
});
