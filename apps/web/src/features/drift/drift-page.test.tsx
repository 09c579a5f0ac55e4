import { type DriftItem, drift, keyPlans, keySystems, sync } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { renderPage, serve } from '../../../test/render';
import { DriftPage } from './drift-page';

const plan = { id: '01900000-0000-7000-8000-0000000000f1', name: 'City', takes_effect: 'at_once' as const };
const drafted = {
  ...plan,
  id: '01900000-0000-7000-8000-0000000000f2',
  name: 'Harbour',
  takes_effect: 'on_activation' as const,
};

const anItem = (number: number, changes: Partial<DriftItem> = {}): DriftItem => ({
  id: `01900000-0000-7000-8000-00000000000${number}`,
  connection_id: aKeySystem().id,
  connection_name: 'Head office',
  kind: 'member_added',
  what: `Person ${number} was put into the access profile 'Ward'.`,
  profile: 'Ward',
  person: { id: `01900000-0000-7000-8000-0000000000a${number}`, name: `Person ${number}` },
  rule: { id: '01900000-0000-7000-8000-0000000000c1', name: 'Ward doors' },
  key_plan: plan,
  doors: [],
  door_count: 0,
  affects: { people: 1, doors: 36 },
  since: '2026-03-01T08:00:00Z',
  adopted_at: null,
  state: 'open',
  accepted_at: null,
  accepted_by: null,
  acceptance: 'into_rule',
  why_not: null,
  ...changes,
});

const doors = anItem(2, {
  kind: 'doors_added',
  what: "2 doors were added to the access profile 'Ward'.",
  person: null,
  key_plan: drafted,
  door_count: 2,
  affects: { people: 60, doors: 2 },
});
const cannot = anItem(3, { kind: 'member_removed', acceptance: null, why_not: 'Rules only grant.' });

async function open(items: DriftItem[], search = {}) {
  serve(keySystems.list, { items: [aKeySystem()], total: 1, page: 0, size: 100 });
  serve(keyPlans.list, { keyplans: [], total: 0, limit: 200, offset: 0 });
  const asked = serve(drift.list, { items, total: items.length, limit: 50, offset: 0 }).received;
  const page = await renderPage(<DriftPage />, { path: '/drift', search });
  return { ...page, asked };
}

const selectAll = async (user: Awaited<ReturnType<typeof open>>['user'], button: string) => {
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
};

describe('DriftPage', () => {
  it('lists open changes of the requested key system', async () => {
    const { asked } = await open([anItem(1)], { connection_id: aKeySystem().id });
    await screen.findByText("Person 1 was put into the access profile 'Ward'.");
    expect(asked[0]?.query).toEqual({ state: 'open', connection_id: aKeySystem().id, limit: 50 });
  });

  it('shows loading and empty states', async () => {
    await open([]);
    await screen.findByText('No change to decide');
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<DriftPage />, { path: '/drift' });
    await screen.findByText('Loading changes...');
  });

  it('offers to try again after a failure', async () => {
    serve(keySystems.list, { items: [], total: 0, page: 0, size: 100 });
    serve(keyPlans.list, { keyplans: [], total: 0, limit: 200, offset: 0 });
    serve(drift.list, 'overloaded');
    const { user } = await renderPage(<DriftPage />, { path: '/drift' });
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(drift.list, { items: [anItem(1)], total: 1, limit: 50, offset: 0 });
    await user.click(again);
    await screen.findByText("Person 1 was put into the access profile 'Ward'.");
  });

  it('accepts acceptable changes after showing their effect on people and doors', async () => {
    const { user } = await open([anItem(1), doors, cannot]);
    const dialog = await selectAll(user, 'Accept into the draft…');
    dialog.getByText('Affects 1 person and 36 doors.');
    dialog.getByText('Affects 60 people and 2 doors.');
    dialog.getByText(/Edits of 'City' take effect at once/);
    dialog.getByText(/In 'Harbour' the edits wait in the draft/);
    dialog.getByText(/^1 selected change cannot be accepted/);
    const sent = serve(drift.accept, { success: true, accepted: 2, waiting: [] }).received;
    await user.click(dialog.getByRole('button', { name: 'Accept' }));
    await screen.findByText('2 changes accepted.');
    expect(sent[0]?.body).toEqual({ ids: [anItem(1).id, doors.id] });
  });

  it('restores by a sync preview of the key system, and follows it', async () => {
    const { user, router } = await open([anItem(1), anItem(4, { affects: { people: null, doors: 5 } })]);
    const dialog = await selectAll(user, 'Restore…');
    dialog.getByText('Affects 1 person and 36 doors.');
    dialog.getByText('Affects 5 doors.');
    dialog.getByText(/Nothing is written until you apply it/);
    const refused = serve(sync.start, 'sync_in_progress').received;
    await user.click(dialog.getByRole('button', { name: 'Preview sync' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
    expect(refused[0]?.body).toEqual({ target_key_system_connection_id: aKeySystem().id, dry_run: true });
    expect(router.state.location.pathname).toBe('/drift');
  });

  it('says of an adopted profile since when changes there appear', async () => {
    const { user } = await open([anItem(1, { adopted_at: '2026-03-01T08:00:00Z' })]);
    await user.click(await screen.findByText("Person 1 was put into the access profile 'Ward'."));
    const drawer = within(await screen.findByRole('dialog'));
    drawer.getByText(/^The profile was entered in the key system by hand and adopted on /);
  });

  it('shows why a change cannot be accepted, and offers restore only', async () => {
    const { user } = await open([cannot]);
    await user.click(await screen.findByRole('row', { name: `Open: ${cannot.what}` }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Taken out of a profile' }));
    drawer.getByText('Rules only grant.');
    drawer.getByRole('button', { name: 'Restore…' });
    expect(drawer.queryByRole('button', { name: 'Accept into the draft…' })).toBeNull();
  });
});
