import {
  type Answer,
  type Cylinder,
  cylinderGroupList,
  cylinders,
  iam,
  keyPlans,
  keySystems,
  locations,
  people,
  planWizards,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { PlanWizardPage } from './plan-wizard-page';

type Wizard = Answer<typeof planWizards.get>;

const id = '01900000-0000-7000-8000-0000000000a1';
const source = '01900000-0000-7000-8000-0000000000c1';
const hall = '01900000-0000-7000-8000-0000000000b1';
const aWizard = (content: Partial<Wizard['content']> = {}, values: Partial<Wizard> = {}): Wizard => ({
  id,
  name: content.name ?? '',
  step: 'basics',
  started_by: 'ada',
  updated_by: 'ada',
  version: 1,
  created_at: '2026-03-01T08:00:00Z',
  updated_at: '2026-03-01T08:00:00Z',
  content: {
    name: '',
    description: '',
    time_zone: 'UTC',
    schedule_policy: 'refuse',
    iam_connection_ids: [],
    key_system_connection_ids: [],
    rows: [
      { id: 'ward', all_of: [{ subject_type: 'department', subject_identifier: 'Ward', name: 'Ward' }] },
      { id: 'gate', all_of: [{ subject_type: 'department', subject_identifier: 'Gate', name: 'Gate' }] },
    ],
    columns: [{ id: 'hall', object_type: 'location', object_identifier: hall, name: 'Hall' }],
    times: [{ id: 'day', name: 'Day shift', time_restrictions: [] }],
    grants: [],
    names: [],
    ...content,
  },
  plan: null,
  gone: 0,
  is_finished: false,
  ...values,
});

const gate: Cylinder = {
  id: '01900000-0000-7000-8000-0000000000e1',
  connection_id: source,
  connection_name: 'Town hall',
  external_id: 'C-1',
  marking: 'CH-01',
  name: 'Gate',
  cylinder_type: 'single',
  domain: 'city',
  location: '',
  location_id: null,
  location_path: null,
  placed_text: null,
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

/** A wizard whose saves are kept. */
function serveWizard(wizard: Wizard) {
  serve(iam.list, []);
  serve(keySystems.list, { items: [], total: 0, page: 0, size: 100 });
  serve(cylinderGroupList.page, { items: [], total: 0, limit: 20, offset: 0 });
  serve(cylinders.list, { items: [], total: 0, limit: 20, offset: 0 });
  serve(locations.list, { items: [], total: 0, limit: 20, offset: 0 });
  const node = { id: hall, parent_id: null, name: 'Hall', type: 'site' as const, owner_person_id: null };
  const places = [{ ...node, protection_class: 4, own_cylinders: 2, cylinders: 2 }];
  serve(locations.tree, { places, unplaced: 0, proposed: 0, differences: 0 });
  serve(planWizards.get, wizard);
  return serve(planWizards.save, ({ body }) => ({ ...wizard, ...body, version: wizard.version + 1 }));
}

const roles = { basics: 'textbox', places: 'combobox', who: 'combobox', rules: 'button', time: 'textbox' } as const;

const open = (step: Wizard['step']) =>
  renderPage(<PlanWizardPage />, { path: '/keyplan/wizard', search: { wizard: id, step } });

describe('the wizard for key plans', () => {
  it('keeps what is typed soon after, and says so', async () => {
    const saves = serveWizard(aWizard());
    const { user } = await open('basics');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'City hall');
    expect(screen.getByText('Not saved yet')).toBeDefined();
    await waitFor(() => expect(saves.received.at(-1)?.body.content.name).toBe('City hall'));
    expect(await screen.findByText(/^Saved \d\d:\d\d/)).toBeDefined();
    expect(screen.getByText(/^Still missing: a description; an identity source; a key system$/)).toBeDefined();
  });

  it('never overwrites another window: it reports the conflict, and loads the saved state on request', async () => {
    serveWizard(aWizard({ name: 'Mine' }));
    const { user } = await open('basics');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    serve(planWizards.save, 'version_conflict');
    await user.type(name, '!');
    expect(await screen.findByText('This wizard was changed elsewhere')).toBeDefined();
    serve(planWizards.get, aWizard({ name: 'Theirs' }, { version: 2 }));
    await user.click(screen.getByRole('button', { name: 'Load the other state' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Theirs'));
  });

  it('grants and takes back by keys alone, and flags what is sensitive', async () => {
    serveWizard(aWizard());
    const { user } = await open('rules');
    const first = await screen.findByRole('button', { name: 'Ward, Hall: no access' });
    first.focus();
    await user.keyboard(' ');
    expect(screen.getByRole('button', { name: 'Ward, Hall: Always' }).getAttribute('aria-pressed')).toBe('true');
    expect(await screen.findByText('One sensitive place is granted')).toBeDefined();
    await user.keyboard('{ArrowDown} ');
    expect(screen.getByRole('button', { name: 'Gate, Hall: Always' })).toBe(document.activeElement);
    await user.keyboard(' {ArrowUp} ');
    expect(screen.getAllByRole('button', { name: /Hall: no access$/ })).toHaveLength(2);
    await user.click(screen.getByRole('radio', { name: /Day shift/ }));
    await user.click(screen.getByRole('button', { name: 'Gate, Hall: no access' }));
    expect(screen.getByRole('button', { name: 'Gate, Hall: Day shift' })).toBeDefined();
  });

  it.each([
    ['basics', { name: 'City hall' }, 'Description', 'a description'],
    ['places', { columns: [] }, 'Groups, places and cylinders', 'at least one place or group'],
    [
      'who',
      { rows: [] },
      'Departments, job titles, groups and people',
      'at least one department, title, group or person',
    ],
    ['rules', {}, 'Ward, Hall: no access', 'a first grant'],
    ['time', { times: [{ id: 'x', name: ' ', time_restrictions: [] }] }, 'Name of the time', 'a name for each time'],
  ] as const)('says at Next what %s still misses, and goes to its field', async (step, choices, field, what) => {
    serveWizard(aWizard({ ...choices } as Partial<Wizard['content']>)); // a table of constants is read-only
    const { user } = await open(step);
    const role = roles[step];
    await screen.findByRole(role, { name: field });
    const said = () => screen.queryAllByText(`Still missing: ${what}`).length;
    const before = said();
    await user.click(screen.getByRole('button', { name: /^Next: / }));
    expect(said()).toBe(before + 1);
    expect(document.activeElement).toBe(screen.getByRole(role, { name: field }));
  });

  it('takes hours from the week that rules have, and never keeps a time without any', async () => {
    const early = { days: [1, 2], from: '05:00', to: '09:00', valid_from: null, valid_until: null };
    const saves = serveWizard(aWizard({ times: [{ id: 'day', name: 'Day shift', time_restrictions: [early] }] }));
    const { user } = await open('time');
    await user.click(await screen.findByRole('button', { name: 'Change hours of Day shift' }));
    const week = within(await screen.findByRole('group', { name: 'Hours of the week' }));
    await user.click(week.getByText('Exact times and dates'));
    await user.click(week.getByRole('button', { name: 'Remove hours 1' }));
    expect(week.getByRole('alert').textContent).toBe(
      'Choose at least one hour. Until then it stays: Mon, Tue 05:00–09:00.',
    );
    await user.click(week.getByRole('button', { name: 'Add hours' }));
    expect(week.queryByRole('alert')).toBeNull();
    const to = week.getByRole('textbox', { name: 'To' });
    await user.clear(to);
    await user.type(to, '24:00');
    const kept = [{ ...early, days: [1, 2, 3, 4, 5], from: '07:00', to: '24:00' }];
    await waitFor(() => expect(saves.received.at(-1)?.body.content.times[0]?.time_restrictions).toEqual(kept));
    expect(saves.received.filter(({ body }) => body.content.times[0]?.time_restrictions.length === 0)).toEqual([]);
    await user.type(week.getByLabelText('Type the hours, or paint them below'), 'always{Enter}');
    await waitFor(() => expect(saves.received.at(-1)?.body.content.times[0]?.time_restrictions).toEqual([]));
  });

  it('chooses people as rules do: spellings that a rule takes for the same once, with all their people', async () => {
    const saves = serveWizard(aWizard({ rows: [], iam_connection_ids: [source] }));
    const spelled = [
      { value: 'Ward', people: 30 },
      { value: 'WARD', people: 50 },
    ];
    serve(iam.departments, { items: spelled, total: 2 });
    serve(iam.jobTitles, { items: [], total: 0 });
    serve(iam.groups, { items: [], total: 0, limit: 1_000, offset: 0 });
    serve(people.list, { items: [], total: 0, limit: 20, offset: 0 });
    const { user } = await open('who');
    const field = await screen.findByRole('combobox', { name: 'Departments, job titles, groups and people' });
    await user.type(field, 'ward');
    await screen.findByRole('option', { name: 'WARD (80 people)' });
    await user.keyboard('{Enter}');
    await user.click(field);
    expect(await screen.findByText('Nothing found')).toBeDefined();
    const ward = [{ subject_type: 'department', subject_identifier: 'WARD', name: 'WARD' }];
    await waitFor(() => expect(saves.received.at(-1)?.body.content.rows.map(({ all_of }) => all_of)).toEqual([ward]));
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove WARD · 80 people' }));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(field);
    await waitFor(() => expect(saves.received.at(-1)?.body.content.rows).toEqual([]));
  });

  it('chooses doors of its key systems as rules do, and places from the tree, of which sensitive ones are marked', async () => {
    const [town, county] = ['01900000-0000-7000-8000-0000000000d1', '01900000-0000-7000-8000-0000000000d2'];
    const saves = serveWizard(
      aWizard({ grants: [{ row: 'ward', column: 'hall', time: null }], key_system_connection_ids: [town, county] }),
    );
    const searched = serve(cylinders.list, { items: [], total: 0, limit: 20, offset: 0 });
    const { user } = await open('places');
    const place = await screen.findByRole('checkbox', { name: 'Hall (2 doors)' });
    expect(screen.getByText('Class 4')).toBeDefined();
    expect(place).toHaveProperty('checked', true);
    await user.click(place);
    await waitFor(() => expect(saves.received.at(-1)?.body.content).toMatchObject({ columns: [], grants: [] }));
    await user.click(place);
    const again = { object_type: 'location', object_identifier: hall, name: 'Hall' };
    await waitFor(() => expect(saves.received.at(-1)?.body.content.columns).toMatchObject([again]));
    expect(new Set(searched.received.map(({ query }) => query.connection_id))).toEqual(new Set([town, county]));
  });

  it('continues if only people without a grant are left', async () => {
    serveWizard(aWizard({ grants: [{ row: 'ward', column: 'hall', time: null }] }));
    const { user } = await open('rules');
    await screen.findByText('Still missing: grants for everyone you chose');
    await user.click(screen.getByRole('button', { name: 'Next: Time' }));
    expect(await screen.findByRole('heading', { name: 'At which times?' })).toBeDefined();
  });

  it('adds a job title within a department, with its people, beside the department', async () => {
    serveWizard(aWizard({ iam_connection_ids: [source] }));
    serve(iam.departments, { items: [{ value: 'Ward', people: 9 }], total: 1 });
    serve(iam.jobTitles, { items: [{ value: 'Nurse', people: 30 }], total: 1 });
    serve(iam.groups, { items: [], total: 0, limit: 1_000, offset: 0 });
    const asked = serve(people.list, { items: [], total: 7, limit: 1, offset: 0 });
    const { user } = await open('rules');
    const fields = within(await screen.findByRole('group', { name: 'A job title within a department' }));
    await user.click(fields.getByRole('combobox', { name: 'Job title' }));
    await user.click(await screen.findByRole('option', { name: 'Nurse', hidden: true }));
    await user.click(fields.getByRole('combobox', { name: 'Department' }));
    await user.click(await screen.findByRole('option', { name: 'Ward', hidden: true }));
    await user.click(fields.getByRole('button', { name: 'Add' }));
    await user.click(await screen.findByRole('button', { name: 'Nurse · Ward, Hall: no access' }));
    expect(screen.getByRole('button', { name: 'Nurse · Ward, Hall: Always' })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Nurse · Ward 7 people' })).toBeDefined();
    expect(asked.received.at(-1)?.query).toMatchObject({ department: 'Ward', job_title: 'Nurse', active: true });
  });

  it('asks the draft about the door that Enter takes, also where it is pressed before the search has answered', async () => {
    const plan = { id, name: 'City hall', version: 1, is_active: false, is_edited_elsewhere: false };
    const wizard = aWizard({ name: 'City hall', description: 'Who opens it' }, { plan });
    serveWizard(wizard);
    serve(planWizards.write, wizard);
    serve(keyPlans.check, 'unavailable');
    serve(cylinders.list, { items: [gate], total: 1, limit: 20, offset: 0 });
    const asked = serve(planWizards.peopleOfDoor, { items: [], total: 7 });
    const { user } = await open('check');
    await user.type(await screen.findByRole('combobox', { name: 'Door' }), 'gate{Enter}');
    await screen.findByText('7 people by this draft');
    expect(asked.received[0]?.query.cylinder_id).toBe(gate.id);
  });

  it('lists those that were begun', async () => {
    serveWizard(aWizard());
    const { content: _, plan: __, gone: ___, is_finished: ____, ...summary } = aWizard({ name: 'City hall' });
    serve(planWizards.list, { items: [{ ...summary, keyplan_id: null, step: 'rules' }], total: 1 });
    await renderPage(<PlanWizardPage />, { path: '/keyplan/wizard' });
    expect(await screen.findByText(/^Step 4 of 8: Rules · last changed by ada,/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Continue City hall' }).getAttribute('href')).toContain('step=rules');
  });
});
