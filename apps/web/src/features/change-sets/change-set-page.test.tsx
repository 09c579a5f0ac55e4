import { type ChangeSet, changeSets, type Guard, iam, type SyncTask, sync } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aChange, aChangeSet, pageOfChanges } from '#data/tasks/change-set.fixture';
import { renderPage, serve } from '../../../test/render';
import { aTask } from '../tasks/task.fixture';
import { ChangeSetPage } from './change-set-page';

const removals: Guard = { reason: 'too_many_removals', count: 8_635, of: 32_812, percent: 26.3, limit_percent: 5 };
const stopped = aChangeSet({
  state: 'quarantined',
  counts: { joiner: 6_882, leaver: 8_635, unchanged: 17_723 },
  total: 15_517,
  guards: [removals],
  largest_removals: [
    { label: 'Police', count: 3_102, department: 'Police' },
    { label: 'No department', count: 911, department: null },
  ],
});
const { id } = stopped;

function open(changeSet: ChangeSet, items = [aChange()], search = {}, tasks: SyncTask[] = []) {
  serve(changeSets.get, changeSet);
  serve(sync.list, { items: tasks, total: tasks.length, limit: 20, offset: 0, unseen: tasks.length });
  const asked = serve(changeSets.items, pageOfChanges(items));
  const page = renderPage(<ChangeSetPage />, { path: `/change-sets/${id}`, route: '/change-sets/$id', search });
  return page.then((rendered) => ({ ...rendered, asked: asked.received }));
}

/** Names of downloaded files; jsdom has neither object URLs nor downloads. */
function catchDownload(): string[] {
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

describe('ChangeSetPage', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<ChangeSetPage />, { path: `/change-sets/${id}`, route: '/change-sets/$id' });
    await screen.findByText('Loading changes...');
  });

  it('tries again after a failure', async () => {
    serve(changeSets.get, 'overloaded');
    const { user } = await renderPage(<ChangeSetPage />, { path: `/change-sets/${id}`, route: '/change-sets/$id' });
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(changeSets.get, aChangeSet());
    serve(changeSets.items, pageOfChanges([]));
    await user.click(again);
    await screen.findByRole('heading', { level: 1, name: 'Staff list → people' });
  });

  it('shows what changed, old and new', async () => {
    await open(aChangeSet());
    const row = await screen.findByRole('row', { name: 'Open Ada Moss: Moved' });
    const old = within(row).getByText('Sergeant');
    expect([old.tagName, within(row).getByText('Lieutenant').tagName]).toEqual(['DEL', 'STRONG']);
    expect(row.textContent).toContain('department from Fire → to OEMC');
    screen.getByText(/Nothing has been applied\./);
    expect(within(row).queryByText('Waiting')).toBeNull();
  });

  it('shows the department of a leaver and the job of a joiner', async () => {
    await open(aChangeSet(), [
      aChange({ kind: 'leaver', detail: 'Police', before: { active: true }, after: { active: false } }),
      aChange({
        ordinal: 2,
        kind: 'joiner',
        label: 'Bo Reed',
        before: null,
        after: { job_title: 'Nurse', company: 'X' },
      }),
    ]);
    const leaver = await screen.findByRole('row', { name: 'Open Ada Moss: Left' });
    expect(leaver.textContent).toContain('from listed → to no longer in the list, Police');
    const joiner = screen.getByRole('row', { name: 'Open Bo Reed: Joined' });
    expect(joiner.textContent).toMatch(/title Nurse$/);
  });

  it('filters, searches and sorts on the server', async () => {
    const { user, asked } = await open(aChangeSet(), [aChange()], { search: 'moss' });
    await user.click(await screen.findByRole('tab', { name: 'Moved 1' }));
    await user.click(await screen.findByRole('button', { name: 'Person' }));
    await waitFor(() =>
      expect(asked.at(-1)?.query).toEqual({ kind: 'mover', search: 'moss', sort: 'label', limit: 50 }),
    );
  });

  it('clears filters without matches', async () => {
    const { user, router } = await open(aChangeSet(), [], { search: 'nobody', kind: 'leaver' });
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('opens the details of a change by keyboard and closes them with Escape', async () => {
    const { user } = await open(aChangeSet());
    (await screen.findByRole('row', { name: 'Open Ada Moss: Moved' })).focus();
    await user.keyboard('{Enter}');
    const details = await screen.findByRole('dialog', { name: 'Ada Moss' });
    within(details).getByText('E100001');
    expect(within(details).getByRole('link', { name: 'Open person' }).getAttribute('href')).toMatch(/^\/people\/0190/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('exports the filtered list', async () => {
    const { received } = serve(changeSets.exportCsv, 'ordinal,kind\n');
    const saved = catchDownload();
    const { user } = await open(aChangeSet(), [aChange()], { kind: 'mover' });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(received[0]).toEqual({ params: { id }, query: { kind: 'mover' } }));
    await waitFor(() => expect(saved).toEqual(['changes.csv']));
  });
});

describe('ChangeSetPage, words for key systems', () => {
  const inKeySystem = aChangeSet({
    kind: 'key_system',
    title: 'Plans → Head office',
    iam_connection_id: null,
    key_system_connection_id: '01900000-0000-7000-8000-000000000601',
    counts: { member_remove: 1, profile_put: 1, person_deactivate: 1 },
    total: 3,
  });
  const items = [
    aChange({ kind: 'member_remove', detail: 'Clinics', before: null, after: null }),
    aChange({
      ordinal: 2,
      kind: 'person_deactivate',
      label: 'Bo Reed',
      before: { active: true },
      after: { active: false },
    }),
    aChange({
      ordinal: 3,
      kind: 'profile_put',
      label: 'Clinics',
      before: { cylinders: ['c1', 'c2'], schedule: [] },
      after: { cylinders: ['c2', 'c3'], schedule: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' }] },
    }),
  ];

  it('uses "withdraw", "deactivate" and "write", and shows how doors and times change', async () => {
    await open(inKeySystem, items);
    const right = await screen.findByRole('row', { name: 'Open Ada Moss: Take profile' });
    expect(right.textContent).toContain('profile Clinics');
    const person = screen.getByRole('row', { name: 'Open Bo Reed: Deactivate person' });
    expect(person.textContent).toContain('state from active → to inactive');
    const profile = screen.getByRole('row', { name: 'Open Clinics: Write profile' });
    expect(profile.textContent).toContain('cylinders 1 added, 1 removed');
    expect(profile.textContent).toContain('times from Always → to Mon–Fri 07:00–19:00');
  });

  it('names the layer in the details, so that it is not read as done at the door', async () => {
    const { user } = await open(inKeySystem, items);
    await user.click(await screen.findByText('Bo Reed'));
    const details = await screen.findByRole('dialog', { name: 'Bo Reed' });
    within(details).getByText(/This is what the key system records\./);
  });
});

describe('ChangeSetPage, decisions', () => {
  it('shows in numbers what the guard stopped and where', async () => {
    await open(stopped);
    await screen.findByText('Stopped by the guard: 8,635 of 32,812 people would leave (26.3 %).');
    expect(screen.getByText(/The limit here is 5 %\./).textContent).toContain(
      'Largest groups: Police 3,102, No department 911.',
    );
    expect(screen.getByRole('link', { name: 'Police 3,102' }).getAttribute('href')).toContain('department=Police');
    expect(screen.queryByRole('link', { name: /No department/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Review and apply' })).toBeNull();
  });

  it('allows once only with a reason and states the effect', async () => {
    const { user } = await open(stopped);
    const { received } = serve(changeSets.allowOnce, aTask());
    await user.click(await screen.findByRole('button', { name: 'Allow once…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Allow these changes once?' });
    within(dialog).getByText(
      'mark 8,635 people as left; the next sync withdraws all access, their keys keep it until their update',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Allow once and apply' }));
    await within(dialog).findByText('Say why, for the audit log');
    expect(received).toEqual([]);
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Summer staff left');
    serve(changeSets.get, aChangeSet({ ...stopped, state: 'applying', applied: 5_000 }));
    await user.click(within(dialog).getByRole('button', { name: 'Allow once and apply' }));
    await waitFor(() => expect(received[0]?.body).toEqual({ reason: 'Summer staff left' }));
    const bar = await screen.findByRole('progressbar', { name: 'Staff list → people' });
    expect(bar.getAttribute('aria-valuetext')).toBe('Applying: 5,000 of 15,517');
  });

  it('raises the limit to at least the required value', async () => {
    const { user } = await open(stopped);
    const { received } = serve(changeSets.raiseLimit, aTask());
    await user.click(await screen.findByRole('button', { name: 'Raise the limit…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Raise the limit?' });
    const limit = within(dialog).getByLabelText('New limit in percent');
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Reorganisation');
    await user.clear(limit);
    await user.type(limit, '20');
    await user.click(within(dialog).getByRole('button', { name: 'Raise the limit and apply' }));
    await within(dialog).findByText('At least 27 %, or the guard stops them again.');
    expect(received).toEqual([]);
    await user.clear(limit);
    await user.type(limit, '30');
    await user.click(within(dialog).getByRole('button', { name: 'Raise the limit and apply' }));
    await waitFor(() => expect(received[0]?.body).toEqual({ limit_percent: 30, reason: 'Reorganisation' }));
  });

  it('does not offer to raise the limit when another guard stopped it too', async () => {
    await open({ ...stopped, guards: [removals, { ...removals, reason: 'source_dropped', limit_percent: 20 }] });
    await screen.findByRole('button', { name: 'Allow once…' });
    expect(screen.queryByRole('button', { name: 'Raise the limit…' })).toBeNull();
  });

  it('states the effect before it applies', async () => {
    const { user } = await open(aChangeSet());
    const { received } = serve(changeSets.apply, aTask());
    await user.click(await screen.findByRole('button', { name: 'Review and apply' }));
    const dialog = await screen.findByRole('dialog', { name: 'Apply these changes?' });
    const effects = within(dialog)
      .getAllByRole('listitem')
      .map((line) => line.textContent);
    expect(effects).toEqual([
      'add 2 people',
      'mark 1 person as left; the next sync withdraws all access, the key keeps it until its update',
      'change the job title or department of 1 person',
    ]);
    await user.click(within(dialog).getByRole('button', { name: 'Apply 4 changes' }));
    await waitFor(() => expect(received).toHaveLength(1));
  });

  it('promises no write when the connection can write nothing', async () => {
    const counts = { profile_put: 1, member_add: 30, unchanged: 0, waiting: 31 };
    const effect = {
      people: 30,
      doors: 36,
      people_losing: 0,
      people_gaining: 30,
      people_other_hours: 0,
      doors_lost: 0,
      doors_gained: 36,
      rights_lost: 0,
      rights_gained: 1_080,
      keys: 0,
      updatable_keys: 0,
      people_before: 0,
      keys_read_at: null,
    };
    const { user } = await open(aChangeSet({ kind: 'key_system', counts, total: 31, effect }));
    await screen.findByText(/31 changes to make by hand in CLIQ Web Manager; this connection cannot write them/);
    screen.getByRole('tab', { name: 'By hand 31' });
    expect(screen.queryByText(/31 writes/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Review and apply' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Put these changes onto the work list?' }));
    dialog.getByText(/Nothing is written: this connection cannot/);
    dialog.getByRole('button', { name: 'Put 31 changes onto the work list' });
  });

  it('discards and confirms that nothing was applied', async () => {
    const { user } = await open(aChangeSet());
    serve(changeSets.discard, aChangeSet({ state: 'discarded' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard these changes?' });
    within(dialog).getByText(/^4 changes are thrown away\./);
    serve(changeSets.get, aChangeSet({ state: 'discarded' }));
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await screen.findByText('Discarded.');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  it('explains a stale change set and computes it again', async () => {
    const { user, router } = await open(aChangeSet({ state: 'stale' }));
    await screen.findByText('Out of date.');
    expect(screen.queryByRole('button', { name: 'Review and apply' })).toBeNull();
    const { received } = serve(iam.sync, aTask({ dry_run: true }));
    await user.click(screen.getByRole('button', { name: 'Compute again' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/tasks\/0190/));
    expect(received[0]?.query).toEqual({ dry_run: true });
  });

  it('shows why the server refused', async () => {
    const { user } = await open(aChangeSet());
    serve(changeSets.apply, 'change_set_stale');
    await user.click(await screen.findByRole('button', { name: 'Review and apply' }));
    await user.click(await screen.findByRole('button', { name: 'Apply 4 changes' }));
    await screen.findByText('The changes are out of date.');
  });
});

describe('ChangeSetPage, applying and after', () => {
  it('shows the outcome of each change and links to failed ones', async () => {
    const failed = aChange({ outcome: 'failed', message: 'The key system refused the name.' });
    const { user, asked } = await open(aChangeSet({ state: 'applied', applied: 4, failed: 1 }), [failed]);
    const row = within(await screen.findByRole('row', { name: 'Open Ada Moss: Moved' }));
    row.getByText('Failed');
    row.getByText('The key system refused the name.');
    await user.click(screen.getByRole('button', { name: 'Show them' }));
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ outcome: 'failed' }));
  });

  it('does not report an unreadable row as done', async () => {
    const row = aChange({ kind: 'problem', detail: 'external_id is missing', before: null, outcome: 'done' });
    await open(aChangeSet({ state: 'applied', counts: { problem: 1 }, total: 1, applied: 1 }), [row]);
    const shown = within(await screen.findByRole('row', { name: 'Open Ada Moss: Problem' }));
    shown.getByText('external_id is missing');
    shown.getByText('Left out');
  });

  it('states what a key-system change does not reach, and shows no internal id', async () => {
    const profile = aChange({ kind: 'profile_put', person_id: null, label: 'Night', reference: '77', before: null });
    const keySystem = { kind: 'key_system' as const, iam_connection_id: null, key_system_connection_id: id };
    const { user } = await open(aChangeSet({ ...keySystem, counts: { profile_put: 1 }, total: 1 }), [profile]);
    await screen.findByRole('columnheader', { name: /Person or profile/ });
    await user.click(await screen.findByText('Night'));
    const drawer = within(await screen.findByRole('dialog', { name: 'Night' }));
    drawer.getByText(/^This is what the key system records\./);
    expect(drawer.queryByText('Reference')).toBeNull();
    expect(screen.queryByText('77')).toBeNull();
  });

  it('reports the failure of the applying task', async () => {
    const error = 'The key system does not answer.';
    const task = aTask({ status: 'FAILURE', error, change_set_id: id });
    await open(aChangeSet({ state: 'applying', applied: 2 }), [aChange()], {}, [task]);
    await screen.findByText('Applying stopped.');
    screen.getByRole('link', { name: 'Open the task' });
  });
});
