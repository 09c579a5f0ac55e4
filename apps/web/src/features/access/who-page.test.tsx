import {
  type AccessRefusal,
  access,
  type DoorPerson,
  type IamConnection,
  iam,
  people,
  type WhoMayOpen,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSource } from '#data/sources/identity-source.fixture';
import { renderPage, serve } from '../../../test/render';
import { aPerson } from '../people/person/person.fixture';
import { WhoPage } from './who-page';

const door = '01900000-0000-7000-8000-000000000505';

const aDoorPerson = (changes: Partial<DoorPerson> = {}): DoorPerson => ({
  id: '01900000-0000-7000-8000-0000000000e1',
  connection_id: '01900000-0000-7000-8000-0000000000a1',
  connection_name: 'City staff',
  employee_id: '4711',
  display_name: 'Ada Moss',
  department: 'Health',
  job_title: 'Nurse',
  active: true,
  doors: 1,
  open_now: true,
  recorded: 'yes',
  since: '2026-03-03T08:00:00Z',
  reasons: [
    {
      keyplan_id: '01900000-0000-7000-8000-000000000501',
      keyplan_name: 'City buildings',
      rule_id: '01900000-0000-7000-8000-000000000502',
      rule_name: 'Health, all clinics',
      windows: [],
      open_now: true,
      until: null,
    },
  ],
  ...changes,
});

const counted = (changes: Partial<WhoMayOpen> = {}): WhoMayOpen => ({
  of: 'cylinder',
  id: door,
  name: 'C-014 Main entrance',
  keyplan_id: null,
  at: '2026-03-03T09:14:00Z',
  as_of: 'now',
  doors: 1,
  people: 142,
  recorded_only: 3,
  ...changes,
});

async function open(
  who: WhoMayOpen,
  people: DoorPerson[],
  search: Record<string, string> = { of: 'cylinder', id: door },
  sources: IamConnection[] = [],
) {
  serve(iam.list, sources);
  const summary = serve(access.who, who);
  const lists = serve(access.doorPeople, { items: people, total: people.length, limit: 50, offset: 0 });
  serve(access.departmentPeople, { items: people, total: people.length, limit: 50, offset: 0 });
  const page = await renderPage(<WhoPage />, { path: '/access/who', search });
  return { ...page, asked: lists.received, summed: summary.received };
}

describe('WhoPage', () => {
  it('shows the number first, then everyone with rule, layer and date', async () => {
    await open(counted(), [aDoorPerson(), aDoorPerson({ id: door, display_name: 'Bea', recorded: 'no', since: null })]);
    await screen.findByRole('heading', { level: 1, name: 'Who may open C-014 Main entrance?' });
    screen.getByText(/142 people may open this door\./);
    const ada = (await screen.findByRole('link', { name: 'Ada Moss' })).closest('tr');
    const row = within(ada ?? document.body);
    row.getByText('Recorded: yes');
    row.getByText('3 Mar 2026');
    expect(row.getByRole('link', { name: 'Health, all clinics' }).getAttribute('href')).toBe(
      '/keys/key-plans/01900000-0000-7000-8000-000000000501#rule-01900000-0000-7000-8000-000000000502',
    );
    screen.getByText('Recorded: no');
  });

  it('warns of people still recorded and links to them', async () => {
    const { user, asked } = await open(counted(), [aDoorPerson()]);
    await screen.findByText('3 more are still recorded.');
    await user.click(screen.getByRole('link', { name: 'Show 3 people' }));
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ layer: 'recorded_only' }));
    await screen.findByRole('link', { name: 'Show who may open' });
  });

  it('shows another moment with each layer, and leads back to today', async () => {
    const past = counted({ as_of: 'past', recorded_only: null, at: '2026-02-01T10:00:00Z' });
    const at = '2026-02-01T10:00:00.000Z';
    const { summed, asked, user, router } = await open(past, [aDoorPerson()], { of: 'cylinder', id: door, at });
    await screen.findByText(/142 people were allowed .* As of /);
    screen.getByRole('heading', { level: 1, name: 'Who was allowed to open C-014 Main entrance?' });
    const row = (await screen.findByRole('link', { name: 'Ada Moss' })).closest('tr');
    within(row ?? document.body).getByText('Was allowed to open');
    expect(summed[0]?.query).toMatchObject({ at });
    await waitFor(() => expect(asked[0]?.query).toMatchObject({ at }));
    await user.click(screen.getByRole('button', { name: 'Back to today' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ of: 'cylinder', id: door }));
  });

  it('filters by former values, and shows no current counts beside them', async () => {
    serve(iam.departments, { items: ['Health', 'Gate'].map((value) => ({ value, people: 9 })), total: 2 });
    serve(iam.jobTitles, { items: ['Nurse', 'Porter'].map((value) => ({ value, people: 9 })), total: 2 });
    const at = '2026-02-01T10:00:00.000Z';
    const past = counted({ as_of: 'past', recorded_only: null, at });
    const { user } = await open(past, [aDoorPerson()], { of: 'cylinder', id: door, at }, [aSource()]);
    await user.click(await screen.findByRole('combobox', { name: 'Department then' }));
    await screen.findByRole('option', { name: 'Health', hidden: true });
    screen.getByRole('combobox', { name: 'Job title then' });
  });

  it('states how far history goes back', async () => {
    serve(iam.list, []);
    serve(access.who, 'past_not_kept');
    const search = { of: 'cylinder', id: door, at: '2020-01-01T00:00:00.000Z' };
    await renderPage(<WhoPage />, { path: '/access/who', search });
    await screen.findByText('What was at that moment is not kept.');
    screen.getByRole('button', { name: 'Try again' });
  });

  it('lists what the people of a department may open, by number of doors', async () => {
    const health = counted({
      of: 'department',
      id: 'Health',
      name: 'Health',
      doors: 1_204,
      people: 2,
      recorded_only: 0,
    });
    await open(health, [aDoorPerson({ doors: 37 })], { of: 'department', id: 'Health' });
    await screen.findByRole('heading', { level: 1, name: 'What may Health open?' });
    await screen.findByText(/2 people, 1,204 doors in all\./);
    await screen.findByText('37');
    expect(screen.queryByText('At least since')).toBeNull();
  });

  it('shows where to start when the URL names nothing', async () => {
    await renderPage(<WhoPage />, { path: '/access/who' });
    await screen.findByText('Ask from a door, a place, a rule or a department');
  });

  it('explains what a person without access would need', async () => {
    const fay = aPerson({
      id: '01900000-0000-7000-8000-0000000000e9',
      display_name: 'Fay Moss',
      department: 'FINANCE',
    });
    const listed = [aPerson(), fay];
    serve(people.list, { items: listed, total: 2, limit: 100, offset: 0 });
    const asked = serve(access.check, refused(fay.id));
    const { user } = await open(counted(), [aDoorPerson()], { of: 'cylinder', id: door, search: 'Moss' });
    const others = within(await screen.findByRole('region', { name: 'Matching people who may not open this door' }));
    expect(others.queryByText('Ada Moss')).toBeNull();
    await user.click(others.getByRole('button', { name: 'Why not? Fay Moss, C-014 Main entrance' }));
    const why = within(await screen.findByRole('dialog', { name: 'Why may Fay Moss not open C-014 Main entrance?' }));
    await why.findByText('Fay Moss would have to be in FIRE instead of FINANCE.');
    why.getByText('Still recorded in the key system');
    expect(why.getByRole('link', { name: 'Fire station' }).getAttribute('href')).toMatch(/#rule-.*0502$/);
    expect(asked.received.at(-1)?.query).toEqual({ person_id: fay.id, cylinder_id: door, explain_refusal: true });
  });
});

const refused = (person_id: string) => ({
  person_id,
  cylinder_id: door,
  layer: 'desired' as const,
  at: '2026-03-03T09:14:00Z',
  as_of: 'now' as const,
  may_open: false,
  open_now: false,
  revision: '1',
  reasons: [],
  refusal: {
    person: 'active',
    recorded: 'yes',
    rules: [
      {
        keyplan_id: '01900000-0000-7000-8000-000000000501',
        keyplan_name: 'City buildings',
        rule_id: '01900000-0000-7000-8000-000000000502',
        rule_name: 'Fire station',
        windows: [],
        why: 'subjects',
        subjects: [{ subject_type: 'department', subject_identifier: 'FIRE', name: 'FIRE' }],
        needs: 'any',
      },
    ],
  } satisfies AccessRefusal,
});
