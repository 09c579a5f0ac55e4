import { keySystems, sync } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { syncTasksQuery } from '#data/tasks/sync';
import { aTask, taskList } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { useFinishedTasks } from './use-finished-tasks';

function Shown() {
  useFinishedTasks();
  const { data } = useQuery(keySystemsQuery);
  return <p>{data ? `${data.length} listed` : 'loading'}</p>;
}

it.each([
  ['was seen running', aTask(2, { status: 'RUNNING' })],
  ['started and ended between polls', undefined],
])('refetches visible data when a task that %s has ended', async (_how, running) => {
  const before = aTask(1);
  serve(sync.list, taskList(running ? [running, before] : [before]));
  const systems = serve(keySystems.list, { items: [aKeySystem()], total: 1, page: 1, size: 50 });
  const { client } = await renderPage(<Shown />);
  await screen.findByText('1 listed');
  const again = () => act(() => client.refetchQueries({ queryKey: syncTasksQuery.queryKey }));
  await again();
  expect(systems.received).toHaveLength(1);

  serve(sync.list, taskList([aTask(2), before]));
  await again();
  await expect.poll(() => systems.received.length).toBe(2);
});
