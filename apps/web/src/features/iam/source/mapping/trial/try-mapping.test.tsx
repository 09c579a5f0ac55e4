import {
  type ChangedField,
  type ComparedPerson,
  changeSets,
  iam,
  type MappingReach,
  mappings,
  people,
  type SyncTask,
  sync,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aChange, aChangeSet, pageOfChanges } from '#data/tasks/change-set.fixture';
import { serve } from '../../../../../../test/render';
import { aSource, aStaffList } from '../../../source.fixture';
import { called, openTab } from '../../open-tab.fixture';

const ada = {
  id: '01900000-0000-7000-8000-0000000000e1',
  connection_id: called().id,
  connection_name: 'City staff',
  external_id: 'E1',
  username: null,
  display_name: 'Ada Moss',
  given_name: null,
  family_name: null,
  email: null,
  job_title: null,
  department: 'Fire',
  company: null,
  location: null,
  employee_id: '4711',
  employee_type: null,
  manager_ref: null,
  groups: [],
  active: true,
  state: 'active' as const,
  starts_on: null,
  ends_on: null,
  suspended_at: null,
  left_at: null,
  forgotten_after: null,
  created_at: '2026-03-01T08:00:00Z',
  updated_at: '2026-03-01T08:00:00Z',
};

const compared: ComparedPerson = {
  person_id: ada.id,
  external_id: 'E1',
  label: 'Ada Moss',
  before: { display_name: 'Ada Moss', department: 'Fire' },
  after: { display_name: 'Ada Moss', department: 'Police', active: 'false' },
  changed: ['department', 'active'],
  state_before: 'active',
  state_after: 'suspended',
  problems: [],
  asked: [],
};

const known: MappingReach = { people: 32_812, untold: [] };
const mapping_config = { external_id: 'id', department: 'department' };

function openTrial({ person = compared, reach = known }: { person?: ComparedPerson; reach?: MappingReach } = {}) {
  const listed = serve(people.list, { items: [ada], total: 1, limit: 1, offset: 0 });
  const previewed = serve(iam.previewMapping, { people: [], person, reach });
  return openTab('mapping', called({ mapping_config })).then((page) => ({ ...page, listed, previewed }));
}

const aTask = (changes: Partial<SyncTask> = {}): SyncTask => ({
  task_id: '01900000-0000-7000-8000-0000000000d1',
  kind: 'directory',
  status: 'SUCCESS',
  phase: 'finished',
  done: 20,
  total: 20,
  title: 'City staff',
  dry_run: true,
  result: { outcome: 'previewed', counts: { mover: 8 }, failed: 0, waiting: 0 },
  error: null,
  cancelled: false,
  subject_id: called().id,
  iam_connection_id: called().id,
  key_system_connection_id: null,
  change_set_id: aChangeSet().id,
  seen: false,
  created_at: '2026-03-03T09:14:00Z',
  started_at: '2026-03-03T09:14:00Z',
  completed_at: '2026-03-03T09:14:05Z',
  ...changes,
});

const effect = {
  people: 8,
  doors: 3,
  people_gaining: 0,
  people_losing: 8,
  people_other_hours: 0,
  rights_gained: 0,
  rights_lost: 24,
  doors_gained: 0,
  doors_lost: 3,
  people_before: 12,
  keys: 0,
  updatable_keys: 0,
  keys_read_at: null,
};

const department: ChangedField = {
  field: 'department',
  people: 8,
  examples: [{ person_id: ada.id, label: 'Ada Moss', before: 'Fire', after: null }],
};

const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }));

beforeEach(() => {
  const columns = ['id', 'displayName', 'department', 'firm'].map((name) => ({ name, filled: 5, samples: [] }));
  serve(mappings.versions, { items: [] });
  serve(mappings.schema, { columns, rows: 5, suggested_mapping: {} });
});

describe('one person with an edited mapping', () => {
  it('is the first one, with differences marked', async () => {
    const { previewed } = await openTrial();
    await screen.findByText(/3 fields change for Ada Moss/);
    (await rowOf('Department Fire')).getByText('changes');
    (await rowOf('State Active')).getByText('Suspended');
    expect((await rowOf('Name Ada Moss')).queryByText('changes')).toBeNull();
    expect(previewed.received[0]?.body).toEqual({ mapping: mapping_config, person: 'E1' });
  });

  it('is read again with the edited mapping', async () => {
    const { user, previewed } = await openTrial();
    await user.click(await screen.findByLabelText('Attribute for Company'));
    await user.click(await screen.findByRole('option', { name: /^firm/ }));
    await waitFor(() =>
      expect(previewed.received.at(-1)?.body.mapping).toEqual({ ...mapping_config, company: 'firm' }),
    );
    expect(previewed.received).toHaveLength(2); // Not for each letter.
  });

  it('can be another one, found by name', async () => {
    const { user, previewed, listed } = await openTrial();
    const choice = await screen.findByRole('combobox', { name: 'Person' });
    const ben = { ...ada, id: '01900000-0000-7000-8000-0000000000e2', external_id: 'E2', display_name: 'Ben Reed' };
    const found = serve(people.list, { items: [ben], total: 1, limit: 20, offset: 0 });
    await user.clear(choice);
    await user.type(choice, 'ben');
    await user.click(await screen.findByRole('option', { name: 'Ben Reed (4711)' }));
    await waitFor(() => expect(previewed.received.at(-1)?.body.person).toBe('E2'));
    expect(listed.received[0]?.query).toMatchObject({ connection_id: called().id });
    const searched = found.received.map(({ query }) => query);
    expect(searched).toContainEqual(expect.objectContaining({ connection_id: called().id, search: 'ben' }));
  });

  it('shows problems, a missing person, and attributes fetched for the preview', async () => {
    const { unmount } = await openTrial({
      person: { ...compared, problems: ['active is neither yes nor no.'], asked: ['shift'], state_after: null },
    });
    await screen.findByText('Ada Moss would stay as stored');
    screen.getByText('active is neither yes nor no.');
    screen.getByText('The source was asked for shift just now, for this person only.');
    unmount();
    await openTrial({ person: { ...compared, after: null, changed: [], state_after: null } });
    await screen.findByText('Ada Moss is not in the latest data of the source');
  });

  it('reports an empty source, and a failure to read it', async () => {
    const { unmount } = await openTrial();
    unmount();
    serve(people.list, { items: [], total: 0, limit: 1, offset: 0 });
    const again = await openTab('mapping', called({ mapping_config }));
    await screen.findByText('No one to compare with yet');
    again.unmount();
    serve(people.list, { items: [ada], total: 1, limit: 1, offset: 0 });
    serve(iam.previewMapping, 'conflict');
    await openTab('mapping', called({ mapping_config }));
    await screen.findByRole('button', { name: 'Try again' });
  });
});

describe('a simulation over everyone', () => {
  it('shows how many people would change in which fields, whose doors, and who would leave', async () => {
    const { user } = await openTrial();
    const asked = serve(mappings.simulate, aTask({ status: 'PENDING', phase: 'waiting', result: null }));
    serve(sync.status, aTask());
    const counts = { joiner: 0, leaver: 0, mover: 8, update: 0, problem: 1, unchanged: 11 };
    const guard = { reason: 'too_many_problems' as const, count: 1, of: 20, percent: 5, limit_percent: 1 };
    serve(changeSets.get, aChangeSet({ state: 'simulated', counts, effect, guards: [guard], total: 9 }));
    serve(changeSets.fields, { items: [department] });
    const problem = aChange({ kind: 'problem', person_id: null, label: 'Cy Dunn', detail: 'active is unclear.' });
    serve(changeSets.items, { ...pageOfChanges([problem]), total: 4 });
    await user.click(await screen.findByRole('button', { name: 'Simulate over everyone' }));
    await screen.findByText('The doors of 8 people would change: 0 gain some, 8 lose some.');
    screen.getByText('A guard would stop a run with this mapping');
    const field = await rowOf('Department 8');
    field.getByText(/Fire → empty/);
    expect(field.getByRole('link', { name: 'Ada Moss' }).getAttribute('href')).toBe(`/people/${ada.id}`);
    await screen.findByText('Cy Dunn');
    screen.getByText('active is unclear.');
    expect(screen.getByRole('link', { name: 'and 3 more' }).getAttribute('href')).toContain('kind=problem');
    expect(asked.received[0]?.body).toEqual({ mapping: mapping_config, read: false });

    await user.click(screen.getByLabelText('Attribute for Company'));
    await user.click(await screen.findByRole('option', { name: /^firm/ }));
    await screen.findByText(/This is the earlier result/);
  });

  it('states that nothing would change', async () => {
    const { user } = await openTrial();
    serve(mappings.simulate, aTask());
    serve(sync.status, aTask());
    serve(changeSets.get, aChangeSet({ state: 'simulated', total: 0, counts: { unchanged: 20 } }));
    await user.click(await screen.findByRole('button', { name: 'Simulate over everyone' }));
    await screen.findByText('Nothing would change');
  });

  it('offers to read the source when an attribute was never read', async () => {
    const { user } = await openTrial({ reach: { people: 32_812, untold: ['department2'] } });
    await screen.findByText('Not read from the source so far: department2');
    screen.getByText(/It is known of 0 of 32,812 people/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Simulate over everyone' }).disabled).toBe(true);
    const asked = serve(mappings.simulate, aTask());
    serve(sync.status, aTask({ status: 'FAILURE', result: null, error: 'The source does not answer.' }));
    await user.click(screen.getByRole('button', { name: 'Read the source and simulate' }));
    await screen.findByText('The source does not answer.');
    expect(asked.received[0]?.body.read).toBe(true);
  });

  it('shows its progress, and why it was refused', async () => {
    const { user } = await openTrial();
    serve(mappings.simulate, 'sync_in_progress');
    const start = await screen.findByRole('button', { name: 'Simulate over everyone' });
    await user.click(start);
    await screen.findByText('Not simulated');
    serve(mappings.simulate, aTask());
    serve(sync.status, aTask({ status: 'RUNNING', phase: 'comparing', done: 5, result: null }));
    await user.click(start);
    await screen.findByRole('progressbar', { name: /City staff/ });
  });

  it('of a list needs its columns and an identity, and reads nothing', async () => {
    serve(people.list, { items: [ada], total: 1, limit: 1, offset: 0 });
    serve(iam.latestStaffList, aStaffList({ suggested_mapping: {} }));
    serve(iam.previewMapping, { people: [], person: compared, reach: { people: 3, untold: ['Floor'] } });
    await openTab('mapping', aSource());
    await screen.findByText('The list has no such columns: Floor');
    screen.getByText('Choose what identifies a person first.');
    expect(screen.queryByRole('button', { name: 'Read the source and simulate' })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Simulate over everyone' }).disabled).toBe(true);
  });
});
