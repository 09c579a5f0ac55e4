import { draftEdits, type KeyPlan, keyPlans, planVersions, type WaitingChange } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeyPlan, planId } from '#data/plans/key-plans.fixture';
import { aComparison } from '#data/plans/plan-versions.fixture';
import { renderPage, serve } from '../../../../test/render';
import { KeyPlanPage } from '../key-plan-page';

const drafted: Partial<KeyPlan> = { is_active: true, takes_effect: 'on_activation', pending_changes: 3, version: 7 };

const waiting: WaitingChange = {
  kind: 'rule',
  record_id: '01900000-0000-7000-8000-0000000000d1',
  edited_by: 'mlopez',
  edited_at: '2026-03-01T08:00:00Z',
  take_back: null,
};

async function open(plan: Partial<KeyPlan> = {}, changes: WaitingChange[] = [], ask?: 'activate') {
  serve(draftEdits.read, { changes });
  serve(keyPlans.get, aKeyPlan({ ...drafted, ...plan }));
  serve(keyPlans.listProfiles, { items: [], total: 0, limit: 1_000, offset: 0 });
  const place = {
    path: `/keys/key-plans/${planId}`,
    route: '/keys/key-plans/$id',
    search: { tab: 'profiles', ...(ask && { ask }) },
  };
  return renderPage(<KeyPlanPage />, place);
}

const settle = () => serve(keyPlans.get, aKeyPlan({ ...drafted, pending_changes: 0 }));
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('DraftBar', () => {
  it('says how many changes wait, their effect on people, and who edited them', async () => {
    const effect = { people_gaining: 14, people_losing: 2, keys_to_update: 48 };
    serve(planVersions.compare, aComparison({ effect }));
    const other = { ...waiting, record_id: '01900000-0000-7000-8000-0000000000d2', edited_by: 'admin' };
    await open({}, [waiting, other, { ...waiting, record_id: '01900000-0000-7000-8000-0000000000d3' }]);
    await screen.findByText('3 changes not yet in force: 14 people gain doors, 2 lose some.');
    await screen.findByText('48 keys to update, no cylinder to visit. Edited by admin and mlopez.');
    expect(screen.getByRole('link', { name: 'Preview' }).getAttribute('href')).toContain('tab=impact');
  });

  it('asks at once where the address says so, and once only; the focus goes to the button that asks again', async () => {
    serve(planVersions.compare, aComparison({ effect: { people_gaining: 14 } }));
    const { user } = await open({}, [], 'activate');
    const dialog = await dialogOf('Activate City buildings?');
    await user.click(await dialog.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Activate...' })));
    await user.click(screen.getByRole('tab', { name: 'Check' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says how far it is above the limit at which an activation asks', async () => {
    const effect = { people_losing: 21, people_reached: 99, needs_confirmation: true };
    serve(planVersions.compare, aComparison({ effect }));
    await open();
    await screen.findByText(/An activation asks again where more than 5 % lose doors: this is 21 %\./);
  });

  it('takes back one change alone, and reports a conflicting edit', async () => {
    serve(planVersions.compare, aComparison());
    const take_back = { kind: 'remove_rule', rule_id: waiting.record_id, version: 4 } as const;
    const { user } = await open({}, [{ ...waiting, take_back }]);
    await user.click(await screen.findByText('What changes'));
    await screen.findByText(/· mlopez/);
    const button = { name: 'Take back: Rule deleted: Fire stations for FIRE' };
    serve(draftEdits.apply, 'version_conflict');
    await user.click(await screen.findByRole('button', button));
    await screen.findByText('Someone else changed this record.');
    const taken = serve(draftEdits.apply, { plan: aKeyPlan(), undo: [] });
    await user.click(await screen.findByRole('button', button));
    await screen.findByText('Taken back: Rule deleted: Fire stations for FIRE');
    expect(taken.received[0]?.body.edits).toEqual([take_back]);
  });

  it('is not there when nothing waits', async () => {
    await open({ pending_changes: 0 });
    await screen.findByText('No access profile yet');
    expect(screen.queryByText(/not yet in force/)).toBeNull();
  });

  it('offers one way to activate a plan that grants nothing', async () => {
    serve(planVersions.compare, aComparison());
    await open({ is_active: false });
    await screen.findByText(/The plan is not active, so it gives no one access\./);
    expect(screen.getAllByRole('button', { name: /^Activate/ })).toHaveLength(1);
    expect(screen.queryByText('This plan is a draft.')).toBeNull();
  });

  it('activates with a reason', async () => {
    serve(planVersions.compare, aComparison({ effect: { people_gaining: 14 } }));
    const { user } = await open();
    const activated = serve(planVersions.activate, aKeyPlan({ is_active: true }));
    await user.click(await screen.findByRole('button', { name: 'Activate...' }));
    const dialog = await dialogOf('Activate City buildings?');
    await dialog.findByText(/Rule deleted: Fire stations for FIRE/);
    await user.type(dialog.getByLabelText('Reason (optional)'), 'No');
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await dialog.findByText('Write 3 to 500 characters, or nothing.');
    expect(activated.received).toEqual([]);
    await user.type(dialog.getByLabelText('Reason (optional)'), ' more nights');
    settle();
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await screen.findByText("Key plan 'City buildings' is active, with all its changes.");
    expect(activated.received[0]?.body).toEqual({ reason: 'No more nights' });
    await waitFor(() => expect(screen.queryByText(/not yet in force/)).toBeNull());
  });

  it('warns of clashing hours and leads to their repair, but not where hours are merged', async () => {
    const schedule_conflicts = { before: 2, after: 30, policy: 'refuse' as const };
    serve(planVersions.compare, aComparison({ effect: { people_gaining: 14, schedule_conflicts } }));
    const { user, unmount } = await open();
    await user.click(await screen.findByRole('button', { name: 'Activate...' }));
    const dialog = await dialogOf('Activate City buildings?');
    await dialog.findByText('30 people with clashing hours (before: 2)');
    const toCheck = dialog.getByRole('link', { name: 'Go to the check' });
    expect(toCheck.getAttribute('href')).toBe(`/keys/key-plans/${planId}?tab=check`);
    expect(dialog.queryByText('Cylinders to visit')).toBeNull(); // none
    unmount();
    const merged = { ...schedule_conflicts, policy: 'union' as const };
    serve(planVersions.compare, aComparison({ effect: { people_gaining: 14, schedule_conflicts: merged } }));
    await open({}, [], 'activate');
    const again = await dialogOf('Activate City buildings?');
    await again.findByText('30 (before: 2; they get the wider hours)');
    expect(again.queryByRole('link', { name: 'Go to the check' })).toBeNull();
  });

  it('wants the number of people confirmed when many lose doors', async () => {
    serve(planVersions.compare, aComparison({ effect: { people_losing: 11, needs_confirmation: true } }));
    const { user } = await open();
    const activated = serve(planVersions.activate, aKeyPlan({ is_active: true }));
    await user.click(await screen.findByRole('button', { name: 'Activate...' }));
    const dialog = await dialogOf('Activate City buildings?');
    const accept = await dialog.findByRole('checkbox', { name: 'Yes, 11 people lose doors.' });
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await dialog.findByText('Confirm that these people are to lose doors.');
    expect(activated.received).toEqual([]);
    await user.click(accept);
    settle();
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(activated.received[0]?.body).toEqual({ accept_losing: 11 }));
  });

  it('asks for the number of now when it has changed meanwhile', async () => {
    serve(planVersions.compare, aComparison({ effect: { people_losing: 11, needs_confirmation: true } }));
    const { user } = await open();
    const { received } = serve(planVersions.activate, 'confirmation_needed');
    await user.click(await screen.findByRole('button', { name: 'Activate...' }));
    const dialog = await dialogOf('Activate City buildings?');
    await user.click(await dialog.findByRole('checkbox', { name: 'Yes, 11 people lose doors.' }));
    serve(planVersions.compare, aComparison({ effect: { people_losing: 12, needs_confirmation: true } }));
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await dialog.findByText(/The people affected have changed since/);
    await dialog.findByRole('checkbox', { name: 'Yes, 12 people lose doors.', checked: false });
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await dialog.findByText('Confirm that these people are to lose doors.');
    expect(received).toHaveLength(1);
  });

  it('says that another administrator has to activate', async () => {
    serve(planVersions.compare, aComparison());
    const { user } = await open({ needs_second_person: true });
    serve(planVersions.activate, 'conflict');
    await user.click(await screen.findByRole('button', { name: 'Activate...' }));
    const dialog = await dialogOf('Activate City buildings?');
    await dialog.findByText(/an administrator who edited none of the pending changes/);
    await dialog.findByText('No one gains or loses a door.');
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await dialog.findByText('Another administrator has to activate it.');
  });

  it('names what is lost before it discards', async () => {
    serve(planVersions.compare, aComparison());
    const { user } = await open();
    const discarded = serve(planVersions.discard, aKeyPlan());
    await user.click(await screen.findByRole('button', { name: 'Discard...' }));
    const dialog = await dialogOf('Discard the changes of City buildings?');
    await dialog.findByText(/Rule deleted: Fire stations for FIRE/);
    settle();
    await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
    await screen.findByText('The changes were discarded.');
    expect(discarded.received).toHaveLength(1);
  });
});
