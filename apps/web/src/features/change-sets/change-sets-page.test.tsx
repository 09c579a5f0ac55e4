import { type ChangeSet, changeSets } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aChangeSet } from '#data/tasks/change-set.fixture';
import { renderPage, serve } from '../../../test/render';
import { ChangeSetsPage } from './change-sets-page';

const place = { path: '/change-sets' };

function open(items: ChangeSet[], search = {}) {
  serve(changeSets.list, { items, total: items.length, limit: 50, offset: 0 });
  return renderPage(<ChangeSetsPage />, { ...place, search });
}

describe('ChangeSetsPage', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<ChangeSetsPage />, place);
    await screen.findByText('Loading changes...');
    screen.getByRole('heading', { level: 1, name: 'Changes' });
  });

  it('links to the first import when there is none', async () => {
    await open([]);
    const begin = await screen.findByRole('link', { name: 'Import a staff list' });
    expect(begin.getAttribute('href')).toBe('/connect/iam-wizard');
  });

  it('offers to clear a filter without matches', async () => {
    const { user, router } = await open([], { state: 'quarantined' });
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    await screen.findByText('No changes yet');
  });

  it('tries again after a failure', async () => {
    serve(changeSets.list, 'overloaded');
    const { user } = await renderPage(<ChangeSetsPage />, place);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(changeSets.list, { items: [aChangeSet()], total: 1, limit: 50, offset: 0 });
    await user.click(again);
    await screen.findByText('Staff list → people');
  });

  it('shows state, number of changes and who decided', async () => {
    const decision = { action: 'change_set.discarded', reason: '', by: 'ada', at: '2026-03-03T10:00:00Z' };
    vi.stubGlobal('innerWidth', 1_400);
    await open([aChangeSet({ state: 'discarded', decision })]);
    const row = within(await screen.findByRole('row', { name: 'Open changes of Staff list → people, Discarded' }));
    row.getByText('Discarded');
    row.getByText('Joined 2 · Left 1 · Moved 1');
    row.getByText('by ada');
  });

  it('opens a change set by keyboard', async () => {
    const one = aChangeSet({ state: 'quarantined' });
    const { user, router } = await open([one]);
    const row = await screen.findByRole('row', {
      name: 'Open changes of Staff list → people, Stopped by a guard',
    });
    row.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/change-sets/${one.id}`));
  });

  it('filters by state on the server', async () => {
    const { received } = serve(changeSets.list, { items: [], total: 0, limit: 50, offset: 0 });
    await renderPage(<ChangeSetsPage />, { ...place, search: { state: 'applied', offset: 50 } });
    await waitFor(() => expect(received[0]?.query).toEqual({ state: 'applied', offset: 50, limit: 50 }));
  });
});
