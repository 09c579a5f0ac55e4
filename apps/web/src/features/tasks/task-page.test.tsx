import { type Admin, iam, keyPlans, keySystems, type SyncTask, sync } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aSource } from '#data/sources/identity-source.fixture';
import { renderPage, serve } from '../../../test/render';
import { aTask } from './task.fixture';
import { TaskPage } from './task-page';

const place = { path: `/tasks/${aTask().task_id}`, route: '/tasks/$id' };
const changeSetId = '01900000-0000-7000-8000-0000000000c1';

function open(task: SyncTask, me: Partial<Admin> = {}) {
  serve(sync.status, task);
  return renderPage(<TaskPage />, { ...place, me });
}

describe('TaskPage', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<TaskPage />, place);
    await screen.findByText('Loading task...');
  });

  it('tries again after a failure', async () => {
    serve(sync.status, 'not_found');
    const { user } = await renderPage(<TaskPage />, place);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(sync.status, aTask());
    await user.click(again);
    await screen.findByRole('heading', { level: 1, name: 'Import: Staff list' });
  });

  it('shows phase and counts while it runs', async () => {
    await open(aTask());
    const bar = await screen.findByRole('progressbar', { name: 'Progress of Staff list' });
    expect(bar.getAttribute('aria-valuetext')).toBe('Step 3 of 3: Applying: 5,000 of 32,812');
    screen.getByText('Running');
    screen.getByText(/You can leave this page/);
  });

  it('follows it to its end', async () => {
    await open(aTask());
    await screen.findByRole('progressbar');
    const counts = { joiner: 32_812, mover: 2, update: 1, leaver: 4, unchanged: 9 };
    const result = { outcome: 'applied' as const, counts, failed: 0, waiting: 0 };
    serve(sync.status, aTask({ status: 'SUCCESS', phase: 'finished', result }));
    await screen.findByText('Applied.');
    screen.getByText(/^32,812 people imported, 3 changed, and 4 marked as left\./);
    expect((await screen.findByText('Joined')).closest('div')?.textContent).toBe('Joined32,812');
  });

  it('cancels a run that has not started writing', async () => {
    const { user } = await open(aTask({ phase: 'comparing' }));
    const ended = aTask({ status: 'FAILURE', phase: 'finished', cancelled: true, error: 'Cancelled by ada.' });
    const cancelled = serve(sync.cancel, ended);
    const button = await screen.findByRole('button', { name: 'Cancel run' });
    serve(sync.status, ended);
    await user.click(button);
    await screen.findByText('The run was cancelled.');
    expect(cancelled.received).toMatchObject([{ params: { task_id: aTask().task_id } }]);
    expect(screen.queryByRole('button', { name: 'Cancel run' })).toBeNull();
  });

  it('does not cancel a run that is writing', async () => {
    await open(aTask({ phase: 'applying' }));
    await screen.findByRole('progressbar');
    expect(screen.queryByRole('button', { name: 'Cancel run' })).toBeNull();
  });

  it('links to the change set that waits for a decision', async () => {
    const result = { outcome: 'quarantined' as const, counts: { leaver: 8_635 }, failed: 0, waiting: 0 };
    await open(aTask({ status: 'SUCCESS', phase: 'finished', result, change_set_id: changeSetId }));
    await screen.findByText('Stopped by a guard.');
    const decide = screen.getByRole('link', { name: 'Review changes' });
    expect(decide.getAttribute('href')).toBe(`/change-sets/${changeSetId}`);
  });

  it('opens the changes when a watched preview ends', async () => {
    const { router } = await open(aTask({ dry_run: true, phase: 'comparing' }));
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuetext')).toMatch(/^Step 2 of 2: Comparing/);
    const result = { outcome: 'previewed' as const, counts: { joiner: 1 }, failed: 0, waiting: 0 };
    serve(sync.status, aTask({ status: 'SUCCESS', phase: 'finished', result, change_set_id: changeSetId }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/change-sets/${changeSetId}`));
  });

  it.each([
    'previewed',
    'quarantined',
  ] as const)('opens the changes of a preview that ended earlier: %s', async (outcome) => {
    const result = { outcome, counts: { joiner: 1 }, failed: 0, waiting: 0 };
    const ended = { status: 'SUCCESS', phase: 'finished', dry_run: true } as const;
    const { router } = await open(aTask({ ...ended, result, change_set_id: changeSetId }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/change-sets/${changeSetId}`));
  });

  it('shows the next step after an import', async () => {
    serve(iam.list, [aSource()]);
    serve(keySystems.list, { items: [], total: 0, page: 0, size: 200 });
    serve(keyPlans.list, { keyplans: [], total: 0, limit: 1, offset: 0 });
    const result = { outcome: 'applied' as const, counts: { joiner: 1 }, failed: 0, waiting: 0 };
    await open(aTask({ status: 'SUCCESS', phase: 'finished', result }));
    const next = await screen.findByRole('link', { name: 'Next: add a key system' });
    expect(next.getAttribute('href')).toBe('/add-key-system');
  });

  it('offers a sub-admin no action that would be refused', async () => {
    const failed = { status: 'FAILURE' as const, error: 'The certificate was refused.', change_set_id: changeSetId };
    const { container } = await open(aTask(failed), { role: 'subadmin' });
    await screen.findByText(/The certificate was refused/);
    expect(container.querySelectorAll('.page a, .page button')).toHaveLength(0);
  });

  it('states that a sync is recorded and that keys follow later', async () => {
    const result = { outcome: 'applied' as const, counts: { member_add: 9 }, failed: 0, waiting: 0 };
    await open(aTask({ kind: 'key_system', status: 'SUCCESS', phase: 'finished', result, change_set_id: changeSetId }));
    await screen.findByText('Recorded.');
    screen.getByText(/Keys and cylinders follow when they are updated\./);
  });

  it('does not report success when some changes failed', async () => {
    const result = { outcome: 'applied' as const, counts: { member_add: 9 }, failed: 2, waiting: 0 };
    await open(aTask({ status: 'SUCCESS', phase: 'finished', result, change_set_id: changeSetId }));
    await screen.findByText('Applied in part.');
  });

  it('shows what went wrong and what to do, and runs the same task again', async () => {
    const key_system_connection_id = '01900000-0000-7000-8000-000000000601';
    const failed = { status: 'FAILURE' as const, error: 'The certificate was refused.', iam_connection_id: null };
    const { user, router } = await open(aTask({ ...failed, kind: 'inventory', key_system_connection_id }));
    await screen.findByText(/The certificate was refused\. Check that the key system answers/);
    const next = '01900000-0000-7000-8000-0000000000d2';
    const { received } = serve(keySystems.readInventory, aTask({ task_id: next, kind: 'inventory' }));
    await user.click(screen.getByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tasks/${next}`));
    expect(received[0]?.params).toEqual({ id: key_system_connection_id });
  });

  it('previews a sync again after a failed preview, and links to its key system', async () => {
    const key_system_connection_id = '01900000-0000-7000-8000-000000000601';
    const over = { kind: 'key_system' as const, iam_connection_id: null, key_system_connection_id, dry_run: true };
    const { user } = await open(aTask({ ...over, status: 'FAILURE', title: 'Main house' }));
    await screen.findByText('Yes, nothing is applied');
    expect(screen.getByRole('link', { name: 'Main house' }).getAttribute('href')).toBe('/key-systems');
    const { received } = serve(sync.start, aTask(over));
    await user.click(screen.getByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]?.body).toEqual({ target_key_system_connection_id: key_system_connection_id, dry_run: true });
  });
});
