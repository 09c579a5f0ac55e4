import { type Answer, changeSets, iam, type SyncTask, sync } from '@key2xs/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPage, serve } from '../../../../../test/render';
import { aTask } from '../../../tasks/task.fixture';
import { aSource, aStaffList } from '../../source.fixture';
import { IamWizardPage } from '../../wizard/iam-wizard-page';

const source = aSource({ people: 0 });
const changeSetId = '01900000-0000-7000-8000-0000000000c1';
const place = { path: '/connect/iam-wizard', search: { kind: 'csv' } };
/** jsdom cannot read files, but the contract does. */
const aFile = (name: string) => Object.assign(new File(['x'], name), { arrayBuffer: async () => new ArrayBuffer(1) });
const csv = aFile('staff.csv');

type Preview = Answer<typeof iam.previewMapping>['people'];
const people: Preview = [
  { row: 2, fields: { external_id: 'E1', display_name: 'Ada Moss', email: 'ada@city.test' }, problems: [] },
  { row: 3, fields: { display_name: 'Bo Reed' }, problems: ['the unique ID is missing'] },
];

function serveSource() {
  serve(iam.get, source);
  serve(iam.list, [source]);
  serve(iam.latestStaffList, 'not_found');
  serve(iam.uploadStaffList, aStaffList());
  serve(iam.saveMapping, ({ body }) => ({ mapping: body }));
  return serve(iam.previewMapping, { people });
}

const openKnown = (search = {}) =>
  renderPage(<IamWizardPage />, { ...place, search: { connection: source.id, ...search } });
type User = Awaited<ReturnType<typeof openKnown>>['user'];

const currentStep = () => document.querySelector('[aria-current="step"]')?.textContent;

async function toColumns(user: User) {
  await user.upload(await screen.findByLabelText('Staff list'), csv);
  await user.click(await screen.findByRole('button', { name: 'Next: Map columns' }));
}

async function toReview(user: User) {
  await toColumns(user);
  await user.click(await screen.findByRole('button', { name: 'Next: Review & import' }));
  await screen.findByRole('region', { name: 'Ready to import' });
}

describe('CsvWizard, name and list', () => {
  it('checks the name before it adds the source', async () => {
    const { received } = serve(iam.create, source);
    const { user } = await renderPage(<IamWizardPage />, place);
    await user.type(await screen.findByLabelText(/Source name/), ' ');
    await user.keyboard('{Enter}');
    await screen.findByText('A name needs at least one visible character.');
    expect(received).toEqual([]);
  });

  it('reports a taken name', async () => {
    serve(iam.create, 'conflict');
    const { user } = await renderPage(<IamWizardPage />, place);
    await user.type(await screen.findByLabelText(/Source name/), 'City staff{Enter}');
    await screen.findByText('Not possible in the present state.');
  });

  it('creates one source however often the request is sent, and another for another name', async () => {
    serve(iam.create, 'conflict');
    const served = globalThis.fetch;
    const keys: (string | null)[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (init.method !== 'POST') return served(url, init);
      keys.push(new Headers(init.headers).get('idempotency-key'));
      return keys.length < 3 ? Promise.reject(new TypeError('lost')) : served(url, init);
    });
    const { user } = await renderPage(<IamWizardPage />, place);
    const name = await screen.findByLabelText(/Source name/);
    await user.type(name, 'Town staff{Enter}');
    await screen.findByText(/The server cannot be reached/);
    await user.type(name, '{Enter}');
    await waitFor(() => expect(keys).toHaveLength(2));
    await screen.findByText(/The server cannot be reached/);
    await user.type(name, '{Enter}');
    await screen.findByText('Not possible in the present state.');
    await user.type(name, ' 2{Enter}');
    await waitFor(() => expect(keys).toHaveLength(4));
    expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(keys[0]).toBeTruthy();
  });

  it('puts the source into the URL, so that a reload creates no second one', async () => {
    serveSource();
    const { received } = serve(iam.create, source);
    const { user, router } = await renderPage(<IamWizardPage />, place);
    await user.type(await screen.findByLabelText(/Source name/), 'City staff{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Upload a list: City staff' });
    expect(router.state.location.search).toEqual({ connection: source.id });
    expect(received[0]?.body).toMatchObject({ name: 'City staff', provider: 'csv' });
    expect(currentStep()).toBe('2 Upload');
  });

  it('retries when the source cannot be read', async () => {
    serve(iam.get, 'overloaded');
    const { user } = await openKnown();
    const again = await screen.findByRole('button', { name: 'Try again' });
    serveSource();
    await user.click(again);
    await screen.findByLabelText('Staff list');
  });

  it('shows rows, columns and how full they are', async () => {
    serveSource();
    const { user } = await openKnown();
    await user.upload(await screen.findByLabelText('Staff list'), csv);
    const found = within(await screen.findByRole('table', { name: 'Columns of the list' }));
    expect(found.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'ColumnFilledSample values',
      'employeeId100 %E1 · E2 · E3',
      'fullName100 %Ada Moss · Bo Reed · Cy Dunn',
      'mail66.7 %ada@city.test',
      'unit100 %Fire · Police',
    ]);
  });

  it('refuses a file that is not CSV without sending it', async () => {
    serveSource();
    const { received } = serve(iam.uploadStaffList, aStaffList());
    const { user } = await openKnown();
    const input = await screen.findByLabelText('Staff list');
    input.removeAttribute('accept'); // Browsers do not check dropped files either.
    await user.upload(input, aFile('staff.xlsx'));
    await screen.findByText(/This is not a CSV file\./);
    expect(received).toEqual([]);
  });

  it('clears the name of the previous file when another is refused', async () => {
    serveSource();
    const { user } = await openKnown();
    const input = await screen.findByLabelText('Staff list');
    await user.upload(input, csv);
    await screen.findByText(csv.name);
    input.removeAttribute('accept');
    await user.upload(input, aFile('staff.xlsx'));
    await screen.findByText(/This is not a CSV file\./);
    expect(screen.queryByText(csv.name)).toBeNull();
  });

  it('shows what is wrong with the list', async () => {
    serveSource();
    serve(iam.uploadStaffList, 'validation_failed');
    const { user } = await openKnown();
    await user.upload(await screen.findByLabelText('Staff list'), csv);
    await screen.findByText('The list was not accepted. Some fields are not valid.');
    expect(screen.queryByRole('button', { name: 'Next: Map columns' })).toBeNull();
  });

  it('continues with the list uploaded before', async () => {
    serveSource();
    serve(iam.latestStaffList, aStaffList());
    const { user } = await openKnown();
    await user.click(await screen.findByRole('button', { name: 'Next: Map columns' }));
    expect(currentStep()).toBe('3 Map columns');
  });

  it('asks for a new list after an import, and reuses the old one only on request', async () => {
    serveSource();
    serve(iam.get, { ...source, last_read_at: '2026-03-04T09:00:00Z' });
    serve(iam.latestStaffList, aStaffList({ file_name: 'staff 2021.csv' }));
    const { user } = await openKnown();
    const there = within(await screen.findByRole('region', { name: 'The list that is there now' }));
    there.getByText(/^staff 2021\.csv/);
    expect(screen.queryByRole('button', { name: 'Next: Map columns' })).toBeNull();
    await user.upload(screen.getByLabelText('Choose the new list'), csv);
    await screen.findByRole('region', { name: 'In this list' });
    screen.getByRole('button', { name: 'Next: Map columns' });
    cleanup();
    const again = await openKnown();
    await again.user.click(await screen.findByRole('button', { name: 'Use this list again' }));
    expect(currentStep()).toBe('3 Map columns');
  });
});

describe('CsvWizard, columns', () => {
  it('preselects suggested columns and shows people with their problems', async () => {
    serveSource();
    const { user } = await openKnown();
    await toColumns(user);
    const id = await screen.findByRole('combobox', { name: 'Column for Unique ID' });
    expect(id).toHaveProperty('value', 'employeeId');
    expect(screen.getAllByRole('combobox').filter((one) => one.getAttribute('aria-invalid') === 'true')).toEqual([]);
    const preview = within(
      await screen.findByRole('region', { name: 'The first five people as they will be imported' }),
    );
    await preview.findByText('ada@city.test');
    preview.getByText('the unique ID is missing');
  });

  it('refreshes the preview when a column is selected', async () => {
    const { received } = serveSource();
    const { user } = await openKnown();
    await toColumns(user);
    const more = await screen.findByRole('button', { name: /^Show \d+ more fields$/ });
    expect(screen.queryByRole('combobox', { name: 'Column for Department' })).toBeNull();
    await user.click(more);
    await user.click(await screen.findByRole('combobox', { name: 'Column for Department' }));
    await user.click(await screen.findByRole('option', { name: /^unit/ }));
    await waitFor(() =>
      expect(received.at(-1)?.body.mapping).toEqual({ ...aStaffList().suggested_mapping, department: 'unit' }),
    );
  });

  it('requires an identity', async () => {
    serveSource();
    serve(iam.uploadStaffList, aStaffList({ suggested_mapping: { display_name: 'fullName' } }));
    const { user } = await openKnown();
    await toColumns(user);
    await screen.findByText(/Choose the column that identifies a person\./);
    expect(screen.getByRole('button', { name: 'Next: Review & import' })).toHaveProperty('disabled', true);
  });

  it('warns of rows whose identity is empty', async () => {
    serveSource();
    serve(iam.uploadStaffList, aStaffList({ suggested_mapping: { external_id: 'mail' } }));
    const { user } = await openKnown();
    await toColumns(user);
    await screen.findByText('1 row has no value here and cannot be imported.');
  });

  it('stores the mapping before the review', async () => {
    serveSource();
    const { received } = serve(iam.saveMapping, ({ body }) => ({ mapping: body }));
    const { user } = await openKnown();
    await toReview(user);
    expect(received[0]?.body).toEqual(aStaffList().suggested_mapping);
    screen.getByText('Unique ID, Name, E-mail');
  });

  it('goes back to the columns as selected', async () => {
    serveSource();
    const { user } = await openKnown();
    await toReview(user);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('combobox', { name: 'Column for E-mail' })).toHaveProperty('value', 'mail');
  });
});

describe('CsvWizard, run', () => {
  const ended = (changes: Partial<SyncTask>) =>
    aTask({ status: 'SUCCESS', phase: 'finished', change_set_id: changeSetId, ...changes });

  it('previews and opens the change set', async () => {
    serveSource();
    const { received } = serve(iam.sync, aTask({ dry_run: true }));
    const result = { outcome: 'previewed' as const, counts: { joiner: 3 }, failed: 0, waiting: 0 };
    serve(sync.status, ended({ dry_run: true, result }));
    const { user, router } = await openKnown();
    await toReview(user);
    await user.click(screen.getByRole('button', { name: 'Preview changes' }));
    await screen.findByText('The preview is ready.');
    const decide = screen.getByRole('link', { name: 'Review changes' });
    expect(decide.getAttribute('href')).toBe(`/change-sets/${changeSetId}`);
    expect(received[0]?.query).toEqual({ dry_run: true });
    expect(router.state.location.search).toEqual({ connection: source.id, task: aTask().task_id });
  });

  it('imports at once on request', async () => {
    serveSource();
    const { received } = serve(iam.sync, aTask());
    serve(sync.status, aTask());
    const { user } = await openKnown();
    await toReview(user);
    await user.click(screen.getByRole('button', { name: 'Import now' }));
    const bar = await screen.findByRole('progressbar', { name: 'Progress of Staff list' });
    expect(bar.getAttribute('aria-valuetext')).toBe('Step 3 of 3: Applying: 5,000 of 32,812');
    expect(received[0]?.query).toEqual({});
  });

  it('shows why a run did not start', async () => {
    serveSource();
    serve(iam.sync, 'sync_in_progress');
    const { user } = await openKnown();
    await toReview(user);
    await user.click(screen.getByRole('button', { name: 'Import now' }));
    await screen.findByText('A run over this connection is in progress.');
  });

  it('resumes a run after a reload and ends with counts and links', async () => {
    serveSource();
    const result = {
      outcome: 'applied' as const,
      counts: { joiner: 32_810, problem: 2, unchanged: 0 },
      failed: 0,
      waiting: 0,
    };
    serve(sync.status, ended({ result }));
    const { received } = serve(changeSets.exportCsv, 'ordinal\n');
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = await openKnown({ task: aTask().task_id });
    expect((await screen.findByText('Joined')).closest('div')?.textContent).toBe('Joined32,810');
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href('Open people')).toBe(`/people?connection_id=${source.id}`);
    expect(href('Open changes')).toBe(`/change-sets/${changeSetId}`);
    await user.click(screen.getByRole('button', { name: 'Download 2 problem rows' }));
    await waitFor(() => expect(received[0]?.query).toEqual({ kind: 'problem' }));
  });

  it('shows what went wrong and starts the same run again', async () => {
    serveSource();
    serve(sync.status, aTask({ status: 'FAILURE', dry_run: true, error: 'The staff list is gone.' }));
    const { user } = await openKnown({ task: aTask().task_id });
    await screen.findByText(/The staff list is gone\./);
    const next = '01900000-0000-7000-8000-0000000000d2';
    const { received } = serve(iam.sync, aTask({ task_id: next, dry_run: true }));
    serve(
      sync.status,
      ended({ task_id: next, result: { outcome: 'nothing_to_do', counts: {}, failed: 0, waiting: 0 } }),
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Nothing to change.');
    expect(received[0]?.query).toEqual({ dry_run: true });
  });

  it('starts over with another list', async () => {
    serveSource();
    serve(
      sync.status,
      ended({ result: { outcome: 'nothing_to_do', counts: { unchanged: 3 }, failed: 0, waiting: 0 } }),
    );
    const { user, router } = await openKnown({ task: aTask().task_id });
    await user.click(await screen.findByRole('button', { name: 'Upload new list' }));
    await screen.findByLabelText('Staff list');
    expect(router.state.location.search).toEqual({ connection: source.id });
  });
});
