import { type KeySystemConnection, keySystems } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aKeySystem } from '#data/key-systems.fixture';
import { renderPage, serve } from '../../../test/render';
import { KeySystemsPage } from './key-systems-page';

const south = aKeySystem({ id: '01900000-0000-7000-8000-000000000002', name: 'South', status: 'ERROR' });

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function open(items: KeySystemConnection[], search = {}) {
  serve(keySystems.list, { items, total: items.length, page: 0, size: 200 });
  return renderPage(<KeySystemsPage />, { path: '/key-systems', search });
}

const card = (name: string) => within(screen.getByRole('region', { name }));

async function choose(user: Awaited<ReturnType<typeof renderPage>>['user'], item: string) {
  await user.click(await screen.findByRole('button', { name: 'More actions for Head office' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('KeySystemsPage', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<KeySystemsPage />, { path: '/key-systems' });
    await screen.findByText('Loading key systems...');
    screen.getByRole('heading', { level: 1, name: 'Key System Manager' });
    screen.getByText('Manage and monitor your Key System connections');
  });

  it('offers to add the first one', async () => {
    await open([]);
    await screen.findByText("You haven't set up any key systems yet.");
    expect(screen.getAllByRole('link', { name: 'Add Key System' }).map((link) => link.getAttribute('href'))).toEqual([
      '/add-key-system',
      '/add-key-system',
    ]);
  });

  it('tries again after a failure', async () => {
    serve(keySystems.list, 'overloaded');
    const { user } = await renderPage(<KeySystemsPage />, { path: '/key-systems' });
    await screen.findByText(/Failed to load key system connections\./);
    serve(keySystems.list, { items: [aKeySystem()], total: 1, page: 0, size: 200 });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('region', { name: 'Head office' });
  });

  it('shows health, inventory, certificate and what went wrong', async () => {
    const in27Days = new Date(Date.now() + 27.5 * 86_400_000).toISOString();
    await open([
      aKeySystem({
        status: 'ERROR',
        is_sandbox: true,
        error_message: 'The certificate was refused. Ask for a new one.',
        inventory_read_at: minutesAgo(5),
        last_successful_interaction: null,
        active_configuration: {
          ...aKeySystem().active_configuration,
          config_data: {
            cliq_api_url: 'https://cliq.test',
            domain_name: 'HQ',
            client_certificate_info: {
              subject: 'CN=k',
              issuer: 'CN=ca',
              fingerprint_sha256: 'ab',
              not_before: '2026-01-01T00:00:00Z',
              not_after: in27Days,
            },
          },
        },
      }),
    ]);
    await screen.findByRole('region', { name: 'Head office' });
    const shown = card('Head office');
    for (const text of ['Error', 'Sandbox', 'https://cliq.test', 'Never', '5 minutes ago', /Ends in 27 days/]) {
      shown.getByText(text);
    }
    shown.getByText(/318 cylinders, 40 groups/);
    shown.getByText(/The certificate was refused/);
  });

  it('filters by what the URL says and clears it', async () => {
    const { user, router } = await open([aKeySystem(), south], { status: 'ERROR', search: 'head' });
    await screen.findByText('No key systems match your current search or filters.');
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await screen.findByRole('region', { name: 'South' });
    expect(router.state.location.search).not.toHaveProperty('status');
  });

  it('searches by name, endpoint and type', async () => {
    const { user } = await open([aKeySystem(), south]);
    await user.type(await screen.findByRole('searchbox', { name: 'Search key systems...' }), 'south');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Head office' })).toBeNull());
    screen.getByText('1 of 2 key systems');
  });

  it('tests one and says what it answered', async () => {
    const { user } = await open([aKeySystem()]);
    serve(keySystems.test, { id: south.id, status: 'ERROR', status_message: 'The address did not answer.' });
    await user.click(await screen.findByRole('button', { name: 'Test Head office' }));
    await screen.findByText('Head office: The address did not answer.');
  });

  it('starts reading the inventory and follows the task', async () => {
    const { user, router } = await open([aKeySystem()]);
    serve(keySystems.readInventory, {
      task_id: '01900000-0000-7000-8000-0000000000aa',
      kind: 'inventory',
      status: 'PENDING',
      phase: 'waiting',
      done: 0,
      total: 0,
      title: 'Head office',
      dry_run: false,
      result: null,
      error: null,
      iam_connection_id: null,
      key_system_connection_id: aKeySystem().id,
      change_set_id: null,
      seen: false,
      created_at: '2026-03-01T08:00:00Z',
      started_at: null,
      completed_at: null,
    });
    await user.click(await screen.findByRole('button', { name: 'Read inventory of Head office' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tasks/01900000-0000-7000-8000-0000000000aa'));
  });

  it('saves name and activity, by keyboard', async () => {
    const { user } = await open([aKeySystem()]);
    const updated = serve(keySystems.update, aKeySystem({ name: 'HQ', is_active: false }));
    await choose(user, 'Edit Connection');
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit Connection' }));
    const name = drawer.getByLabelText(/Connection Name/);
    await user.clear(name);
    await user.type(name, 'HQ');
    await user.click(drawer.getByRole('switch', { name: /Active/ }));
    name.focus();
    await user.keyboard('{Enter}');
    await screen.findByText("Connection 'HQ' updated successfully.");
    expect(updated.received[0]?.body).toEqual({ name: 'HQ', description: null, is_active: false });
  });

  it('asks for a name and keeps the drawer open when somebody else was faster', async () => {
    const { user } = await open([aKeySystem()]);
    serve(keySystems.update, 'version_conflict');
    await choose(user, 'Edit Connection');
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit Connection' }));
    const name = drawer.getByLabelText(/Connection Name/);
    await user.clear(name);
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await drawer.findByText('Connection name is required.');

    await user.type(name, 'HQ');
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await drawer.findByText(/Somebody else changed this record/);
  });

  it('deletes after naming the effect', async () => {
    const { user } = await open([aKeySystem()]);
    const removed = serve(keySystems.remove, { success: true });
    await choose(user, 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Key System Connection' }));
    dialog.getByText('Are you sure you want to delete Head office?');
    dialog.getByText(/318 cylinders and 40 groups/);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText("Connection 'Head office' deleted successfully.");
    expect(removed.received).toHaveLength(1);
  });

  it('shows what stands in the way of a deletion, with links, and tries again', async () => {
    const { user } = await open([aKeySystem()]);
    serve(keySystems.remove, {
      success: false,
      error: 'constraint_violation',
      message: 'It is still used.',
      related_records: { key_plans: 2, access_profiles: 1, lost_keys: 3 },
    });
    await choose(user, 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Key System Connection' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect((await screen.findByRole('link', { name: '2 key plans' })).getAttribute('href')).toBe('/keys/key-plans');
    screen.getByRole('link', { name: '1 access profile' });
    screen.getByText('3 lost keys');
    screen.getByText("Failed to delete connection 'Head office'.");

    serve(keySystems.remove, { success: true });
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await screen.findByText("Connection 'Head office' deleted successfully.");
  });
});
