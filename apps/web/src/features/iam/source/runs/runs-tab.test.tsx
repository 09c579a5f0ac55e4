import { changeSets, type SyncTask, sync } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aChangeSet } from '#data/tasks/change-set.fixture';
import { serve } from '../../../../../test/render';
import { called, openTab } from '../open-tab.fixture';

const { id } = called();

function aTask(changes: Partial<SyncTask>): SyncTask {
  return {
    task_id: '01900000-0000-7000-8000-0000000000aa',
    kind: 'directory',
    status: 'FAILURE',
    phase: 'finished',
    done: 0,
    total: 0,
    title: 'City staff',
    dry_run: false,
    result: null,
    error: 'The source refuses the sign-in.',
    cancelled: false,
    subject_id: id,
    iam_connection_id: id,
    key_system_connection_id: null,
    change_set_id: null,
    seen: true,
    created_at: '2026-03-01T08:00:00Z',
    started_at: null,
    completed_at: null,
    ...changes,
  };
}

describe('the runs of a source', () => {
  it('show counts and outcome, and open their changes', async () => {
    const run = aChangeSet({ iam_connection_id: id, state: 'applied', counts: { joiner: 3, leaver: 1 } });
    const listed = serve(changeSets.list, { items: [run], total: 1, limit: 50, offset: 0 });
    const { user, router } = await openTab('runs');
    await user.click(await screen.findByText(/Joined 3/));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/change-sets/${run.id}`));
    expect(listed.received[0]?.query.connection_id).toBe(id);
  });

  it('show the error only when they failed before there were changes', async () => {
    serve(changeSets.list, { items: [], total: 0, limit: 50, offset: 0 });
    const other = aTask({
      subject_id: taskOfOther,
      iam_connection_id: taskOfOther,
      error: 'Something else.',
      task_id: taskOfOther,
    });
    serve(sync.list, { items: [aTask({}), other], total: 2, limit: 20, offset: 0, unseen: 0 });
    await openTab('runs');
    const failed = within(await screen.findByRole('region', { name: 'Under way or failed' }));
    failed.getByText('The source refuses the sign-in.');
    expect(failed.queryByText('Something else.')).toBeNull();
    screen.getByText('No run yet');
  });
});

const taskOfOther = '01900000-0000-7000-8000-0000000000ab';
