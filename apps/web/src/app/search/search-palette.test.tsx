import { auth, iam, keyPlans, keySystems, overview } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { anAdmin, iamStatus, keyPlanCount, keySystemList } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { SearchBox } from './search-box';

const id = '0190c0de-0000-7000-8000-000000000020';

beforeEach(() => {
  serve(auth.me, anAdmin());
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

it('asks the server nothing for a sub-admin, who gets screens only', async () => {
  serve(auth.me, anAdmin({ role: 'subadmin' }));
  const { received } = serve(overview.search, { items: [] });
  const { user } = await renderPage(<SearchBox />);
  await user.click(screen.getByRole('button', { name: /Search/ }));
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'keys');
  expect(await screen.findByRole('option', { name: 'Assign Keys' })).toBeDefined();
  expect(screen.queryByRole('option', { name: 'Key Plan Manager' })).toBeNull();
  expect(received).toEqual([]);
});
