import { iam, keyPlans, keySystems, overview, type SearchHit } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { iamStatus, keyPlanCount, keySystemList } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { SearchBox } from './search-box';

const id = '0190c0de-0000-7000-8000-000000000020';

beforeEach(() => {
  serve(iam.status, iamStatus(true));
  serve(keySystems.list, keySystemList(true));
  serve(keyPlans.list, keyPlanCount(1));
  serve(overview.search, { items: [{ type: 'person', id, title: 'Jakub Rossi', subtitle: 'Coordinator' }] });
});

it('opens by Ctrl and K, finds people and opens the one that was chosen', async () => {
  const { user, router } = await renderPage(<SearchBox />);
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'ross');
  expect(await screen.findByRole('option', { name: /Jakub Rossi/, selected: true })).toBeDefined();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Elsewhere')).toBeDefined();
  expect(router.state.location.pathname).toBe(`/people/${id}`);
});

it('lists screens by name and moves through them by arrow', async () => {
  const { user } = await renderPage(<SearchBox />);
  await user.click(screen.getByRole('button', { name: /Search/ }));
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'key plan');
  expect(await screen.findByRole('option', { name: 'Key Plan Manager', selected: true })).toBeDefined();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { name: 'AI Key Plan Generator' }).getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByRole('option', { name: /Jakub Rossi/ }).getAttribute('aria-selected')).toBe('true');
});

it('finds screens by what they are for', async () => {
  const { user } = await renderPage(<SearchBox />);
  await user.click(screen.getByRole('button', { name: /Search/ }));
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'identity sources');
  expect(await screen.findByRole('option', { name: 'Manage Connections' })).toBeDefined();
});

const aHit = (type: SearchHit['type'], n: number, title: string) => ({
  type,
  id: id.slice(0, -2) + n,
  title,
  subtitle: '',
});

it('asks for a sub-admin too, and offers of what was found only what opens to them', async () => {
  const items = [aHit('cylinder', 30, 'C-1 Gate of keys'), aHit('key_plan', 31, 'Plan of keys')];
  const { received } = serve(overview.search, { items });
  const { user } = await renderPage(<SearchBox />, { me: { role: 'subadmin' } });
  await user.click(screen.getByRole('button', { name: /Search/ }));
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'keys');
  expect(await screen.findByRole('option', { name: 'C-1 Gate of keys' })).toBeDefined();
  expect(screen.getByRole('option', { name: 'Assign Keys' })).toBeDefined();
  expect(screen.queryByRole('option', { name: 'Plan of keys' })).toBeNull();
  expect(screen.queryByRole('option', { name: 'Key Plan Manager' })).toBeNull();
  expect(received).toMatchObject([{ query: { q: 'keys' } }]);
});

it('says that nothing was found only after it has asked', async () => {
  let answer: (hits: { items: SearchHit[] }) => void = () => undefined;
  const asked = new Promise<Response>((resolve) => {
    answer = (hits) => resolve(Response.json(hits));
  });
  const { user } = await renderPage(<SearchBox />, { me: { role: 'subadmin' } });
  await user.click(screen.getByRole('button', { name: /Search/ }));
  const usual = fetch;
  vi.stubGlobal('fetch', (target: string, init: RequestInit) =>
    String(target).includes('/search') ? asked : usual(target, init),
  );
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'zz');
  expect(await screen.findByText('Searching...')).toBeDefined();
  expect(screen.queryByText(/Nothing found/)).toBeNull();
  answer({ items: [] });
  expect(await screen.findByText('Nothing found for “zz”.')).toBeDefined();
});
