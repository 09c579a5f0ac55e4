import { type KeyPlan, keyPlans, planVersions } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aKeyPlan, planId } from '#data/key-plans.fixture';
import { aComparison } from '#data/plan-versions.fixture';
import { renderPage, serve } from '../../../test/render';
import { KeyPlansPage } from './key-plans-page';

const active = aKeyPlan({ id: '01900000-0000-7000-8000-0000000000f2', name: 'Airport', is_active: true });

const listed = (plans: KeyPlan[], total = plans.length) => ({ keyplans: plans, total, limit: 50, offset: 0 });

async function open(plans: KeyPlan[], search = {}) {
  const list = serve(keyPlans.list, ({ query }) => ({ ...listed(plans, 120), offset: query.offset ?? 0 }));
  return { list, ...(await renderPage(<KeyPlansPage />, { path: '/keys/key-plans', search })) };
}

describe('KeyPlansPage', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<KeyPlansPage />, { path: '/keys/key-plans' });
    await screen.findByText('Loading key plans...');
  });

  it('offers to create the first plan', async () => {
    serve(keyPlans.list, listed([]));
    const { user } = await renderPage(<KeyPlansPage />, { path: '/keys/key-plans' });
    await screen.findByText('No key plan yet');
    const buttons = screen.getAllByRole('button', { name: 'Create a key plan' });
    await user.click(buttons.at(-1) ?? document.body);
    await screen.findByRole('dialog', { name: 'Create a key plan' });
  });

  it('offers a sub-admin the list and nothing that would be refused', async () => {
    serve(keyPlans.list, listed([aKeyPlan(), active]));
    const place = { path: '/keys/key-plans', search: { dialog: 'create' } };
    await renderPage(<KeyPlansPage />, { ...place, me: { role: 'subadmin' } });
    await screen.findByText('City buildings');
    expect(screen.queryByRole('button', { name: /Create a key plan|[Aa]ctivate/ })).toBeNull();
    expect(screen.queryByRole('row', { name: /^Open key plan/ })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('tries again after a failure', async () => {
    serve(keyPlans.list, 'internal');
    const { user } = await renderPage(<KeyPlansPage />, { path: '/keys/key-plans' });
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(keyPlans.list, listed([aKeyPlan()]));
    await user.click(again);
    await screen.findByText('City buildings');
  });

  it('shows each plan and opens it by keyboard', async () => {
    const { user, router } = await open([aKeyPlan(), active]);
    const row = await screen.findByRole('row', { name: 'Open key plan City buildings' });
    within(row).getByText('Draft');
    within(row).getByText('1 of 2');
    within(row).getByText('City staff list');
    row.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/keys/key-plans/${planId}`));
  });

  it('asks the server for what the URL says', async () => {
    const { list } = await open([aKeyPlan()], { search: 'city', is_active: false, sort: 'name', offset: 50 });
    await screen.findByText('City buildings');
    expect(list.received[0]?.query).toEqual({ search: 'city', is_active: false, sort: 'name', offset: 50, limit: 50 });
  });

  it('puts order and page into the URL', async () => {
    const { user, list, router } = await open([aKeyPlan()]);
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(list.received.at(-1)?.query.offset).toBe(50));
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'name' }));
    await waitFor(() => expect(list.received.at(-1)?.query).toEqual({ sort: 'name', limit: 50 }));
  });

  it('says when nothing fits and clears the filter', async () => {
    serve(keyPlans.list, ({ query }) => (query.search ? listed([]) : listed([aKeyPlan()])));
    const { user } = await renderPage(<KeyPlansPage />, { path: '/keys/key-plans', search: { search: 'zoo' } });
    await screen.findByText('No key plan matches');
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await screen.findByText('City buildings');
  });

  it('names what is missing in a new plan', async () => {
    const { user } = await open([], { dialog: 'create' });
    await user.click(await screen.findByRole('button', { name: 'Create key plan' }));
    await screen.findByText('Name is required.');
    screen.getByText('Description is required.');
  });

  it('creates a plan as a draft and opens it', async () => {
    const { user, router } = await open([], { dialog: 'create' });
    const created = serve(keyPlans.create, aKeyPlan());
    await user.type(await screen.findByLabelText(/^Name/), 'City buildings');
    await user.type(screen.getByLabelText(/^Description/), 'Who opens what');
    await user.click(screen.getByRole('button', { name: 'Create key plan' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/keys/key-plans/${planId}`));
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(created.received[0]?.body).toEqual({
      name: 'City buildings',
      description: 'Who opens what',
      is_active: false,
      time_zone: timeZone,
      takes_effect: 'on_activation',
      needs_second_person: false,
      schedule_policy: 'refuse',
    });
  });

  it('asks a second person only of a plan whose changes wait', async () => {
    const { user } = await open([], { dialog: 'create' });
    const created = serve(keyPlans.create, aKeyPlan());
    await user.type(await screen.findByLabelText(/^Name/), 'City buildings');
    await user.type(screen.getByLabelText(/^Description/), 'Who opens what');
    await user.click(screen.getByRole('checkbox', { name: 'A second person activates' }));
    await user.click(screen.getByRole('radio', { name: 'At once' }));
    expect(screen.queryByRole('checkbox', { name: 'A second person activates' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'The narrower hours' }));
    await user.click(screen.getByRole('button', { name: 'Create key plan' }));
    await waitFor(() => expect(created.received).toHaveLength(1));
    expect(created.received[0]?.body).toMatchObject({
      takes_effect: 'at_once',
      needs_second_person: false,
      schedule_policy: 'intersection',
    });
  });

  it('says how many changes of a plan wait, and activates it with them', async () => {
    const { user } = await open([aKeyPlan({ takes_effect: 'on_activation', pending_changes: 3 })]);
    serve(planVersions.compare, aComparison({ effect: { people_gaining: 14 } }));
    const activated = serve(planVersions.activate, aKeyPlan({ is_active: true }));
    await screen.findByText('3 changes wait');
    await user.click(screen.getByRole('button', { name: 'Activate City buildings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate City buildings?' }));
    await dialog.findByText('14 people would gain doors.');
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await screen.findByText("Key plan 'City buildings' is active, with all its changes.");
    expect(activated.received[0]?.body).toEqual({});
  });

  it('keeps the form when the name is taken', async () => {
    const { user } = await open([], { dialog: 'create' });
    serve(keyPlans.create, 'conflict');
    await user.type(await screen.findByLabelText(/^Name/), 'City buildings');
    await user.type(screen.getByLabelText(/^Description/), 'Who opens what');
    await user.click(screen.getByRole('button', { name: 'Create key plan' }));
    await screen.findByText(/Not possible in the present state/);
  });

  it('says what activating means before doing it', async () => {
    const { user } = await open([aKeyPlan()]);
    const updated = serve(keyPlans.update, aKeyPlan({ is_active: true }));
    await user.click(await screen.findByRole('button', { name: 'Activate City buildings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate City buildings?' }));
    await user.click(dialog.getByText('Its 1 active rule begins to grant access.'));
    expect(updated.received).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await screen.findByText("Key plan 'City buildings' is active.");
    expect(updated.received[0]?.body).toEqual({ is_active: true });
  });

  it('warns in numbers before deactivating', async () => {
    const { user } = await open([aKeyPlan({ ...active, active_rules: 1_200 })]);
    await user.click(await screen.findByRole('button', { name: 'Deactivate Airport' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Airport?' }));
    dialog.getByText('Its 1,200 active rules stop granting access.');
    dialog.getByText(/people lose what no other active plan grants them/);
  });
});
