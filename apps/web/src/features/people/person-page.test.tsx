import { type AccessEvaluation, access, people } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { aGrant, anEvaluation, aPerson, aReason } from './person.fixture';
import { PersonPage } from './person-page';

const person = aPerson();
const place = { path: `/people/${person.id}`, route: '/people/$id' };

function open(evaluation: AccessEvaluation, changes: Parameters<typeof aPerson>[0] = {}, search = {}) {
  serve(people.get, aPerson(changes));
  serve(access.evaluate, evaluation);
  return renderPage(<PersonPage />, { ...place, search });
}

const archive = aGrant({
  cylinder_id: '01900000-0000-7000-8000-000000000506',
  marking: 'C-200',
  name: 'Archive',
  location: 'Town hall',
  open_now: false,
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

  it('says since when somebody is gone, and which layer that is', async () => {
    await open(anEvaluation({ grants: [] }), { active: false, left_at: '2026-02-01T08:00:00Z' });
    await screen.findByText('Ada Moss left.');
    screen.getByText(/has not listed this person since 1 Feb 2026.*What keys hold is not known here\./);
  });

  it('shows each door with rule, times in words and whether it is open', async () => {
    await open(anEvaluation());
    const desired = within(await screen.findByRole('region', { name: 'Desired: what plans and directory say' }));
    const row = within(desired.getByRole('row', { name: 'Why may Ada Moss open C-014?' }));
    for (const text of ['C-014', 'Main entrance', 'Health, all clinics', 'Mon–Fri 07:00–19:00', 'Within hours'])
      row.getByText(text);
    desired.getByText(/1 door, 1 within hours now\./);
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
      'Mon–Fri 07:00–19:00within these hours now',
      'through profile Clinics',
      'through cylinder group Clinic doors',
      'opens cylinder C-014',
    ]);
    for (const layer of ['Desired: yes', 'Recorded: person active', 'Effective: not known here']) {
      within(why).getByText(layer);
    }
  });

  it('gives every rule its own chain', async () => {
    const second = aReason({ rule_id: '01900000-0000-7000-8000-000000000599', rule_name: 'Nurses', windows: [] });
    const { user } = await open(anEvaluation({ grants: [aGrant({ reasons: [aReason(), second] })] }));
    await screen.findByText('+ 1 more rule');
    await user.click(screen.getByText('C-014'));
    const why = await screen.findByRole('dialog', { name: 'Why C-014' });
    within(why).getByText('Rule 1 of 2');
    within(why).getByText('Nurses');
    within(why).getByText('Always');
  });

  it('filters the doors and keeps the filter in the address', async () => {
    const { user, router } = await open(anEvaluation({ grants: [aGrant(), archive] }));
    await user.type(await screen.findByRole('searchbox', { name: 'Filter doors' }), 'archive');
    await waitFor(() => expect(screen.queryByText('C-014')).toBeNull());
    screen.getByText('C-200');
    expect(router.state.location.search).toEqual({ door: 'archive' });
  });

  it('clears a filter that no door fits', async () => {
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

  it('leads to the key plans when no rule matches', async () => {
    await open(anEvaluation({ grants: [], recorded: [] }));
    await screen.findByText('No active rule matches this person');
    expect(screen.getByRole('link', { name: 'Open key plans' }).getAttribute('href')).toBe('/keys/key-plans');
    screen.getByText(/so nothing is recorded/);
  });

  it('shows what key systems have stored and how old that is', async () => {
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
    const recorded = within(await screen.findByRole('region', { name: 'Recorded: what key systems have stored' }));
    recorded.getByText('Member of Clinics');
    recorded.getByText('3 hours ago');
    recorded.getByText('Not stored');
    recorded.getByText('Never read');
  });
});
