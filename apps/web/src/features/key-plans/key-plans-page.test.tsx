import { iam, type KeyPlan, keyPlans, keySystems, planFigures, planVersions } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { aKeyPlan, planId } from '#data/plans/key-plans.fixture';
import { aComparison } from '#data/plans/plan-versions.fixture';
import { aSource } from '#data/sources/identity-source.fixture';
import { renderPage, serve } from '../../../test/render';
import { KeyPlansPage } from './key-plans-page';

const active = aKeyPlan({ id: '01900000-0000-7000-8000-0000000000f2', name: 'Airport', is_active: true });

const listed = (plans: KeyPlan[], total = plans.length) => ({ keyplans: plans, total, limit: 50, offset: 0 });

function serveConnections(sources: string[], systems: string[]) {
  serve(
    iam.list,
    sources.map((name, index) => aSource({ id: idOf(index), name })),
  );
  const items = systems.map((name, index) => aKeySystem({ id: idOf(index + 5), name }));
  serve(keySystems.list, { items, total: items.length, page: 0, size: 200 });
}

const idOf = (index: number) => `01900000-0000-7000-8000-00000000000${index}`;

async function open(plans: KeyPlan[], search = {}) {
  serveConnections([], []);
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

  it('offers a deputy to change and download, and a view of the same administrator to read', async () => {
    const functions = ['edit_plans', 'view_plans'] as const;
    const acting = { id: idOf(9), username: 'zoe', ends_at: '2026-03-01T10:15:00Z' };
    const openAs = async (as: 'deputy' | 'view') => {
      serve(keyPlans.list, listed([active]));
      const me = { role: 'subadmin' as const, functions: [...functions], acting: { ...acting, as } };
      const { unmount } = await renderPage(<KeyPlansPage />, { path: '/keys/key-plans', me });
      await screen.findByText('Airport');
      const offered = screen.queryAllByRole('button', { name: /Create a key plan|Export CSV|More about/ });
      const names = offered.map((button) => button.getAttribute('aria-label') ?? button.textContent);
      unmount();
      return names;
    };
    expect(await openAs('deputy')).toHaveLength(3);
    expect(await openAs('view')).toEqual([]);
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

  it('says how many people and doors each plan reaches, and who changed it', async () => {
    const of = { keyplan_id: planId, people: 12, of_people: 20, doors: 5, of_doors: 9, changed_by: 'ada' };
    serve(planFigures.coverage, { items: [of, { ...of, keyplan_id: active.id, of_doors: 0, changed_by: null }] });
    await open([aKeyPlan({ pending_changes: 3 }), active]);
    const row = within(await screen.findByRole('row', { name: 'Open key plan City buildings' }));
    await row.findByText('12 of 20 people');
    row.getByText('5 of 9 doors');
    row.getByText('by ada');
    row.getByText('3 changes wait');
    const other = within(screen.getByRole('row', { name: 'Open key plan Airport' }));
    other.getByText('5 doors');
    expect(other.queryByText(/^by /)).toBeNull();
  });

  it('copies a plan under the name it is given, and opens the copy', async () => {
    const { user, router } = await open([aKeyPlan(), active]);
    const copied = serve(keyPlans.copy, ({ body }) =>
      body.name === 'Airport' ? 'conflict' : aKeyPlan({ id: active.id, name: body.name }),
    );
    await user.click(await screen.findByRole('button', { name: 'More about City buildings' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate City buildings' }));
    const field = dialog.getByLabelText('Name of the copy');
    expect(field).toHaveProperty('value', 'City buildings (copy)');
    await user.clear(field);
    await user.click(dialog.getByRole('button', { name: 'Duplicate' }));
    dialog.getByText('Name is required.');
    await user.type(field, 'Airport');
    await user.click(dialog.getByRole('button', { name: 'Duplicate' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    await user.type(field, ' 2');
    await user.click(dialog.getByRole('button', { name: 'Duplicate' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/keys/key-plans/${active.id}`));
    expect(copied.received.at(-1)).toEqual({ params: { id: planId }, body: { name: 'Airport 2' } });
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
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
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
      iam_connection_ids: [],
      key_system_connection_ids: [],
    });
  });

  it('links the only source and the only key system unless they are unticked', async () => {
    const { user } = await open([]);
    serveConnections(['Town staff'], ['Sandbox']);
    const created = serve(keyPlans.create, aKeyPlan());
    const button = await screen.findAllByRole('button', { name: 'Create a key plan' });
    await user.click(button[0] ?? document.body);
    await user.type(await screen.findByLabelText(/^Name/), 'City buildings');
    await user.type(screen.getByLabelText(/^Description/), 'Who opens what');
    await user.click(screen.getByRole('checkbox', { name: 'Sandbox: its doors' }));
    await user.click(screen.getByRole('button', { name: 'Create key plan' }));
    await waitFor(() => expect(created.received).toHaveLength(1));
    expect(created.received[0]?.body).toMatchObject({ iam_connection_ids: [idOf(0)], key_system_connection_ids: [] });
  });

  it('offers no link where there are several to choose from', async () => {
    serve(keyPlans.list, listed([]));
    serveConnections(['Town staff', 'Contractors'], ['Sandbox', 'Harbour']);
    await renderPage(<KeyPlansPage />, { path: '/keys/key-plans', search: { dialog: 'create' } });
    await screen.findByRole('button', { name: 'Create key plan' });
    expect(screen.queryByText('Connect it with')).toBeNull();
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
    serve(planVersions.compare, aComparison({ effect: { people_gaining: 14, doors: 36, rights_gained: 300 } }));
    const activated = serve(planVersions.activate, aKeyPlan({ is_active: true }));
    await screen.findByText('3 changes wait');
    await user.click(screen.getByRole('button', { name: 'Activate City buildings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate City buildings?' }));
    await dialog.findByText('14 people will be allowed to open some of 36 doors (300 rights).');
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
    serve(planVersions.compare, aComparison({ effect: { people_gaining: 60, doors: 36 } }));
    await user.click(await screen.findByRole('button', { name: 'Activate City buildings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate City buildings?' }));
    await user.click(await dialog.findByText('60 people will be allowed to open 36 doors.'));
    expect(updated.received).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await screen.findByText("Key plan 'City buildings' is active.");
    expect(updated.received[0]?.body).toEqual({ is_active: true });
  });

  it.each([
    'at_once',
    'on_activation',
  ] as const)('warns before activating a plan whose rules grant nothing (%s), and refuses nothing', async (takes_effect) => {
    const plan = aKeyPlan({ rules: 2, active_rules: 0, takes_effect });
    const { user } = await open([plan]);
    const comparison = aComparison();
    serve(planVersions.compare, { ...comparison, effect: { ...comparison.effect, people_losing: 0 } });
    await user.click(await screen.findByRole('button', { name: 'Activate City buildings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate City buildings?' }));
    await dialog.findByText('No rule gives access yet');
    const link = dialog.getByRole('link', { name: 'Go to its rules' });
    expect(link.getAttribute('href')).toBe(`/keys/key-plans/${plan.id}?tab=rules`);
    dialog.getByRole('button', { name: 'Activate' });
  });

  it('deactivates from the menu, in numbers and with a reason', async () => {
    const { user } = await open([active]);
    const asked = serve(planVersions.compare, aComparison({ effect: { people_losing: 57, doors: 36 } }));
    const updated = serve(keyPlans.update, aKeyPlan({ ...active, is_active: false }));
    await user.click(await screen.findByRole('button', { name: 'More about Airport' }));
    expect(screen.queryByRole('button', { name: 'Deactivate Airport' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: 'Deactivate...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Airport?' }));
    await dialog.findByText('57 people lose access to 36 doors.');
    expect(asked.received[0]?.query).toEqual({ from: 'in_force', to: 'off' });
    const reason = dialog.getByRole('textbox', { name: 'Reason (optional)' });
    await user.type(reason, 'no');
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    dialog.getByText('Write 3 to 500 characters, or nothing.');
    expect(updated.received).toEqual([]);
    await user.type(reason, 't in use');
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    await screen.findByText("Key plan 'Airport' is a draft again.");
    expect(updated.received[0]?.body).toEqual({ is_active: false, reason: 'not in use' });
  });
});
