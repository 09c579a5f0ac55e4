import { adminRoles, iam, invitations, locations } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aSource } from '#data/sources/identity-source.fixture';
import { renderPage, serve } from '../../../../test/render';
import { anInvitation, aRole, pageOf, roleId } from '../administrators.fixture';
import { SubAdminsPage } from '../sub-admins-page';

const placeId = '0190c0de-0000-7000-8000-0000000000b1';
const granted = {
  id: roleId,
  role: 'subadmin' as const,
  invitation_token: 'token',
  link: '/invitation#token',
  mailed_to: null,
  mail_problem: null,
  expires_at: '2026-03-04T06:00:00Z',
};

beforeEach(() => {
  serve(adminRoles.list, { items: [aRole({ functions: ['view_cylinders', 'edit_plans', 'activate_plans'] })] });
  serve(invitations.list, pageOf([anInvitation()]));
  serve(iam.list, [aSource()]);
  serve(iam.departments, { items: [{ value: 'Surgery', people: 120 }], total: 1 });
  serve(locations.tree, {
    places: [
      {
        id: placeId,
        parent_id: null,
        name: 'Building A',
        type: 'building',
        protection_class: null,
        owner_person_id: null,
        own_cylinders: 0,
        cylinders: 40,
      },
    ],
    unplaced: 0,
    proposed: 0,
    differences: 0,
  });
});

async function openForm() {
  const place = { path: '/admin/sub-admins', search: { tab: 'invitations', dialog: 'invite' } };
  const { user } = await renderPage(<SubAdminsPage />, place);
  const form = await screen.findByRole('dialog', { name: 'Invite an administrator' });
  await within(form).findByRole('checkbox', { name: 'Key keepers' });
  return { user, form };
}

it('says in sentences what the chosen rights come to, while they are chosen', async () => {
  const { user, form } = await openForm();
  const preview = within(form).getByRole('region', { name: 'What this person may do and see' });
  expect(preview.textContent).toContain('Choose at least one role.');
  await user.click(within(form).getByRole('checkbox', { name: 'Key keepers' }));
  expect(preview.textContent).toContain(
    'see doors and keys, see key plans, edit key plans, and activate key plans. Everywhere.',
  );
  expect(form.textContent).toContain('One person has both halves of a decision');
  await user.click(within(form).getByRole('radio', { name: 'Only of these departments' }));
  await user.type(within(form).getByRole('combobox', { name: /^Departments/ }), 'Surg');
  await user.click(await within(form).findByRole('option', { name: 'Surgery (120 people)' }));
  await user.click(within(form).getByRole('radio', { name: 'Only in these places and below' }));
  await user.click(await within(form).findByRole('checkbox', { name: 'Building A (40 doors)' }));
  expect(preview.textContent).toContain('May see doors and keys. Only people of one department: Surgery.');
  expect(preview.textContent).toContain('Only doors in one place: Building A, with everything below.');
  expect(preview.textContent).toContain('May not edit key plans and activate key plans: a scope excludes that.');
  expect(form.textContent).not.toContain('One person has both halves of a decision');
});

it('shows the link once, and sends what was chosen', async () => {
  const invited = serve(invitations.invite, granted);
  const { user, form } = await openForm();
  await user.type(within(form).getByLabelText('Full name'), 'Zoe Lang');
  await user.click(within(form).getByRole('button', { name: 'Create invitation' }));
  expect(await within(form).findAllByText('Choose at least one role.')).toHaveLength(2);
  expect(invited.received).toEqual([]);
  await user.click(within(form).getByRole('checkbox', { name: 'Key keepers' }));
  await user.click(within(form).getByRole('button', { name: 'Create invitation' }));
  expect(await within(form).findByLabelText('Link')).toHaveProperty(
    'value',
    `${window.location.origin}/invitation#token`,
  );
  expect(invited.received[0]?.body).toMatchObject({
    name: 'Zoe Lang',
    role: 'subadmin',
    role_ids: [roleId],
    scope: null,
  });
});

it('puts the answer about a field onto the field', async () => {
  const errors = [{ path: 'mail_address', message: 'Not a mail address.' }];
  serve(invitations.invite, { refusal: 'validation_failed', members: { errors } });
  const { user, form } = await openForm();
  await user.click(within(form).getByRole('checkbox', { name: 'Key keepers' }));
  await user.click(within(form).getByRole('button', { name: 'Create invitation' }));
  await within(form).findByText('Not a mail address.');
});

it('makes a new link for an open invitation, and revokes it', async () => {
  const revoked = serve(invitations.revoke, { success: true });
  serve(invitations.resend, { ...granted, link: '/invitation#next' });
  const place = { path: '/admin/sub-admins', search: { tab: 'invitations', open: anInvitation().id } };
  const { user } = await renderPage(<SubAdminsPage />, place);
  const drawer = await screen.findByRole('dialog', { name: 'Zoe Lang' });
  await user.click(within(drawer).getByRole('button', { name: 'New link' }));
  expect(await within(drawer).findByLabelText('Link')).toHaveProperty(
    'value',
    `${window.location.origin}/invitation#next`,
  );
  await user.click(within(drawer).getByRole('button', { name: 'Done' }));
  await user.click(within(drawer).getByRole('button', { name: 'Revoke...' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  await screen.findByText('The invitation has been revoked.');
  expect(revoked.received).toHaveLength(1);
});
