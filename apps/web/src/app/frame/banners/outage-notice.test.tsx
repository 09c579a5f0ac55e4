import { sync } from '@key2xs/contract';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { syncTasksQuery } from '#data/tasks/sync';
import { renderPage, serve } from '../../../../test/render';
import { OutageNotice } from './outage-notice';

const none = { items: [], total: 0, limit: 20, offset: 0, unseen: 0 };

const title = 'The server cannot answer at the moment.';

/** Retries once after a failure, when the test allows it. */
function aClient() {
  const queries = { retry: 1, retryDelay: 60_000 };
  return new QueryClient({ defaultOptions: { queries } });
}

function Tasks() {
  const { data, error } = useQuery({ ...syncTasksQuery, refetchInterval: false });
  return <p>{data ? 'The tasks' : (error?.message ?? 'Nothing yet')}</p>;
}

const show = (client: QueryClient) =>
  renderPage(
    <QueryClientProvider client={client}>
      <OutageNotice />
      <Tasks />
    </QueryClientProvider>,
  );

it('explains an outage instead of showing an empty list', async () => {
  serve(sync.list, 'overloaded');
  await show(aClient());
  expect((await screen.findByText(/Trying again…/)).textContent).toBe(
    `${title} Busy, try again shortly. Trying again…`,
  );
  expect(screen.getByText('Nothing yet')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers a retry after giving up, and disappears with the answer', async () => {
  serve(sync.list, 'overloaded');
  const client = aClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const { user } = await show(client);
  const again = await screen.findByRole('button', { name: 'Try again' });
  serve(sync.list, none);
  await user.click(again);
  await screen.findByText('The tasks');
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
});

it('is silent about every other failure', async () => {
  serve(sync.list, 'forbidden');
  const client = aClient();
  client.setDefaultOptions({ queries: { retry: false } });
  await show(client);
  await screen.findByText('Insufficient permissions.');
  expect(screen.queryByText(title)).toBeNull();
});
