import {
  type Cylinder,
  cylinders,
  type FloorPlan,
  floorPlans,
  type Location,
  type LocationNode,
  locations,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { LocationsPage } from './locations-page';

const idOf = (at: number) => `01900000-0000-7000-8000-0000000000${at}`;
const [hallId, floorId, millId, cylinderId] = [idOf(21), idOf(22), idOf(23), idOf(24)];

const node = (id: string, name: string, more: Partial<LocationNode> = {}): LocationNode => ({
  id,
  parent_id: null,
  name,
  type: 'building',
  protection_class: null,
  owner_person_id: null,
  own_cylinders: 0,
  cylinders: 0,
  ...more,
});

const places = [
  node(hallId, 'City Hall', { cylinders: 2, owner_person_id: idOf(30) }),
  node(floorId, 'Ground floor', { parent_id: hallId, type: 'floor', cylinders: 2, protection_class: 3 }),
  node(millId, 'Mill'),
];

const hall: Location = {
  id: hallId,
  parent_id: null,
  name: 'City Hall',
  path: 'City Hall',
  type: 'building',
  code: null,
  protection_class: null,
  owner_person_id: idOf(30),
  owner_name: 'Ada Brook',
  deputy_person_id: null,
  deputy_name: null,
  time_zone: null,
  notes: '',
  cylinders: 2,
  access_rules: 0,
  version: 4,
  created_at: '2026-03-01T08:00:00Z',
  updated_at: '2026-03-01T08:00:00Z',
};

const aCylinder: Cylinder = {
  id: cylinderId,
  connection_id: idOf(31),
  connection_name: 'Head office',
  external_id: 'C-1',
  marking: 'CH-01',
  name: 'Main entrance',
  cylinder_type: 'single',
  domain: 'city',
  location: 'City Hall / Gate',
  location_id: floorId,
  location_path: 'City Hall / Ground floor',
  placed_text: 'City Hall / Main entrance',
  block_list: null,
  event_ring: null,
  state: 'installed',
  group_id: null,
  group_name: null,
  open_job: null,
  read_at: null,
  own_name: null,
  notes: null,
  is_planned: false,
  version: 1,
};

const aPlan: FloorPlan = {
  location_id: hallId,
  picture: { width: 600, height: 400, tag: 'a', uploaded_at: '2026-03-01T08:00:00Z' },
  version: 1,
  items: [],
  items_total: 0,
};

async function open(search = {}, tree: Partial<{ places: LocationNode[]; proposed: number }> = {}) {
  serve(locations.get, hall);
  serve(locations.tree, { places, unplaced: 3, proposed: 0, differences: 1, ...tree });
  const asked = serve(cylinders.list, { items: [aCylinder], total: 1, limit: 50, offset: 0 }).received;
  const page = await renderPage(<LocationsPage />, { path: '/keys/locations', search });
  await screen.findByRole('heading', { name: 'Places' });
  return { ...page, asked };
}

const line = (name: RegExp) => screen.getByRole('treeitem', { name });

describe('LocationsPage', () => {
  it('shows the tree with its counts, and the cylinders of the selected place', async () => {
    const { user, asked, router } = await open();
    await user.click(line(/^City Hall, Building, 2 cylinders/));
    await screen.findByText(/owner Ada Brook/);
    expect(router.state.location.search).toEqual({ location_id: hallId });
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ location_id: hallId }));
    await screen.findByRole('row', { name: /CH-01/ });
    expect(screen.getByRole('cell', { name: 'Ground floor' })).toBeDefined();
  });

  it('is operated by keyboard', async () => {
    const { user, router } = await open();
    await user.click(screen.getByRole('textbox', { name: 'Search places' }));
    await user.tab();
    expect(document.activeElement).toBe(line(/^City Hall/));
    await user.keyboard('{ArrowLeft}');
    expect(screen.queryByRole('treeitem', { name: /^Ground floor/ })).toBeNull();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(document.activeElement).toBe(line(/^Ground floor, Floor, 2 cylinders, class 3/));
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(line(/^Mill/));
    await user.keyboard('g');
    expect(document.activeElement).toBe(line(/^Ground floor/));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toEqual({ location_id: floorId }));
  });

  it('counts what needs attention', async () => {
    const { user } = await open();
    screen.getByRole('tab', { name: 'Unplaced 3' });
    screen.getByRole('tab', { name: 'Changed texts 1' });
    await user.click(screen.getByRole('tab', { name: 'Without owner 1' }));
    await screen.findByRole('row', { name: 'Open Mill' });
    await user.click(screen.getByRole('tab', { name: 'Double names' }));
    await screen.findByText('No two places can be confused');
  });

  it('places selected cylinders, and undoes that', async () => {
    const { user } = await open({ location_id: hallId });
    const before = [{ cylinder_id: cylinderId, location_id: floorId, placed_by: 'text' as const }];
    const { received } = serve(locations.place, { placed: 1, before });
    await user.click(await screen.findByRole('checkbox', { name: 'Select: CH-01' }));
    await user.click(screen.getByRole('button', { name: 'Place…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Place 1 cylinder' });
    await user.click(within(dialog).getByRole('combobox', { name: 'Where' }));
    await user.click(await screen.findByRole('option', { name: 'Mill' }));
    await user.click(within(dialog).getByRole('button', { name: 'Place' }));
    await screen.findByText('1 cylinder is in Mill now.');
    expect(received[0]?.body.placements).toEqual([{ cylinder_id: cylinderId, location_id: millId, placed_by: 'hand' }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(received[1]?.body.placements).toEqual(before));
  });

  it('shows a proposal before it is created, and reports one out of date', async () => {
    const { user } = await open({}, { places: [], proposed: 9 });
    serve(locations.proposal, {
      stamp: 'as-shown',
      cylinders: 9,
      new_places: 1,
      places: [{ path: ['Hospital'], type: 'building', is_new: true, cylinders: 9 }],
    });
    const { received } = serve(locations.confirmProposal, 'conflict');
    await screen.findByText('9 cylinders have a location text and no place.');
    await user.click(screen.getByRole('button', { name: 'See the proposal' }));
    await screen.findByRole('cell', { name: 'Hospital' });
    await user.click(screen.getByRole('button', { name: 'Create these places' }));
    await screen.findByText('Nothing was created.');
    expect(received[0]?.body).toEqual({ stamp: 'as-shown' });
  });

  it('decides about a changed text as shown', async () => {
    const { user } = await open({ placing: 'differs' });
    const { received } = serve(locations.decideDifferences, { decided: 1, made: 0 });
    await user.click(await screen.findByRole('button', { name: 'Keep the place' }));
    await screen.findByText('1 cylinder stays where it is.');
    expect(received[0]?.body).toEqual({
      decision: 'keep',
      cylinders: [{ id: cylinderId, text: 'City Hall / Gate' }],
    });
  });

  it('moves a place with the version that was read', async () => {
    const { user } = await open({ location_id: hallId });
    const { received } = serve(locations.update, { ...hall, protection_class: 2 });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const drawer = await screen.findByRole('dialog', { name: 'Edit place' });
    const name = within(drawer).getByRole('textbox', { name: /Name/ });
    await user.clear(name);
    await user.type(name, 'Town Hall');
    await user.click(within(drawer).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(received[0]?.body).toMatchObject({ name: 'Town Hall', owner_person_id: idOf(30) }));
  });

  it('asks where the content goes before a place is deleted', async () => {
    const { user } = await open({ location_id: hallId });
    const { received } = serve(locations.remove, { success: true, message: 'Deleted.' });
    await user.click(await screen.findByRole('button', { name: 'More actions for City Hall' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete City Hall?' });
    within(dialog).getByText(/1 place and 2 cylinders/);
    await user.click(within(dialog).getByRole('combobox', { name: 'Where they go' }));
    await user.click(await screen.findByRole('option', { name: 'Mill' }));
    await user.click(within(dialog).getByRole('button', { name: 'Delete place' }));
    await waitFor(() => expect(received[0]?.query).toEqual({ target: millId }));
  });

  it('announces that rules will name the place it is merged into', async () => {
    const { user } = await open();
    serve(locations.get, { ...hall, cylinders: 0, access_rules: 2 });
    await user.click(line(/^City Hall/));
    await screen.findByText(/Named by 2 rules/);
    await user.click(await screen.findByRole('button', { name: 'More actions for City Hall' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete City Hall?' });
    within(dialog).getByText(/2 rules name it/);
    within(dialog).getByRole('combobox', { name: 'Where they go' });
  });

  it('says what becomes of the floor plan', async () => {
    const { user } = await open({ location_id: hallId });
    serve(floorPlans.get, aPlan);
    await user.click(await screen.findByRole('button', { name: 'More actions for City Hall' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Merge…' }));
    const dialog = await screen.findByRole('dialog', { name: /City Hall/ });
    await user.click(within(dialog).getByRole('combobox'));
    await user.click(await screen.findByRole('option', { name: 'Mill' }));
    await within(dialog).findByText(/^Mill keeps its own floor plan\. The one of City Hall/);
  });

  it('shows the first step when empty, and a failure', async () => {
    await open({}, { places: [] });
    await screen.findByText('No places yet');
    serve(locations.tree, 'unavailable');
    await renderPage(<LocationsPage />, { path: '/keys/locations' });
    await screen.findByRole('button', { name: 'Try again' });
  });
});
