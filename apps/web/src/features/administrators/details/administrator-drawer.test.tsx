import { administrators, adminRoles, singleSignOn } from '@key2xs/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdministrator } from '../../../../test/answers';
import { renderPage, serve } from '../../../../test/render';
import { aRole, pageOf, roleId, singleSignOnSettings } from '../administrators.fixture';
import { SubAdminsPage } from '../sub-admins-page';

const otherId = '0190c0de-0000-7000-8000-0000000000a2';
const zoe = anAdministrator({
  id: roleId,
  username: 'zoe',
  name: 'Zoe Lang',
  functions: ['view_cylinders', 'edit_plans'],
});
const bob = anAdministrator({ id: otherId, username: 'bob' });

/** The details of Zoe, opened by a link; Ada looks at them. */
async function openZoe(fields: Partial<typeof zoe> = {}) {
  const shown = { ...zoe, ...fields };
  serve(adminRoles.list, { items: [aRole()] });
  serve(administrators.list, pageOf([shown, bob]));
  serve(administrators.get, shown);
  const place = { path: '/admin/sub-admins', search: { open: roleId } };
  const { user, ...rest } = await renderPage(<SubAdminsPage />, place);
  const drawer = await screen.findByRole('dialog', { name: 'Zoe Lang' });
  const choose = async (action: string) => {
    await user.click(within(drawer).getByRole('button', { name: 'More actions for Zoe Lang' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };
  return { user, drawer, choose, ...rest };
}

it('says what they may do, in groups with a sentence each', async () => {
  const { drawer } = await openZoe();
  const doors = within(drawer).getByRole('region', { name: 'Doors' });
  expect(doors.textContent).toContain('See doors and keys');
  expect(doors.textContent).toContain('as recorded in the key system');
  expect(within(drawer).getByRole('region', { name: 'Key plans' }).textContent).toContain('Edit key plans');
  expect(within(drawer).queryByRole('region', { name: 'Connections' })).toBeNull();
});

it('warns when one person edits plans and activates them', async () => {
  const { drawer } = await openZoe({ separation_warnings: ['edits_and_activates_plans'] });
  expect(drawer.textContent).toContain('One person has both halves of a decision');
});

describe('an action', () => {
  it('suspends with a reason after saying what that does', async () => {
    const suspended = serve(administrators.suspend, { ...zoe, status: 'suspended' });
    const { user, choose } = await openZoe();
    await choose('Suspend...');
    const dialog = await screen.findByRole('dialog', { name: 'Suspend Zoe Lang?' });
    expect(dialog.textContent).toContain('signing in is refused until you resume the account');
    await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
    expect(suspended.received).toEqual([]);
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Left the company');
    await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
    await screen.findByText('Zoe Lang has been suspended.');
    expect(suspended.received).toEqual([{ params: { id: roleId }, body: { reason: 'Left the company' } }]);
  });

  it('is to resume a suspended account, not to view as it', async () => {
    const { user, drawer } = await openZoe({ status: 'suspended', suspended_at: '2026-03-01T08:00:00Z' });
    await user.click(within(drawer).getByRole('button', { name: /^More actions/ }));
    await screen.findByRole('menuitem', { name: 'Resume...' });
    expect(screen.queryByRole('menuitem', { name: /^Suspend|^View as|^Send reset/ })).toBeNull();
  });

  it('says of a service account that its tokens work again, not that it can sign in', async () => {
    const { choose } = await openZoe({ is_service: true, status: 'suspended', suspended_at: '2026-03-01T08:00:00Z' });
    await choose('Resume...');
    const dialog = await screen.findByRole('dialog', { name: 'Resume Zoe Lang?' });
    expect(dialog.textContent).toContain('Its API tokens work again');
    expect(dialog.textContent).not.toContain('sign in');
  });

  it('shows a reset link once, with the way to copy it, when it was not mailed', async () => {
    const link = '/reset-password#secret';
    serve(administrators.sendPasswordReset, {
      link,
      mailed_to: null,
      mail_problem: null,
      expires_at: '2026-03-01T09:00:00Z',
    });
    const { user, choose } = await openZoe();
    await choose('Send reset link...');
    await user.click(await screen.findByRole('button', { name: 'Create link' }));
    const field = await screen.findByLabelText('Link');
    expect(field).toHaveProperty('value', `${window.location.origin}/reset-password#secret`);
    expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined();
  });

  it('resets a second factor that is lost, and is offered only where there is one', async () => {
    const reset = serve(administrators.resetSecondFactors, zoe);
    const { user, choose } = await openZoe({ second_factor: 'totp' });
    await choose('Reset second factor...');
    const dialog = await screen.findByRole('dialog', { name: 'Reset the second factor of Zoe Lang?' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Lost her phone');
    await user.click(within(dialog).getByRole('button', { name: 'Reset' }));
    await screen.findByText('The second factor of Zoe Lang has been reset.');
    expect(reset.received[0]?.body).toEqual({ reason: 'Lost her phone' });
    cleanup();
    const other = await openZoe();
    await other.user.click(within(other.drawer).getByRole('button', { name: /^More actions/ }));
    await screen.findByRole('menuitem', { name: 'Suspend...' });
    expect(screen.queryByRole('menuitem', { name: /^Reset second/ })).toBeNull();
  });

  it('removes single sign-on, and says when the next sign-in would link again', async () => {
    serve(singleSignOn.get, { ...singleSignOnSettings, link_by_username: true });
    const unlinked = serve(administrators.unlinkSingleSignOn, zoe);
    const { user, choose } = await openZoe({ linked_accounts: ['zoe@example.org'] });
    await choose('Remove single sign-on...');
    const remove = await screen.findByRole('button', { name: 'Remove' });
    const dialog = screen.getByRole('dialog', { name: 'Remove the single sign-on of Zoe Lang?' });
    expect(dialog.textContent).toContain('zoe@example.org');
    expect(dialog.textContent).toContain('The next sign-in links again');
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Left the provider');
    await user.click(remove);
    await screen.findByText('The single sign-on of Zoe Lang has been removed.');
    expect(unlinked.received).toEqual([{ params: { id: roleId }, body: { reason: 'Left the provider' } }]);
    cleanup();
    serve(singleSignOn.get, singleSignOnSettings);
    const other = await openZoe({ linked_accounts: ['zoe@example.org'] });
    await other.choose('Remove single sign-on...');
    await screen.findByRole('button', { name: 'Remove' });
    expect(screen.queryByText('The next sign-in links again')).toBeNull();
  });

  it('names a deputy between two dates, in their order', async () => {
    const set = serve(administrators.setDeputy, zoe);
    const { user, choose } = await openZoe();
    await choose('Deputy...');
    const dialog = await screen.findByRole('dialog', { name: 'Deputy of Zoe Lang' });
    await user.click(within(dialog).getByRole('combobox', { name: 'Deputy' }));
    await user.click(await screen.findByRole('option', { name: 'bob' }));
    await user.type(within(dialog).getByLabelText(/^From/), '2026-12-24 08:00');
    await user.type(within(dialog).getByLabelText(/^Until/), '2026-12-01 08:00');
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Holidays');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('The end has to be after the beginning.');
    await user.clear(within(dialog).getByLabelText(/^Until/));
    await user.type(within(dialog).getByLabelText(/^Until/), '2027-01-06 08:00');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Zoe Lang has a deputy.');
    expect(set.received[0]?.body).toMatchObject({ deputy_id: otherId, reason: 'Holidays' });
  });

  it('hands over what waits, and says when nothing does', async () => {
    const empty = { work_items: 0, set_ups: 0 };
    serve(administrators.openWork, { work_items: 3, set_ups: 1 });
    const handed = serve(administrators.handOver, {
      from: { before: { work_items: 3, set_ups: 1 }, after: empty },
      to: { before: empty, after: { work_items: 3, set_ups: 1 } },
    });
    const { user, choose } = await openZoe();
    await choose('Hand over work...');
    await screen.findByText('3 open entries of the work list');
    const dialog = screen.getByRole('dialog', { name: 'Hand over the work of Zoe Lang' });
    await user.click(within(dialog).getByRole('combobox', { name: 'To' }));
    await user.click(await screen.findByRole('option', { name: 'bob' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Parental leave');
    await user.click(within(dialog).getByRole('button', { name: 'Hand over' }));
    await screen.findByText('Handed over to bob.');
    expect(handed.received[0]?.body).toEqual({ to_id: otherId, reason: 'Parental leave' });
    serve(administrators.openWork, empty);
    await choose('Hand over work...');
    await screen.findByText('Nothing waits for Zoe Lang.');
  });
});

describe('editing', () => {
  it('sends only what differs, with the version that was read', async () => {
    const changed = serve(administrators.change, { ...zoe, name: 'Zoe Berg' });
    const { user, drawer } = await openZoe();
    await user.click(within(drawer).getByRole('button', { name: 'Edit' }));
    const form = await screen.findByRole('dialog', { name: 'Edit Zoe Lang' });
    const name = within(form).getByLabelText('Full name');
    await user.clear(name);
    await user.type(name, 'Zoe Berg');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await screen.findByText('Zoe Lang has been changed.');
    expect(changed.received).toEqual([{ params: { id: roleId }, body: { name: 'Zoe Berg' } }]);
  });

  it('asks before unsaved changes are discarded', async () => {
    const { user, drawer } = await openZoe();
    await user.click(within(drawer).getByRole('button', { name: 'Edit' }));
    const form = await screen.findByRole('dialog', { name: 'Edit Zoe Lang' });
    await user.type(within(form).getByLabelText('Full name'), 'x');
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard the changes?' });
    await user.click(within(question).getByRole('button', { name: 'Continue editing' }));
    expect(within(form).getByLabelText('Full name')).toHaveProperty('value', 'Zoe Langx');
    await user.click(screen.getByRole('tab', { name: 'Roles' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Zoe Lang' })).toBeNull());
  });

  it('leaves own rights to another super admin', async () => {
    const { user, drawer } = await openZoe({ id: '0190c0de-0000-7000-8000-000000000001' });
    expect(drawer.textContent).toContain('Another super admin changes your rights.');
    await user.click(within(drawer).getByRole('button', { name: 'Edit' }));
    const form = await screen.findByRole('dialog', { name: 'Edit Zoe Lang' });
    expect(within(form).queryByRole('radiogroup', { name: 'Kind' })).toBeNull();
  });
});
