import { iam, keyPlans, keySystems, overview, type SearchHit, sync } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aKeyPlan } from '#data/plans/key-plans.fixture';
import { aSource } from '#data/sources/identity-source.fixture';
import { session } from '#lib/session';
import { aTask, iamStatus, keyPlanCount, keySystemList } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { SearchBox } from './search-box';
import { placeOf } from './search-places';

const id = '0190c0de-0000-7000-8000-000000000020';

beforeEach(() => {
  serve(iam.status, iamStatus(true));
  serve(iam.list, []);
  serve(keySystems.list, keySystemList(true));
  serve(keyPlans.list, keyPlanCount(1));
  serve(overview.search, {
    items: [{ type: 'person', id, title: 'Jakub Rossi', subtitle: 'Coordinator', keyplan_id: null }],
  });
});

it('opens by Ctrl+K, finds people and opens the selected one', async () => {
  const { user, router } = await renderPage(<SearchBox />);
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'ross');
  expect(await screen.findByRole('option', { name: /Jakub Rossi/, selected: true })).toBeDefined();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Elsewhere')).toBeDefined();
  expect(router.state.location.pathname).toBe(`/people/${id}`);
});

it('lists screens by name and moves through them by arrow keys', async () => {
  const { user } = await renderPage(<SearchBox />);
  await user.click(screen.getByRole('button', { name: /Search/ }));
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'key plan');
  expect(await screen.findByRole('option', { name: 'Key Plan Manager', selected: true })).toBeDefined();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { name: 'AI Key Plan Generator' }).getAttribute('aria-selected')).toBe('true');
  await screen.findByRole('option', { name: /Jakub Rossi/ });
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByRole('option', { name: /Jakub Rossi/ }).getAttribute('aria-selected')).toBe('true');
});

it('finds screens by their description', async () => {
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
  keyplan_id: null,
});

it('searches for a sub-admin too, and offers only permitted results', async () => {
  const items = [aHit('cylinder', 30, 'C-1 Gate of keys'), aHit('key_plan', 31, 'Plan of keys')];
  const { received } = serve(overview.search, { items });
  const plans = serve(keyPlans.list, keyPlanCount(1));
  const { user } = await renderPage(<SearchBox />, { me: { role: 'subadmin' } });
  await user.click(screen.getByRole('button', { name: /Search/ }));
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'keys');
  expect(await screen.findByRole('option', { name: 'C-1 Gate of keys' })).toBeDefined();
  expect(screen.getByRole('option', { name: 'Assign Keys' })).toBeDefined();
  expect(screen.queryByRole('option', { name: 'Plan of keys' })).toBeNull();
  expect(screen.queryByRole('option', { name: 'Key Plan Manager' })).toBeNull();
  expect(received).toMatchObject([{ query: { q: 'keys' } }]);
  expect(plans.received.filter(({ query }) => query.limit !== 1)).toEqual([]); // One of their screens checks whether there is any.
});

it('offers "who may open" only to those who may see it', async () => {
  const { user, unmount } = await renderPage(<SearchBox />);
  await user.keyboard('{Control>}k{/Control}who may open');
  expect(await screen.findByRole('option', { name: /Who may open a door/ })).toBeDefined();
  unmount();
  serve(overview.search, { items: [aHit('cylinder', 30, 'C-1 Gate')] });
  const sub = await renderPage(<SearchBox />, { me: { role: 'subadmin' } });
  await sub.user.keyboard('{Control>}k{/Control}who may open');
  expect(await screen.findByRole('option', { name: 'C-1 Gate' })).toBeDefined();
  expect(screen.queryByRole('option', { name: /Who may open a door/ })).toBeNull();
});

it('reports no results only after the search', async () => {
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

it('opens the match on Enter, even if the answer comes later', async () => {
  const { user, router } = await renderPage(<SearchBox />);
  await user.keyboard('{Control>}k{/Control}ross{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/people/${id}`));
});

it('remembers recent choices per user', async () => {
  const first = await renderPage(<SearchBox />);
  await first.user.keyboard('{Control>}k{/Control}ross{Enter}');
  await screen.findByText('Elsewhere');
  first.unmount();
  const again = await renderPage(<SearchBox />);
  await again.user.keyboard('{Control>}k{/Control}');
  const recent = within(await screen.findByRole('group', { name: 'Chosen last' }));
  expect(recent.getByRole('option', { name: /Jakub Rossi/, selected: true })).toBeDefined();
  again.unmount();
  session.signIn({ access_token: 'test-token', expires_in: 3_600 }, 'grace');
  const { user } = await renderPage(<SearchBox />);
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('group', { name: 'Screens' })).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Chosen last' })).toBeNull();
});

it('starts actions on a record, and offers them only if permitted', async () => {
  const { received } = serve(sync.start, aTask(20));
  const { user, router, unmount } = await renderPage(<SearchBox />);
  await user.keyboard('{Control>}k{/Control}preview sync');
  await user.click(await screen.findByRole('option', { name: /Preview sync/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/tasks/${id}`));
  expect(received).toMatchObject([{ body: { dry_run: true } }]);
  unmount();
  const sub = await renderPage(<SearchBox />, { me: { role: 'subadmin' } });
  await sub.user.keyboard('{Control>}k{/Control}sync');
  expect(await screen.findByText(/Nothing found|Jakub/)).toBeDefined();
  expect(screen.queryByRole('option', { name: /Preview sync/ })).toBeNull();
});

it('previews a sync for a source with the first active key system, or reports that there is none', async () => {
  serve(iam.list, [aSource({ name: 'Town directory' })]);
  serve(keySystems.list, keySystemList(false, true));
  const { received } = serve(sync.start, aTask(20));
  const { user, router, unmount } = await renderPage(<SearchBox />);
  await user.keyboard('{Control>}k{/Control}preview sync town');
  await user.click(await screen.findByRole('option', { name: /first key system.*Town directory/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/tasks/${id}`));
  const target = keySystemList(false, true).items[1]?.id;
  expect(received.map(({ body }) => body)).toEqual([
    { source_iam_identifier: aSource().id, target_key_system_connection_id: target, dry_run: true },
  ]);
  unmount();
  serve(keySystems.list, keySystemList(false));
  const again = await renderPage(<SearchBox />);
  await again.user.keyboard('{Control>}k{/Control}preview sync town');
  await again.user.click(await screen.findByRole('option', { name: /Town directory/ }));
  await screen.findByText(/^No active key system connection found\./);
});

it('opens the content of departments, groups, places and rules', () => {
  const hit = { title: '', subtitle: '', keyplan_id: null };
  expect(placeOf({ ...hit, type: 'department', id: 'FIRE' })).toEqual({
    to: '/people',
    search: { department: 'FIRE' },
  });
  expect(placeOf({ ...hit, type: 'cylinder_group', id })).toEqual({ to: '/cylinders', search: { group_id: id } });
  expect(placeOf({ ...hit, type: 'location', id })).toEqual({ to: '/keys/locations', search: { location_id: id } });
  expect(placeOf({ ...hit, type: 'access_rule', id, keyplan_id: 'plan' })).toMatchObject({ params: { id: 'plan' } });
});

it('returns the focus', async () => {
  const { user } = await renderPage(
    <>
      <SearchBox />
      <button type="button">Before</button>
    </>,
  );
  const before = screen.getByRole('button', { name: 'Before' });
  before.focus();
  await user.keyboard('{Control>}k{/Control}');
  expect(document.activeElement?.getAttribute('role')).toBe('combobox');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(before));
});

const set = '0190c0de-0000-7000-8000-0000000000cc';
const source = aSource({ waiting_change_set_id: set });
const plan = aKeyPlan({ name: 'Town buildings', pending_changes: 3 });

it('offers the upload of a list only for staff-list sources', async () => {
  serve(iam.list, [aSource({ name: 'City staff' }), aSource({ id, name: 'Directory', provider: 'entra_id' })]);
  const { user } = await renderPage(<SearchBox />);
  await user.keyboard('{Control>}k{/Control}upload new list');
  await screen.findByRole('option', { name: /Upload new list.*City staff/ });
  expect(screen.queryByRole('option', { name: /Upload new list.*Directory/ })).toBeNull();
});

/** The most frequent jobs of administrators, each with what they would type. */
it.each([
  ['rossi', `/people/${id}`],
  ['who may open', '/cylinders'],
  ['review changes', `/change-sets/${set}`],
  ['preview sync', `/tasks/${id}`],
  ['upload list', `/connect/iam-wizard?connection=${source.id}`],
  ['add rule', `/keys/key-plans/${plan.id}?dialog=rule`],
  ['activate draft', `/keys/key-plans/${plan.id}?tab=impact`],
  ['compare people', '/people/compare'],
  ['read inventory', `/tasks/${id}`],
  ['work list', '/work-list'],
])('does a frequent job with one entry: %s', async (typed, place) => {
  serve(iam.list, [source]);
  serve(keyPlans.list, { keyplans: [plan], total: 1, limit: 50, offset: 0 });
  serve(sync.start, aTask(20));
  serve(keySystems.readInventory, aTask(20));
  const jakub = { type: 'person' as const, id, title: 'Jakub Rossi', subtitle: '', keyplan_id: null };
  serve(overview.search, ({ query: { q } }) => ({ items: q === 'rossi' ? [jakub] : [] }));
  const { user, router } = await renderPage(<SearchBox />);
  await user.keyboard(`{Control>}k{/Control}${typed}{Enter}`);
  await waitFor(() => expect(router.state.location.href).toBe(place));
});
