import { changeSets, workList } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refetch } from '#data/calls/refetching';
import { renderPage, serve } from '../../../test/render';
import { DailyWords } from './daily-words';

const counted = (total: number) => ({ items: [], total, limit: 1, offset: 0 });

it('shows how much waits for an operator, until nothing does', async () => {
  serve(changeSets.list, counted(0));
  const asked = serve(workList.list, counted(30)).received;
  const { client } = await renderPage(<DailyWords />);
  const count = await screen.findByRole('link', { name: '30 entries are open' });
  expect(count.getAttribute('href')).toBe('/work-list');
  expect(asked[0]?.query).toEqual({ state: 'open', limit: 1 });
  serve(workList.list, counted(0));
  await refetch(client, ['recorded']); // As ticking does.
  await waitFor(() => expect(screen.queryByRole('link', { name: /entries are open/ })).toBeNull());
});
