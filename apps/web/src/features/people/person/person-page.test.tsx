import { type AccessEvaluation, access, cylinders, type Key, keys, people } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aCustody } from '#data/key-systems/keys.fixture';
import { renderPage, serve } from '../../../../test/render';
import { aGrant, anEvaluation, aPerson, aReason, aWeek, aWeekRow } from './person.fixture';
import { PersonPage } from './person-page';

const person = aPerson();
const place = { path: `/people/${person.id}`, route: '/people/$id' };

function open(evaluation: AccessEvaluation, changes: Parameters<typeof aPerson>[0] = {}, search = {}, week = aWeek()) {
  serve(people.get, aPerson(changes));
  serve(access.evaluate, evaluation);
  serve(access.week, week);
  serve(cylinders.list, { items: [], total: 0, limit: 100, offset: 0 });
  serve(keys.list, { items: [aKey], total: 1, limit: 50, offset: 0 });
  return renderPage(<PersonPage />, { ...place, search });
}

const aKey: Key = {
  id: '01900000-0000-7000-8000-000000000888',
  connection_id: '01900000-0000-7000-8000-000000000601',
  connection_name: 'Head office',
  external_id: 'K 7',
  marking: 'K-0007',
  name: 'Key',
  serial: 'S7',
  key_type: 'quartz',
  state: 'handed_out',
  holder: { identity: 'P-1', name: 'Ada Moss', person_id: person.id },
  custody: aCustody(),
  last_update_at: null,
  memory: null,
  times: null,
  changed_at: null,
  update_pending: null,
  update_by: null,
  read_at: null,
};

const archive = aGrant({
  cylinder_id: '01900000-0000-7000-8000-000000000506',
  marking: 'C-200',
  name: 'Archive',
  location: 'Town hall',
  open_now: false,
});

beforeEach(() => {
  serve(access.foreignProfiles, { layer: 'recorded', items: [] });
});

describe('PersonPage', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<PersonPage />, place);
    await screen.findByText('Loading person...');
  });

  it('tries again after a failure', async () => {
    serve(people.get, 'overloaded');
    const { user } = await renderPage(<PersonPage />, place);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(people.get, person);
    serve(access.evaluate, anEvaluation());
    await user.click(again);
    await screen.findByRole('heading', { level: 1, name: 'Ada Moss' });
  });

  it('shows who it is and leaves out what the source does not give', async () => {
    await open(anEvaluation());
    const identity = within(await screen.findByRole('region', { name: 'Identity' }));
    identity.getByText('E100001');
    identity.getByText('ada@city.test');
    expect(identity.queryByText('Company')).toBeNull();
    const source = identity.getByRole('link', { name: 'City staff' });
    expect(source.getAttribute('href')).toBe(`/people?connection_id=${person.connection_id}`);
  });

  it('shows since when a person is gone, and in which layer', async () => {
    await open(anEvaluation({ grants: [] }), { active: false, state: 'left', left_at: '2026-02-01T08:00:00Z' });
    await screen.findByText('Ada Moss left.');
    screen.getByText(/^No longer in the list of the source since 1 Feb 2026, .*What is on the keys is unknown\./);
  });

  it('shows each door with rule, times in words and whether it is open', async () => {
    await open(anEvaluation());
    const desired = within(await screen.findByRole('region', { name: 'May open 1 door (desired)' }));
    const row = within(desired.getByRole('row', { name: 'Why may Ada Moss open C-014?' }));
    for (const text of ['C-014', 'Main entrance', 'Health, all clinics', 'Mon–Fri 07:00–19:00', 'May open now'])
      row.getByText(text);
  });

  it('explains a door from the person down to the cylinder', async () => {
    const { user } = await open(anEvaluation());
    (await screen.findByRole('row', { name: 'Why may Ada Moss open C-014?' })).focus();
    await user.keyboard('{Enter}');
    const why = await screen.findByRole('dialog', { name: 'Why C-014' });
    const steps = within(why)
      .getAllByRole('listitem')
      .map((step) => step.textContent);
    expect(steps).toEqual([
      'Ada Moss matches:department is Health',
      'Rule Health, all clinicsof key plan City buildings, changed 3 Mar 2026 by admin',
      'Mon–Fri 07:00–19:00May open now',
      'through profile Clinics',
      'through cylinder group Clinic doors',
      'opens cylinder C-014',
    ]);
    for (const layer of ['May open: yes (desired)', 'Recorded: yes', 'No key recorded']) {
      within(why).getByText(layer);
    }
  });

  it('shows one chain per rule', async () => {
    const second = aReason({ rule_id: '01900000-0000-7000-8000-000000000599', rule_name: 'Nurses', windows: [] });
    const { user } = await open(anEvaluation({ grants: [aGrant({ reasons: [aReason(), second] })] }));
    await screen.findByText('+ 1 more rule');
    await user.click(screen.getByText('C-014'));
    const why = await screen.findByRole('dialog', { name: 'Why C-014' });
    within(why).getByText('Rule 1 of 2');
    within(why).getByText('Nurses');
    within(why).getByText('Always');
  });

  it('filters the doors and keeps the filter in the URL', async () => {
    const { user, router } = await open(anEvaluation({ grants: [aGrant(), archive] }));
    await user.type(await screen.findByRole('searchbox', { name: 'Filter doors' }), 'archive');
    await waitFor(() => expect(screen.queryByText('C-014')).toBeNull());
    screen.getByText('C-200');
    expect(router.state.location.search).toEqual({ door: 'archive' });
  });

  it('clears a filter without matches', async () => {
    const { user } = await open(anEvaluation({ grants: [archive] }), {}, { now: 'open' });
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    await screen.findByText('C-200');
  });

  it('shows fifty doors at a time', async () => {
    const grants = Array.from({ length: 120 }, (_, at) =>
      aGrant({ cylinder_id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`, marking: `D-${at}` }),
    );
    const { user } = await open(anEvaluation({ grants }));
    await screen.findByText('1–50 of 120');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('D-50');
    expect(screen.queryByText('D-49')).toBeNull();
  });

  it('starts with the numbers, and shows where key systems differ', async () => {
    const beyond = {
      cylinder_id: '01900000-0000-7000-8000-000000000777',
      marking: 'C-777',
      name: 'Vault',
      location: 'Town hall',
      key_system_connection_id: '01900000-0000-7000-8000-000000000601',
    };
    await open(anEvaluation({ grants: [aGrant({ recorded: 'no' })], recorded_only: [beyond] }));
    const differs = within(await screen.findByRole('region', { name: 'What differs' }));
    differs.getByText('Still recorded for 1 door that this person may not open.');
    differs.getByText('C-777');
    expect(differs.getByRole('link', { name: '1 door is not recorded yet.' }).getAttribute('href')).toBe(
      `/people/${person.id}?recorded=no#doors`,
    );
    const recorded = within(screen.getByRole('region', { name: 'Recorded' }));
    recorded.getByText('1 door');
    const both = recorded.getByRole('link', { name: '1 to withdraw, 1 to grant, waiting since 1 Mar 2026' });
    expect(both.getAttribute('href')).toBe(`/people/${person.id}#differs`);
    const held = within(screen.getByRole('region', { name: 'Keys held' }));
    await held.findByText('K-0007');
  });

  it('shows no difference when there is none, and which doors are recorded', async () => {
    await open(anEvaluation());
    await screen.findByText('Recorded: yes');
    expect(screen.queryByRole('region', { name: 'What differs' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Compare with…' }).getAttribute('href')).toBe(
      `/people/compare?person_id=${person.id}`,
    );
  });

  it('links to the key plans when no rule matches', async () => {
    await open(anEvaluation({ grants: [], recorded: [] }));
    await screen.findByText('No active rule matches this person');
    expect(screen.getByRole('link', { name: 'Open key plans' }).getAttribute('href')).toBe('/keys/key-plans');
    screen.getByText(/so nothing is recorded/);
  });

  it('shows what key systems have stored and its age', async () => {
    const read_at = new Date(Date.now() - 3 * 3_600_000).toISOString();
    const [there] = anEvaluation().recorded;
    if (!there) throw new Error('The fixture has one key system.');
    const absent = {
      ...there,
      key_system_connection_id: '01900000-0000-7000-8000-000000000602',
      key_system_name: 'South',
      state: 'absent' as const,
      profiles: [],
      read_at: null,
    };
    await open(anEvaluation({ recorded: [{ ...there, read_at }, absent] }));
    const recorded = within(await screen.findByRole('region', { name: 'Recorded in key systems' }));
    recorded.getByText('Member of Clinics');
    recorded.getByText('3 hours ago');
    recorded.getByText('Not stored');
    recorded.getByText('Never read');
  });

  it('shows what a foreign profile opens beside the plans', async () => {
    const { key_system_connection_id } = anEvaluation().recorded[0] ?? {};
    const profile = {
      profile_id: aKey.id,
      key_system_connection_id: key_system_connection_id ?? '',
      doors: 12,
      beyond: 10,
    };
    const items = [{ ...profile, key_system_name: 'Main house', name: 'Night watch' }];
    serve(access.foreignProfiles, { layer: 'recorded', items });
    await open(anEvaluation());
    const recorded = within(await screen.findByRole('region', { name: 'Recorded in key systems' }));
    await recorded.findByText(/^Member of Night watch, made in Main house: 12 doors, of which no plan opens 10\./);
  });

  it('shows the number of doors first, and how many are open now', async () => {
    await open(anEvaluation({ grants: [aGrant(), archive] }));
    const headline = await screen.findByText((_, element) => element?.className === 'person-headline');
    expect(headline.textContent).toBe('May open 2 doors, 1 of them right now.');
    const should = within(screen.getByRole('region', { name: 'May open' }));
    should.getByText('1 rule, City buildings');
  });

  it('counts no door whose rules have ended, and shows when', async () => {
    const [window] = aReason().windows;
    if (!window) throw new Error('The fixture has one window.');
    const reasons = [aReason({ windows: [{ ...window, valid_until: '2026-02-01T08:00:00Z' }], open_now: false })];
    const over = { ...archive, recorded: 'no' as const, since: null, reasons };
    await open(anEvaluation({ grants: [aGrant(), over] }));
    await screen.findByText('Ended 1 Feb 2026');
    within(screen.getByRole('region', { name: 'May open' })).getByText(/1 more door is outside its dates\./);
    within(screen.getByRole('region', { name: 'Recorded' })).getByText('the same doors as in the plan');
  });

  it('shows whether recorded access has reached the key', async () => {
    const key = { key_id: aKey.id, marking: 'K-0007', updated_at: '2026-03-02T08:00:00Z' };
    const waiting = { ...key, state: 'waiting' as const, recorded_at: '2026-03-03T08:00:00Z' };
    await open(anEvaluation({ on_keys: [waiting] }));
    const tile = within(await screen.findByRole('region', { name: 'On key K-0007' }));
    tile.getByText('not yet updated');
    tile.getByText(/^K-0007 was updated 2 Mar 2026/);
  });

  it('shows another moment, and keeps it in the URL', async () => {
    const { user, router } = await open(anEvaluation(), {}, { at: '2026-03-07T10:00:00.000Z' });
    const asked = serve(access.evaluate, anEvaluation({ as_of: 'past', recorded_only: null }));
    const headline = await screen.findByText((_, element) => element?.className === 'person-headline');
    expect(headline.textContent).toMatch(/^Was allowed to open 1 door, 1 of them at 3 Mar 2026/);
    const doors = within(screen.getByRole('region', { name: 'Was allowed to open 1 door (desired)' }));
    within(doors.getByRole('row', { name: 'Why was Ada Moss allowed to open C-014?' })).getByText(
      'Was allowed to open',
    );
    screen.getByText(/^Today: Nurse, Health/);
    screen.getByRole('region', { name: 'Identity, today' });
    for (const name of ['Recorded in key systems', 'Keys held', 'Recorded', 'On keys'])
      expect(screen.queryByRole('region', { name })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to today' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(screen.queryByText(/^Today: /)).toBeNull();
    await waitFor(() => expect(asked.received.at(-1)?.query).toEqual({}));
  });

  it('navigates the week by keyboard, and explains the selected line', async () => {
    const other = aWeekRow({
      rule_id: '01900000-0000-7000-8000-000000000599',
      rule_name: 'Rounds',
      through: [],
      people: 3,
    });
    const { user, router } = await open(anEvaluation(), {}, {}, aWeek([aWeekRow(), other]));
    const grid = within(await screen.findByRole('grid', { name: /^When Ada Moss may open doors/ }));
    expect(grid.getAllByRole('gridcell').map((bar) => bar.getAttribute('aria-label'))).toContain(
      'Clinics, Tue 07:00–19:00',
    );
    grid.getAllByRole('rowheader')[0]?.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Clinics, Tue 07:00–19:00');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Rounds, Tue 07:00–19:00');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ reason: expect.stringContaining(other.rule_id) }),
    );
    const because = within(screen.getByRole('region', { name: 'Because' }));
    await because.findByRole('link', { name: 'Rounds' });
    because.getByText(/v12, by admin/);
    because.getByRole('link', { name: '3 people have this right' });
  });

  it('shows the week as a table', async () => {
    const { user } = await open(anEvaluation());
    await user.click(await screen.findByRole('button', { name: 'Show as table' }));
    const row = screen.getByRole('row', { name: /^Clinics/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([...Array.from({ length: 5 }, () => '07:00–19:00'), '–', '–']);
  });
});

describe('the manager of a person', () => {
  const boss = { id: '01900000-0000-7000-8000-0000000000e9', display_name: 'Bo Reed', state: 'left' as const };

  it('links to the manager, and to the list of direct reports', async () => {
    await open(anEvaluation(), { manager_ref: 'E9', manager: boss, reports: 12 });
    const link = await screen.findByRole('link', { name: 'Bo Reed' });
    expect(link.getAttribute('href')).toBe(`/people/${boss.id}`);
    screen.getByText('Left');
    const led = screen.getByRole('link', { name: '12 active people' }).getAttribute('href');
    expect(led).toBe(`/people?manager_id=${person.id}&state=active`);
    expect(screen.queryByText('E9')).toBeNull();
  });

  it('shows the value of the source when the manager is unknown here', async () => {
    await open(anEvaluation(), { manager_ref: 'E9' });
    await screen.findByText('E9, not in any identity source');
    expect(screen.queryByText('Leads')).toBeNull();
  });
});
