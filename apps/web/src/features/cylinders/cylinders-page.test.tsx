import {
  type Admin,
  type Cylinder,
  capacities,
  cylinders,
  type Key,
  type KeySystemConnection,
  keys,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { aCustody } from '#data/key-systems/keys.fixture';
import { renderPage, serve } from '../../../test/render';
import { CylindersPage } from './cylinders-page';

const cylinderId = '01900000-0000-7000-8000-000000000011';
const groupId = '01900000-0000-7000-8000-000000000012';
const keyId = '01900000-0000-7000-8000-000000000013';
const recorded = {
  connection_id: aKeySystem().id,
  connection_name: 'Head office',
  read_at: '2026-03-01T08:00:00Z',
};
const unsaid = { own_name: null, notes: null, is_planned: false, version: 1 };
const unplaced = { location_id: null, location_path: null, placed_text: null, block_list: null, event_ring: null };

const aCylinder: Cylinder = {
  ...recorded,
  ...unsaid,
  ...unplaced,
  id: cylinderId,
  external_id: 'C-0001',
  marking: 'FD-01-01',
  name: 'Fire station, Gate',
  cylinder_type: 'padlock',
  domain: 'city',
  location: 'Fire station / Ground / Gate',
  state: 'installed',
  group_id: groupId,
  group_name: 'Fire stations',
  open_job: {
    external_id: 'J-1',
    kind: 'block',
    state: 'assigned',
    assigned_key: 'PR-2',
    created_at: '2026-02-01T08:00:00Z',
    done_at: null,
  },
};

const aKey: Key = {
  ...recorded,
  id: keyId,
  external_id: 'K-0001',
  marking: 'CK-001',
  name: 'Key one',
  serial: '410000017',
  key_type: 'dynamic',
  state: 'handed_out',
  holder: { identity: 'P-1', name: 'Odo Brackwater', person_id: null },
  custody: aCustody(),
  last_update_at: null,
  memory: null,
  times: null,
  changed_at: null,
  update_pending: null,
  update_by: null,
};

const listOf = <T,>(items: T[]) => ({ items, total: items.length, limit: 50, offset: 0 });

type World = { items?: Cylinder[]; systems?: KeySystemConnection[]; key?: Key; me?: Partial<Admin> };

async function open(search = {}, { items = [aCylinder], systems = [aKeySystem()], key = aKey, me }: World = {}) {
  serve(cylinders.facets, {
    key_systems: systems.map(({ id, name, inventory_read_at }) => ({ id, name, read_at: inventory_read_at })),
    domains: ['city'],
    cylinder_types: ['padlock', 'single'],
    cylinder_states: ['installed', 'in_stock'],
    key_types: ['dynamic', 'normal'],
    key_states: ['handed_out', 'lost'],
  });
  serve(cylinders.group, {
    ...recorded,
    ...unsaid,
    id: groupId,
    external_id: 'G-1',
    name: 'Fire stations',
    domain: 'city',
    cylinders: 36,
  });
  serve(
    cylinders.groups,
    listOf([
      { ...recorded, ...unsaid, id: groupId, external_id: 'G-1', name: 'Fire stations', domain: 'city', cylinders: 36 },
    ]),
  );
  serve(keys.events, listOf([]));
  serve(capacities.list, listOf([]));
  const asked = serve(cylinders.list, listOf(items)).received;
  const askedKeys = serve(keys.list, listOf([key])).received;
  const page = await renderPage(<CylindersPage />, { path: '/cylinders', search, me });
  return { ...page, asked, askedKeys };
}

describe('CylindersPage', () => {
  it('lists cylinders with their open job and the age of the data', async () => {
    await open();
    const row = await screen.findByRole('row', { name: 'Open FD-01-01' });
    within(row).getByText('Block key');
    expect(screen.getByText(/Read from/).textContent).toContain('Head office');
  });

  it('applies all filters of the URL on the server', async () => {
    const { asked } = await open({
      search: 'gate',
      group_id: groupId,
      cylinder_type: 'padlock',
      job: 'open',
      sort: '-name',
      offset: 50,
    });
    const query = {
      search: 'gate',
      group_id: groupId,
      cylinder_type: 'padlock',
      job: 'open',
      sort: '-name',
      offset: 50,
    };
    await waitFor(() => expect(asked[0]?.query).toEqual({ ...query, limit: 50 }));
  });

  it('clears the group filter set by the list of groups', async () => {
    const { user, router } = await open({ tab: 'groups' });
    await user.click(await screen.findByRole('row', { name: 'Show the cylinders of Fire stations' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ group_id: groupId }));
    await user.click(await screen.findByLabelText('Clear Group'));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('shows jobs and events of a cylinder beside the list', async () => {
    serve(cylinders.get, { ...aCylinder, own_name: 'Blue gate', jobs: aCylinder.open_job ? [aCylinder.open_job] : [] });
    const { user, router } = await open();
    await user.click(await screen.findByRole('row', { name: 'Open FD-01-01' }));
    const drawer = await screen.findByRole('dialog', { name: 'FD-01-01' });
    await within(drawer).findByText('Assigned');
    within(drawer).getByText('Blue gate');
    expect(within(drawer).queryByText('Our notes')).toBeNull();
    await within(drawer).findByText(/on programming key PR-2/);
    await within(drawer).findByText('No access event is known.');
    const headings = within(drawer).getAllByRole('heading', { level: 3 });
    expect(headings.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      'Who may open this?',
      'About this cylinder',
    ]);
    expect(router.state.location.search).toEqual({ open: cylinderId });
  });

  it('drops the filters of one list in another', async () => {
    const { user, router, askedKeys } = await open({ search: 'gate', domain: 'city', sort: 'location' });
    await user.click(await screen.findByRole('tab', { name: 'Keys' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'keys' }));
    await waitFor(() => expect(askedKeys[0]?.query).toEqual({ limit: 50 }));
  });

  it('shows the holder of a key, and claims no unknown update time', async () => {
    const { user } = await open({ tab: 'keys' });
    await user.click(await screen.findByRole('row', { name: 'Open CK-001' }));
    const drawer = await screen.findByRole('dialog', { name: 'CK-001' });
    within(drawer).getByText('Odo Brackwater');
    within(drawer).getByText('Unknown');
  });

  it.each([
    ['superadmin', 1],
    ['subadmin', 0],
  ] as const)('links a %s to the holder of a key if permitted', async (role, links) => {
    const key = { ...aKey, holder: { identity: 'P-1', name: 'Odo Brackwater', person_id: keyId } };
    const { user } = await open({ tab: 'keys' }, { key, me: { role } });
    await user.click(await screen.findByRole('row', { name: 'Open CK-001' }));
    const drawer = await screen.findByRole('dialog', { name: 'CK-001' });
    within(drawer).getByText('Odo Brackwater');
    expect(within(drawer).queryAllByRole('link', { name: 'Odo Brackwater' })).toHaveLength(links);
  });

  it.each([
    [[]],
    [[aKeySystem()]],
  ])('offers a sub-admin no action that would be refused on an empty list', async (systems) => {
    await open({}, { items: [], systems, me: { role: 'subadmin' } });
    await screen.findByText(systems.length > 0 ? 'The inventory has not been read yet' : 'No cylinders yet');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('links to the next step from an empty list', async () => {
    await open({}, { items: [], systems: [] });
    const add = await screen.findByRole('link', { name: 'Add Key System' });
    expect(add.getAttribute('href')).toBe('/add-key-system');
  });

  it('links to the manager before the inventory is read', async () => {
    await open({}, { items: [] });
    expect(await screen.findByRole('link', { name: 'Key System Manager' })).toBeTruthy();
  });

  it('clears filters without matches', async () => {
    const { user, router } = await open({ search: 'zz', state: 'lost' }, { items: [] });
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('tries again after a failure', async () => {
    const { user } = await open();
    serve(cylinders.list, 'overloaded');
    await renderPage(<CylindersPage />, { path: '/cylinders', search: { search: 'other' } });
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(cylinders.list, listOf([aCylinder]));
    await user.click(again);
    expect((await screen.findAllByText('Fire station, Gate')).length).toBeGreaterThan(0);
  });
});
