import { type KeySystemConnection, keySystems } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aCertificate, aKeySystem, withCertificate } from '#data/key-systems/key-systems.fixture';
import { renderPage, serve } from '../../../test/render';
import { KeySystemsPage } from './key-systems-page';

const south = aKeySystem({ id: '01900000-0000-7000-8000-000000000002', name: 'South', status: 'ERROR' });

const listOf = (items: KeySystemConnection[]) => ({ items, total: items.length, page: 0, size: 200 });

async function open(items: KeySystemConnection[], search = {}) {
  serve(keySystems.list, listOf(items));
  return renderPage(<KeySystemsPage />, { path: '/key-systems', search });
}

type User = Awaited<ReturnType<typeof renderPage>>['user'];

const card = (name: string) => within(screen.getByRole('region', { name }));
const shownNames = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

async function choose(user: User, item: string) {
  await user.click(await screen.findByRole('button', { name: 'More actions for Head office' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the list of key systems', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<KeySystemsPage />, { path: '/key-systems' });
    await screen.findByText('Loading key systems...');
    screen.getByRole('heading', { level: 1, name: 'Key System Manager' });
    screen.getByText('Manage and monitor your Key System connections');
  });

  it('offers to add the first one', async () => {
    await open([]);
    await screen.findByText('No Key Systems Found');
    await screen.findByText("You haven't set up any key systems yet.");
    expect(screen.getAllByRole('link', { name: 'Add Key System' }).map((link) => link.getAttribute('href'))).toEqual([
      '/add-key-system',
      '/add-key-system',
    ]);
  });

  it('reports a failed read in a toast, and retries', async () => {
    serve(keySystems.list, 'bad_request');
    const { user } = await renderPage(<KeySystemsPage />, { path: '/key-systems' });
    await screen.findByText('Failed to load key system connections.');
    serve(keySystems.list, listOf([aKeySystem()]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('region', { name: 'Head office' });
  });

  it('is cleared when a refresh fails, because its statuses are unknown', async () => {
    const { user } = await open([aKeySystem()]);
    await screen.findByRole('region', { name: 'Head office' });
    serve(keySystems.list, 'bad_request');
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('Failed to load key system connections.');
    expect(screen.queryByRole('region', { name: 'Head office' })).toBeNull();
  });

  it('shows the purpose of a card', async () => {
    const lastMinutes = new Date(Date.now() - 5 * 60_000).toISOString();
    await open([
      withCertificate(aCertificate(27), {
        description: 'Gate and offices',
        status: 'ERROR',
        is_sandbox: true,
        error_message: 'The certificate was refused. Ask for a new one.',
        last_successful_interaction: lastMinutes,
      }),
    ]);
    await screen.findByRole('region', { name: 'Head office' });
    const shown = card('Head office');
    for (const text of [
      'Error',
      'Sandbox',
      'CLIQ Web Manager',
      'https://cliq.test',
      '5 minutes ago',
      /^Ends in 27 days/,
      '1 Mar 2026',
      'Gate and offices',
      /The certificate was refused/,
    ]) {
      shown.getByText(text);
    }
  });

  it.each([
    ['ACTIVE', 'Active', 'green'],
    ['CONFIGURED', 'Configured', 'blue'],
    ['PENDING_VALIDATION', 'Pending', 'amber'],
    ['ERROR', 'Error', 'red'],
    ['DISABLED', 'Inactive', 'grey'],
  ] as const)('shows %s as the word %s in %s', async (status, word, tone) => {
    await open([aKeySystem({ status })]);
    await screen.findByRole('region', { name: 'Head office' });
    expect(card('Head office').getByText(word).className).toContain(`tone-${tone}`);
  });

  it('links to the decision when a read was stopped', async () => {
    const { router, user } = await open([
      aKeySystem({ inventory_loss: { list: 'keys', known: 60, gone: 60, listed: 0 } }),
    ]);
    await screen.findByText('The last reading of its inventory was stopped: too much is missing.');
    await user.click(screen.getByRole('link', { name: 'Decide' }));
    expect(router.state.location.search).toMatchObject({ connection: aKeySystem().id, tab: 'inventory' });
  });

  it('filters by the URL and clears the filter', async () => {
    const { user, router } = await open([aKeySystem(), south], { status: 'ERROR', search: 'head' });
    await screen.findByText('No key systems match your current search or filters.');
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await screen.findByRole('region', { name: 'South' });
    expect(router.state.location.search).not.toHaveProperty('status');
  });

  it('searches, and counts the matches', async () => {
    const { user } = await open([aKeySystem(), south]);
    await user.type(await screen.findByRole('searchbox', { name: 'Search key systems...' }), 'south');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Head office' })).toBeNull());
    screen.getByText('1 of 2 key systems');
  });

  it('is sorted by name, and reversed on demand', async () => {
    const { user, router } = await open([south, aKeySystem()]);
    await screen.findByRole('region', { name: 'South' });
    expect(shownNames()).toEqual(['Head office', 'South']);
    await user.click(screen.getByRole('button', { name: 'Ascending. Sort descending' }));
    await waitFor(() => expect(shownNames()).toEqual(['South', 'Head office']));
    expect(router.state.location.search).toEqual({ sort: '-name' });
  });

  it('keeps its order when the same one is selected again', async () => {
    const { user, router } = await open([aKeySystem()], { sort: 'status' });
    await user.click(await screen.findByRole('combobox', { name: 'Sort by' }));
    await user.click(await screen.findByRole('option', { name: 'Status' }));
    expect(router.state.location.search).toEqual({ sort: 'status' });
  });

  it('starts with the newest when sorted by date', async () => {
    const { user, router } = await open([aKeySystem()]);
    await user.click(await screen.findByRole('combobox', { name: 'Sort by' }));
    await user.click(await screen.findByRole('option', { name: 'Last interaction' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: '-last_successful_interaction' }));
  });

  it('opens a key system at its own URL, and closes it again', async () => {
    const { user, router } = await open([aKeySystem()], { search: 'head' });
    serve(keySystems.get, aKeySystem());
    await user.click(await screen.findByRole('link', { name: 'Head office' }));
    await screen.findByRole('dialog', { name: 'Head office' });
    expect(router.state.location.search).toEqual({ search: 'head', connection: aKeySystem().id });
    await user.click(await screen.findByRole('button', { name: 'Close Head office' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toEqual({ search: 'head' });
  });
});

describe('deleting a key system', () => {
  it('asks in the words of the specification and states the effect', async () => {
    const { user } = await open([aKeySystem()]);
    const removed = serve(keySystems.remove, { success: true });
    await choose(user, 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Key System Connection' }));
    dialog.getByText('Are you sure you want to delete Head office?');
    dialog.getByText('This action cannot be undone. All associated configuration will be permanently removed.');
    dialog.getByText(/318 cylinders and 40 groups/);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText("Connection 'Head office' deleted successfully.");
    expect(removed.received).toHaveLength(1);
  });

  it('shows what blocks it, with links, and retries', async () => {
    const { user } = await open([aKeySystem()]);
    serve(keySystems.remove, {
      success: false,
      error: 'constraint_violation',
      message: 'It is still used.',
      related_records: {
        key_plans: 2,
        access_profiles: 1,
        access_rules: 4,
        locking_plans: 1,
        work_items: 5,
        lost_keys: 3,
      },
    });
    await choose(user, 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Key System Connection' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    await screen.findByText("Failed to delete connection 'Head office'.");
    expect(hrefOf('2 key plans')).toBe('/keys/key-plans');
    expect(hrefOf('1 access profile')).toBe('/keys/key-plans');
    expect(hrefOf('4 access rules')).toBe('/keys/key-plans');
    expect(hrefOf('1 locking plan')).toBe(`/key-systems/${aKeySystem().id}/locking-plan`);
    expect(hrefOf('5 entries of the work list')).toBe(`/work-list?connection_id=${aKeySystem().id}`);
    screen.getByText('3 lost keys');

    serve(keySystems.remove, { success: true });
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await screen.findByText("Connection 'Head office' deleted successfully.");
  });
});
