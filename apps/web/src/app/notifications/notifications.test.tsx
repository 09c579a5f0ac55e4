import { sync } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTask, taskList } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { Notifications } from './notifications';

async function openTheBell(name: string | RegExp) {
  const { user } = await renderPage(<Notifications />);
  await user.click(await screen.findByRole('button', { name }));
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

describe('the bell', () => {
  it('tells each task in words with the time that fits it', async () => {
    serve(sync.markSeen, { success: true });
    serve(
      sync.list,
      taskList([
        aTask(1, {
          title: 'A',
          status: 'PENDING',
          result: null,
          completed_at: null,
          started_at: null,
          created_at: ago(5),
        }),
        aTask(2, { title: 'B', status: 'RUNNING', result: null, completed_at: null, started_at: ago(180) }),
        aTask(3, { title: 'C', completed_at: ago(2 * 3_600) }),
        aTask(4, {
          title: 'D',
          status: 'FAILURE',
          result: null,
          error: 'Test the connection.',
          completed_at: ago(3 * 86_400),
        }),
      ]),
    );
    await openTheBell('Notifications');
    expect(await screen.findByText('Sync in progress for A')).toBeDefined();
    expect(screen.getByText('Sync in progress for B')).toBeDefined();
    expect(screen.getByText('Sync completed for C')).toBeDefined();
    expect(screen.getByText('Sync failed for D')).toBeDefined();
    expect(screen.getByText('Test the connection.')).toBeDefined();
    const times = ['3m ago', '2h ago', '3d ago'].map((time) => screen.queryByText(time) !== null);
    expect([screen.queryByText(/^[5-9]s ago$/) !== null, ...times]).toEqual([true, true, true, true]);
  });

  it('shows how far a running task is and leads to it', async () => {
    const task = aTask(2, { status: 'RUNNING', phase: 'applying', done: 1204, total: 6454, result: null });
    serve(sync.list, taskList([task]));
    await openTheBell('Notifications');
    const bar = await screen.findByRole('progressbar', { name: 'Progress of Head office' });
    expect(bar.getAttribute('aria-valuetext')).toBe('Applying: 1,204 of 6,454');
    expect(screen.getByRole('link').getAttribute('href')).toBe(`/tasks/${task.task_id}`);
  });

  it('counts what nobody has seen, and marks it as seen when it opens', async () => {
    let isSeen = false;
    serve(sync.list, () => taskList([aTask(1, { seen: isSeen }), aTask(2, { seen: isSeen })]));
    serve(sync.markSeen, () => {
      isSeen = true;
      return { success: true } as const;
    });
    await openTheBell('Notifications, 2 unseen');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined());
    expect(isSeen).toBe(true);
  });

  it('marks nothing when everything has been seen', async () => {
    serve(sync.list, taskList([aTask(1)]));
    const { received } = serve(sync.markSeen, { success: true });
    await openTheBell('Notifications');
    expect(await screen.findByText('Sync completed for Head office')).toBeDefined();
    expect(received).toEqual([]);
  });

  it('says that there is nothing new', async () => {
    serve(sync.list, taskList([]));
    await openTheBell('Notifications');
    expect(await screen.findByText('No new notifications.')).toBeDefined();
  });
});
