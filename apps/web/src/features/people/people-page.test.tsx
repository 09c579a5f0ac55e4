import { iam, people } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { chooseLanguage } from '#lib/i18n';
import { renderPage, serve } from '../../../test/render';
import { aSource } from '../iam/source.fixture';
import { PeoplePage } from './people-page';
import { aPerson } from './person/person.fixture';

const source = aSource();
const listOf = (items: ReturnType<typeof aPerson>[]) => ({ items, total: items.length, limit: 50, offset: 0 });

function open(items: ReturnType<typeof aPerson>[], search = {}) {
  serve(iam.list, [source]);
  serve(iam.departments, { items: [{ value: 'Health', people: 3 }], total: 1 });
  serve(iam.jobTitles, { items: [{ value: 'Nurse', people: 2 }], total: 1 });
  serve(iam.groups, { items: [], total: 0, limit: 1_000, offset: 0 });
  const asked = serve(people.list, listOf(items));
  const page = renderPage(<PeoplePage />, { path: '/people', search });
  return page.then((rendered) => ({ ...rendered, asked: asked.received }));
}

/** Names of downloaded files; jsdom has neither object URLs nor downloads. */
function catchDownload(): string[] {
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

describe('PeoplePage', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<PeoplePage />, { path: '/people' });
    await screen.findByText('Loading people...');
    screen.getByRole('heading', { level: 1, name: 'People' });
  });

  it('is in German on request, including numbers and dates', async () => {
    await chooseLanguage('de');
    onTestFinished(() => chooseLanguage('en'));
    serve(iam.list, [source]);
    serve(iam.departments, { items: [], total: 0 });
    serve(iam.jobTitles, { items: [], total: 0 });
    serve(iam.groups, { items: [], total: 0, limit: 1_000, offset: 0 });
    serve(people.list, { items: [aPerson()], total: 12_345, limit: 50, offset: 0 });
    await renderPage(<PeoplePage />, { path: '/people' });
    screen.getByRole('heading', { level: 1, name: 'Personen' });
    await screen.findByText('1–1 von 12.345');
    screen.getByText('1. März 2026');
    screen.getByRole('button', { name: 'CSV exportieren' });
  });

  it('links to the wizard when there are no people', async () => {
    await open([]);
    const begin = await screen.findByRole('link', { name: 'Import a staff list' });
    expect(begin.getAttribute('href')).toBe('/connect/iam-wizard');
  });

  it('clears filters without matches', async () => {
    const { user, router } = await open([], { search: 'zz', active: 'false' });
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('tries again after a failure', async () => {
    const { user } = await open([]);
    serve(people.list, 'overloaded');
    await renderPage(<PeoplePage />, { path: '/people' });
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(people.list, listOf([aPerson()]));
    await user.click(again);
    await screen.findByText('Ada Moss');
  });

  it('applies all filters of the URL on the server', async () => {
    const search = { search: 'moss', department: 'Health', active: 'true', sort: '-updated_at', offset: 50 };
    const { asked } = await open([aPerson()], search);
    await waitFor(() => expect(asked[0]?.query).toEqual({ ...search, active: true, limit: 50 }));
  });

  it('puts search and filters into the URL and returns to the first page', async () => {
    const { user, router } = await open([aPerson()], { offset: 50 });
    await user.type(await screen.findByRole('searchbox', { name: 'Search people' }), 'moss');
    await waitFor(() => expect(router.state.location.search).toEqual({ search: 'moss' }));
    await user.click(screen.getByRole('combobox', { name: 'Department' }));
    await user.click(await screen.findByRole('option', { name: 'Health (3 active)' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ search: 'moss', department: 'Health' }));
  });

  it('sorts by a column', async () => {
    const { user, asked } = await open([aPerson()]);
    await user.click(await screen.findByRole('button', { name: 'Name' }));
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ sort: '-display_name' }));
  });

  it('opens a person by keyboard', async () => {
    const { user, router } = await open([aPerson({ active: false, state: 'left' })]);
    const row = await screen.findByRole('row', { name: 'Open Ada Moss' });
    within(row).getByText('Left');
    row.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/people/${aPerson().id}`));
  });

  it('exports the filtered list', async () => {
    const { received } = serve(people.exportCsv, 'external_id\n');
    const saved = catchDownload();
    const { user } = await open([aPerson()], { department: 'Health', offset: 50 });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(received[0]?.query).toEqual({ department: 'Health' }));
    await waitFor(() => expect(saved).toEqual(['people.csv']));
  });

  it('names the manager whose reports are listed, and filters by state', async () => {
    const boss = aPerson({ id: '01900000-0000-7000-8000-0000000000e9', display_name: 'Bo Reed' });
    serve(people.get, boss);
    const { asked } = await open([aPerson()], { manager_id: boss.id, state: 'coming' });
    await screen.findByText('Ada Moss');
    await waitFor(() =>
      expect(screen.getByLabelText('Manager', { selector: 'input' })).toHaveProperty('value', 'Bo Reed'),
    );
    expect(screen.getByLabelText('State', { selector: 'input' })).toHaveProperty('value', 'Coming');
    expect(asked.at(-1)?.query).toMatchObject({ manager_id: boss.id, state: 'coming' });
  });
});
