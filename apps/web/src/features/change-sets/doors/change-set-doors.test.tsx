import {
  type ChangedDoor,
  type ChangedPerson,
  type ChangedPersonDetails,
  type ChangeSet,
  type ChangeSetDelta,
  changeSets,
  type Guard,
  sync,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aChange, aChangeSet, pageOfChanges } from '#data/tasks/change-set.fixture';
import { renderPage, serve } from '../../../../test/render';
import { ChangeSetPage } from '../change-set-page';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const id = (number: number) => `01900000-0000-7000-8000-000000000${number}`;

/** 57 people lose doors, 3 gain some. */
const effect: ChangeSetDelta = {
  ...{ people: 60, people_losing: 57, people_gaining: 3, people_other_hours: 0, people_before: 120 },
  ...{ doors: 36, doors_lost: 36, doors_gained: 2, rights_lost: 691, rights_gained: 6 },
  ...{ keys: 41, updatable_keys: 12, keys_read_at: minutesAgo(5) },
};

const toKeySystem = (fields: Partial<ChangeSet> = {}) =>
  aChangeSet({
    ...{ kind: 'key_system', title: 'Plans → Head office', iam_connection_id: null },
    key_system_connection_id: id(601),
    ...{ counts: { member_remove: 57, member_add: 3 }, total: 60, effect },
    ...fields,
  });

const ada: ChangedPerson = {
  ...{ person_id: id(501), label: 'Ada Moss', reference: 'E100001', department: 'Police' },
  ...{ gained: 0, lost: 2, other_hours: 0 },
  because: ['Left the list of City staff', 'No rule reaches this person'],
  keys: ['K-0007'],
};
const bo: ChangedPerson = { ...ada, person_id: id(502), label: 'Bo Reed', gained: 1, lost: 0, because: [], keys: [] };
const doorOf = (marking: string) => ({ cylinder_id: id(701), marking, name: 'Main entrance', location: 'Station 1' });
const gate: ChangedDoor = { ...doorOf('C-014'), gained: 0, lost: 57 };

const detailsOf = (person: ChangedPerson): ChangedPersonDetails => ({
  ...person,
  lost_doors: person.lost > 0 ? [doorOf('C-014'), { ...doorOf('C-015'), cylinder_id: id(702) }] : [],
  gained_doors: person.gained > 0 ? [doorOf('C-099')] : [],
  other_hours_doors: [],
  keys_read_at: minutesAgo(5),
  layers: { of: 2, desired: 0, recorded: 2 },
  held_keys: person.keys.map((marking) => {
    const key = { id: id(801), marking, key_type: 'dynamic', carries_rights: true };
    return { ...key, last_update_at: null };
  }),
});

function pageOf<T>(items: T[]) {
  return { items, total: items.length, limit: 50, offset: 0 };
}

async function open(changeSet: ChangeSet, search = {}, items = [aChange()]) {
  serve(changeSets.get, changeSet);
  serve(sync.list, { items: [], total: 0, limit: 20, offset: 0, unseen: 0 });
  serve(changeSets.items, pageOfChanges(items));
  serve(changeSets.doors, pageOf([gate]));
  serve(changeSets.keys, pageOf([]));
  const people = serve(changeSets.people, pageOf([ada, bo]));
  // The person's path extends the list's, so it is served after it.
  serve(changeSets.person, ({ params }) => detailsOf(params.person_id === ada.person_id ? ada : bo));
  const path = `/change-sets/${changeSet.id}`;
  const page = await renderPage(<ChangeSetPage />, { path, route: '/change-sets/$id', search });
  return { ...page, asked: people.received };
}

const tabs = () =>
  within(screen.getByRole('tablist', { name: 'What changes' }))
    .getAllByRole('tab')
    .map((tab) => [tab.textContent, tab.getAttribute('aria-selected')]);

describe('ChangeSetPage, people and doors', () => {
  it('opens on the people, below a one-sentence summary', async () => {
    vi.stubGlobal('innerWidth', 1_400);
    await open(toKeySystem());
    const row = within(await screen.findByRole('row', { name: 'Doors of Ada Moss' }));
    row.getByText('−2');
    row.getByText('E100001');
    row.getByText('Left the list of City staff');
    row.getByText('K-0007');
    within(screen.getByRole('row', { name: 'Doors of Bo Reed' })).getByText('no key');
    expect(tabs()).toEqual([
      ['People 60', 'true'],
      ['Doors 36', 'false'],
      ['Keys 41', 'false'],
      ['Writes 60', 'false'],
    ]);
    const losing = screen.getByText('57 people lose some of 36 doors (691 rights)');
    expect(losing.closest('p')?.textContent).toBe(
      '57 people lose some of 36 doors (691 rights), 3 people gain 2 doors.',
    );
    screen.getByText(
      '60 writes in the key system · 41 keys in their hands · 12 to update · keys as read 5 minutes ago',
    );
  });

  it('counts no missing keys when keys were not read', async () => {
    vi.stubGlobal('innerWidth', 1_400);
    await open(toKeySystem({ effect: { ...effect, keys: 0, updatable_keys: 0, keys_read_at: null } }));
    within(await screen.findByRole('row', { name: 'Doors of Bo Reed' })).getByText('unknown');
    screen.getByText('60 writes in the key system · keys not read everywhere');
  });

  it('opens on the writes, and says so, when no doors change', async () => {
    const noEffect = {
      people: 0,
      people_losing: 0,
      people_gaining: 0,
      doors: 0,
      doors_lost: 0,
      doors_gained: 0,
      keys: 0,
    };
    await open(toKeySystem({ effect: { ...effect, ...noEffect } }));
    await screen.findByText('No one gains or loses a door.');
    expect(tabs()).toEqual([['Writes 60', 'true']]);
  });

  it('names what is adopted, counts it as no write, and asks to adopt it', async () => {
    const noEffect = {
      people: 0,
      people_losing: 0,
      people_gaining: 0,
      doors: 0,
      doors_lost: 0,
      doors_gained: 0,
      keys: 0,
    };
    const counts = { person_adopt: 2, profile_adopt: 1 };
    const ward = aChange({ kind: 'profile_adopt', label: 'Nurses', detail: 'House / Ward', before: null, after: null });
    const { user } = await open(toKeySystem({ counts, total: 3, effect: { ...effect, ...noEffect } }), {}, [ward]);
    await screen.findByText(/^The key system already holds 1 access profile and 2 people that the plans mean\./);
    screen.getByText(/^0 writes in the key system/);
    const row = await screen.findByRole('row', { name: 'Open Nurses: Adopt profile' });
    expect(row.textContent).toContain('in the plan: House / Ward');
    await user.click(screen.getByRole('button', { name: 'Review and apply' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Adopt what the key system already holds?' }));
    dialog.getByText('adopt 1 access profile that the key system already holds, under its own id');
    dialog.getByRole('button', { name: 'Adopt 3 records' });
  });

  it('shows doors by how many people lose and gain them, and links to who may open one', async () => {
    const { user, router } = await open(toKeySystem());
    await user.click(await screen.findByRole('tab', { name: 'Doors 36' }));
    const row = await screen.findByRole('row', { name: 'Who may open C-014 Main entrance' });
    within(row).getByText('−57');
    await user.click(row);
    await waitFor(() => expect(router.state.location.pathname).toBe('/access/who'));
    expect(router.state.location.search).toEqual({ of: 'cylinder', id: gate.cylinder_id });
  });

  it('links from the departments named by a guard to their people', async () => {
    const guard: Guard = { reason: 'too_many_removals', count: 57, of: 120, percent: 47.5, limit_percent: 5 };
    const largest_removals = [
      { label: 'Police', count: 40, department: 'Police' },
      { label: 'Fire', count: 17, department: 'Fire' },
    ];
    const { user, asked } = await open(toKeySystem({ state: 'quarantined', guards: [guard], largest_removals }), {
      tab: 'doors',
    });
    await screen.findByText('Stopped by the guard: 57 of 120 people would lose doors (47.5 %).');
    await user.click(screen.getByRole('link', { name: 'Police 40' }));
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ change: 'loses', department: 'Police' }));
    expect(tabs()[0]).toEqual(['People 60', 'true']);
    screen.getByText('Department: Police');
    await user.click(screen.getByRole('button', { name: 'All departments' }));
    await waitFor(() => expect(asked.at(-1)?.query).not.toHaveProperty('department'));
  });

  it('shows doors, reasons and layers in the drawer, and moves on to the next row', async () => {
    const { user } = await open(toKeySystem());
    await user.click(await screen.findByRole('row', { name: 'Doors of Ada Moss' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Ada Moss loses 2 doors' }));
    const layers = drawer.getByLabelText('State of these doors now');
    expect([...layers.children].map(({ textContent }) => textContent)).toEqual([
      'May openno',
      'Recordedyes',
      'On the keyunknown',
    ]);
    drawer.getByText('No rule reaches this person');
    const lost = within(drawer.getByRole('region', { name: 'Loses 2 doors' })).getAllByRole('listitem');
    expect(lost.map(({ textContent }) => textContent)).toEqual(['C-014 Main entrance', 'C-015 Main entrance']);
    expect(drawer.queryByRole('region', { name: /^Gains/ })).toBeNull();
    drawer.getByText('last update unknown');
    await user.keyboard('{ArrowDown}');
    const next = within(await screen.findByRole('dialog', { name: 'Bo Reed gains 1 door' }));
    next.getByText('No key is recorded with this person, as keys were read 5 minutes ago.');
  });
});

describe('ChangeSetPage, once it is applied', () => {
  const gained = {
    ...effect,
    people_losing: 0,
    people_gaining: 60,
    doors_gained: 36,
    rights_gained: 2_160,
    doors_lost: 0,
  };
  const applied = { state: 'applied' as const, effect: gained, applied: 60 };

  it('shows what was done and the next step', async () => {
    await open(toKeySystem(applied));
    const { parentElement: notice } = await screen.findByText('Recorded.');
    expect(notice?.textContent).toContain('60 people may open 36 doors. This is the record in the key system.');
    expect(screen.queryByText(/gained|Applied/)).toBeNull();
    expect(screen.getByRole('link', { name: 'See how things stand' }).getAttribute('href')).toBe('/dashboards/start');
    expect(screen.queryByText(/60 people gain 36/)).toBeNull();
  });

  it('does not report waiting or failed changes as done', async () => {
    await open(toKeySystem({ ...applied, failed: 2, waiting: 3 }));
    await screen.findByText('Recorded in part.');
    screen.getByText('55 writes in the key system');
    expect(screen.queryByText(/may open/)).toBeNull();
  });

  it('states that nothing is written while everything waits', async () => {
    await open(toKeySystem({ ...applied, failed: 0, waiting: 60, applied: 0 }));
    await screen.findByText('Nothing written yet.');
    expect(screen.queryByText(/in part|0 writes/)).toBeNull();
  });

  it('does not claim "equal" when no plan grants any door', async () => {
    const empty = { state: 'applied' as const, counts: {}, total: 0 };
    const { unmount } = await open(toKeySystem({ ...empty, effect: { ...effect, people: 0, people_before: 0 } }));
    await screen.findByText('Nothing to change.');
    expect(screen.getByRole('link', { name: 'Open key plans' }).getAttribute('href')).toBe('/keys/key-plans');
    expect(screen.queryByText(/equal|^Applied/)).toBeNull();
    unmount();
    await open(toKeySystem({ ...empty, effect: { ...effect, people: 0 } }));
    await screen.findByText('Both sides are up to date.');
    expect(screen.queryByText(/^Applied/)).toBeNull();
  });
});
