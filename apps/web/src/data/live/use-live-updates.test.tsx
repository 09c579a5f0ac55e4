import {
  administratorList,
  auth,
  changeSets,
  heartbeat,
  keyPlans,
  type liveUpdates,
  type SyncTask,
  sync,
} from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aTask, taskList } from '../../../test/answers';
import { catchStreams, type OpenedStream } from '../../../test/event-sources';
import { renderPage, serve } from '../../../test/render';
import { subAdminCountQuery } from '../people/administrators';
import { useLivePlan } from '../plans/key-plans';
import { aKeyPlan } from '../plans/key-plans.fixture';
import { aChangeSet } from '../tasks/change-set.fixture';
import { changeSetQuery } from '../tasks/change-sets';
import { syncTasksQuery, useSyncTask } from '../tasks/sync';
import { useLiveUpdates } from './use-live-updates';

const minuteMs = 60_000;

function Shown({ task_id }: { task_id: string }) {
  useLiveUpdates();
  const { data: list } = useQuery(syncTasksQuery);
  const { data: task } = useSyncTask(task_id);
  useQuery(subAdminCountQuery);
  return (
    <p>
      {list?.items.map(({ done, status }) => `${status} ${done}`)} / {task?.done}
    </p>
  );
}

function Followed({ changeSetId, planId }: { changeSetId: string; planId: string }) {
  useLivePlan(planId);
  const { data } = useQuery(changeSetQuery(changeSetId));
  return <p>{data?.state}</p>;
}

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

async function show(task: SyncTask, others?: ReactNode) {
  const streams = catchStreams();
  const lists = serve(sync.list, taskList([task]));
  const tasks = serve(sync.status, task);
  const administrators = serve(administratorList.page, { items: [], total: 0, limit: 1, offset: 0 });
  let tickets = 0;
  serve(auth.createStreamTicket, () => ({ ticket: `ticket-${++tickets}`, expires_in: 60 }));
  const page = await renderPage(
    <>
      <Shown task_id={task.task_id} />
      {others}
    </>,
  );
  await advance(5_000);
  await vi.dynamicImportSettled();
  await advance(100);
  const newest = (): OpenedStream => streams.at(-1) ?? expect.fail('no stream is open');
  const requests = () => [lists.received.length, tasks.received.length];
  return { ...page, streams, newest, requests, administrators };
}

const send = async (stream: OpenedStream, event: Parameters<typeof stream.send<typeof liveUpdates.stream>>[0]) => {
  stream.send<typeof liveUpdates.stream>(event);
  await advance(100);
};

/** A stream with heartbeats, for as long as the test awaits. */
async function beat(stream: OpenedStream, ms: number) {
  for (let passed = 0; passed < ms; passed += heartbeat.everyMs) {
    stream.beat();
    await advance(heartbeat.everyMs);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const running = aTask(1, { status: 'RUNNING', done: 1, total: 9 });
const connected = { event: 'connected', data: { resumed: false }, id: 'p.1' } as const;

describe('live updates', () => {
  it('replace polling while connected', async () => {
    const { newest, requests } = await show(running);
    await advance(minuteMs);
    expect(requests()[1]).toBeGreaterThan(50); // not yet connected
    await send(newest(), connected);
    const before = requests();
    await beat(newest(), 5 * minuteMs);
    expect(requests()).toEqual(before);
  });

  it('replace polling of a change set that is applied and of a plan', async () => {
    const { id } = aKeyPlan();
    const moving = aChangeSet({ state: 'applying' });
    const read = serve(changeSets.get, moving);
    const plans = serve(keyPlans.get, aKeyPlan());
    const requests = () => [read.received.length, plans.received.length];
    const page = await show(running, <Followed changeSetId={moving.id} planId={id} />);
    await send(page.newest(), connected);
    const before = requests();
    expect(Math.min(...before)).toBeGreaterThan(1);
    await beat(page.newest(), minuteMs);
    expect(requests()).toEqual(before);
    await send(page.newest(), { event: 'task_progress', data: { task_id: running.task_id, done: 5, total: 9 } });
    await send(page.newest(), { event: 'records_changed', data: { resources: ['key-plans'] }, id: 'p.2' });
    expect(requests()).toEqual(before.map((count) => count + 1));
    serve(changeSets.get, aChangeSet({ state: 'applied' }));
    await send(page.newest(), { event: 'tasks_changed', data: { task_ids: [running.task_id] }, id: 'p.3' });
    screen.getByText('applied');
  });

  it('refetch the administrators that changed, which are then polled once a minute', async () => {
    const { newest, requests, administrators } = await show(running);
    await send(newest(), connected);
    const [before, tasks] = [administrators.received.length, requests()];
    await send(newest(), { event: 'records_changed', data: { resources: ['administrators'] }, id: 'p.2' });
    expect(administrators.received).toHaveLength(before + 1);
    await beat(newest(), minuteMs + 5_000);
    expect(administrators.received).toHaveLength(before + 2);
    expect(requests()).toEqual(tasks);
  });

  it('show progress without a request, and refetch what has changed', async () => {
    const { newest, requests } = await show(running);
    await send(newest(), connected);
    const before = requests();
    await send(newest(), { event: 'task_progress', data: { task_id: running.task_id, done: 5, total: 9 } });
    screen.getByText('RUNNING 5 / 5');
    expect(requests()).toEqual(before);

    const ended = { ...running, status: 'SUCCESS', done: 9 } as const;
    serve(sync.list, taskList([ended]));
    serve(sync.status, ended);
    await send(newest(), { event: 'tasks_changed', data: { task_ids: [running.task_id] }, id: 'p.2' });
    screen.getByText('SUCCESS 9 / 9');
  });

  it('fall back to polling when the connection breaks, and resume after the last event', async () => {
    const { newest, requests, streams } = await show(running);
    await send(newest(), connected);
    const before = requests();
    newest().break();
    await advance(100);
    expect(requests()).toEqual(before.map((count) => count + 1));
    expect(newest().isClosed).toBe(true);
    await advance(10_000);
    expect(requests()[1]).toBeGreaterThan(before[1] ?? 0);
    expect(streams).toHaveLength(2);
    expect(newest().address).toBe('/api/v1/live-updates?token=ticket-2&last_event_id=p.1');

    await send(newest(), { event: 'connected', data: { resumed: true }, id: 'p.1' });
    await advance(4_000); // polling notices
    const resumed = requests();
    await beat(newest(), minuteMs);
    expect(requests()).toEqual(resumed);
  });

  it('are considered lost without heartbeats', async () => {
    const { newest, streams } = await show(running);
    await send(newest(), connected);
    await advance(3 * heartbeat.everyMs);
    expect(streams[0]?.isClosed).toBe(true);
  });

  it('are retried with increasing delays', async () => {
    const { newest, streams } = await show(running);
    for (let i = 0; i < 20; i++) {
      newest().break();
      await advance(minuteMs / 2);
    }
    expect(streams.length).toBeGreaterThan(8);
    expect(streams.length).toBeLessThan(18);
  });

  it('end with the session', async () => {
    const { newest, streams, unmount } = await show(running);
    await send(newest(), connected);
    unmount();
    expect(newest().isClosed).toBe(true);
    await advance(5 * minuteMs);
    expect(streams).toHaveLength(1);
  });

  it('end in a tab that is hidden for a while', async () => {
    const { newest, streams } = await show(running);
    await send(newest(), connected);
    setVisibility('hidden');
    await advance(5_000);
    setVisibility('visible');
    await advance(5_000);
    expect(newest().isClosed).toBe(false);

    setVisibility('hidden');
    await advance(minuteMs);
    expect([newest().isClosed, streams.length]).toEqual([true, 1]);
    setVisibility('visible');
    await advance(100);
    expect([newest().isClosed, streams.length]).toEqual([false, 2]);
  });
});
