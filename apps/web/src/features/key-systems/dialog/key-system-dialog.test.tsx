import { type Diagnosis, type KeySystemConnection, keySystems, sync, timetables } from '@key2xs/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCertificate, aDiagnosis, aKeySystem, withCertificate } from '#data/key-systems/key-systems.fixture';
import { aTimetable } from '#data/tasks/timetables.fixture';
import { aTask, taskList } from '../../../../test/answers';
import { renderPage, serve } from '../../../../test/render';
import { KeySystemsPage } from '../key-systems-page';

/** Opens the dialog by its address, over the list. */
async function open(connection: KeySystemConnection, search = {}) {
  serve(keySystems.list, { items: [connection], total: 1, page: 0, size: 200 });
  serve(keySystems.get, connection);
  serve(sync.list, taskList([]));
  serve(keySystems.testProgress, { test: connection.last_test });
  serve(timetables.ofKeySystem, aTimetable());
  const place = { path: '/key-systems', search: { connection: connection.id, ...search } };
  const rendered = await renderPage(<KeySystemsPage />, place);
  return { ...rendered, dialog: within(await screen.findByRole('dialog', { name: /Head office|Edit Connection/ })) };
}

describe('the dialog of a key system', () => {
  it('gives the overview', async () => {
    const { dialog } = await open(
      aKeySystem({ status: 'ERROR', error_message: 'It did not answer.', description: 'Gate and offices' }),
    );
    for (const text of [
      'Error',
      /It did not answer\./,
      'CLIQ Web Manager',
      aKeySystem().id,
      'Gate and offices',
      'Last updated',
    ]) {
      dialog.getByText(text);
    }
  });

  it('shows when it is read and synced automatically', async () => {
    const { dialog } = await open(aKeySystem());
    await dialog.findByText('Read and synced every hour, Mon–Fri 06:00–20:00.');
    dialog.getByRole('button', { name: 'Change timetable' });
  });

  it('shows the configuration with its certificate, and where to change it', async () => {
    const { dialog, user, router } = await open(withCertificate(aCertificate(200)), { tab: 'configuration' });
    for (const text of ['Active configuration ID', 'https://cliq.test', 'CN=Lock CA', 'RSA 2048', 'AB:CD:EF']) {
      dialog.getByText(text);
    }
    dialog.getByText('Changing certificate or URL is a separate action.');
    await user.click(dialog.getByRole('button', { name: 'To the certificates' }));
    await dialog.findByRole('region', { name: 'Active certificate' });
    expect(router.state.location.search).toMatchObject({ tab: 'certificates' });
  });

  it('shows why it cannot be displayed', async () => {
    serve(keySystems.list, { items: [aKeySystem()], total: 1, page: 0, size: 200 });
    serve(keySystems.get, 'not_found');
    await renderPage(<KeySystemsPage />, { path: '/key-systems', search: { connection: aKeySystem().id } });
    await screen.findByText("Error fetching details for 'Head office'.");
    within(screen.getByRole('dialog')).getByText('Not found.');
  });

  it('does not show outdated data as current', async () => {
    const { client } = await open(aKeySystem());
    serve(keySystems.get, 'not_found');
    await act(() => client.invalidateQueries({ queryKey: ['key-systems'] }));
    await screen.findByText("Error fetching details for 'Head office'.");
    within(screen.getByRole('dialog')).getByText('Not found.');
  });

  it('reports when it cannot be read for editing', async () => {
    serve(keySystems.list, { items: [aKeySystem()], total: 1, page: 0, size: 200 });
    serve(keySystems.get, 'not_found');
    const search = { connection: aKeySystem().id, mode: 'edit' };
    await renderPage(<KeySystemsPage />, { path: '/key-systems', search });
    await screen.findByText('Failed to load connection details for editing.');
  });
});

describe('editing a key system', () => {
  it('starts from the stored values, not from cached ones', async () => {
    const { user } = await open(aKeySystem({ description: 'Gate', version: 1 }));
    await user.click(screen.getByRole('button', { name: 'Close Head office' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const updated = serve(keySystems.update, aKeySystem());
    serve(keySystems.get, aKeySystem({ description: 'Yard', version: 2 }));
    await user.click(await screen.findByRole('button', { name: 'More actions for Head office' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit Connection' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Connection' }));
    expect((await form.findByLabelText<HTMLTextAreaElement>('Description')).value).toBe('Yard');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(updated.received.length).toBe(1));
  });

  it('keeps typed values while the connection cannot be read', async () => {
    const { client, user } = await open(aKeySystem(), { mode: 'edit' });
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Description');
    await user.type(field, 'Yard');
    serve(keySystems.get, 'not_found');
    await act(() => client.invalidateQueries({ queryKey: ['key-systems'] }));
    await screen.findByText('Failed to load connection details for editing.');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toContain('Yard');
  });

  it('is opened from the card, and Cancel brings the original values back', async () => {
    serve(keySystems.list, { items: [aKeySystem()], total: 1, page: 0, size: 200 });
    serve(keySystems.get, aKeySystem({ description: 'Gate' }));
    const { user } = await renderPage(<KeySystemsPage />, { path: '/key-systems' });
    await user.click(await screen.findByRole('button', { name: 'More actions for Head office' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit Connection' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Connection' }));
    await user.type(await form.findByLabelText(/Connection Name/), ' of the town');
    await user.clear(form.getByLabelText('Description'));
    await user.click(form.getByRole('button', { name: 'Cancel' }));

    const dialog = within(await screen.findByRole('dialog', { name: 'Head office' }));
    dialog.getByText('Gate');
    await user.click(dialog.getByRole('button', { name: 'Edit' }));
    const again = within(await screen.findByRole('dialog', { name: 'Edit Connection' }));
    expect(again.getByLabelText<HTMLInputElement>(/Connection Name/).value).toBe('Head office');
    expect(again.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Gate');
  });

  it('saves name, description and activity, by keyboard', async () => {
    const { dialog, user } = await open(aKeySystem(), { mode: 'edit' });
    const updated = serve(keySystems.update, aKeySystem({ name: 'HQ', is_active: false }));
    const name = await dialog.findByLabelText(/Connection Name/);
    await user.clear(name);
    await user.type(name, 'HQ');
    await user.click(dialog.getByRole('switch', { name: /Active/ }));
    name.focus();
    await user.keyboard('{Enter}');
    await screen.findByText("Connection 'HQ' updated successfully.");
    expect(updated.received[0]?.body).toEqual({ name: 'HQ', description: null, is_active: false });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Connection' })).toBeNull());
  });

  it('keeps typed values after a conflicting change, and reloads on demand', async () => {
    const { dialog, user } = await open(aKeySystem(), { mode: 'edit' });
    serve(keySystems.update, 'version_conflict');
    const name = await dialog.findByLabelText<HTMLInputElement>(/Connection Name/);
    await user.type(name, ' 2');
    serve(keySystems.get, aKeySystem({ name: 'Town hall', version: 4 }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('Another administrator has changed this connection.');
    await screen.findByText('Failed to save key system connection.');
    expect(name.value).toBe('Head office 2');

    await user.click(dialog.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(name.value).toBe('Town hall'));
    expect(dialog.queryByText(/Someone else/)).toBeNull();
  });

  it('asks for a name', async () => {
    const { dialog, user } = await open(aKeySystem(), { mode: 'edit' });
    await user.clear(await dialog.findByLabelText(/Connection Name/));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('Connection name is required.');
  });
});

const step = (changes: Partial<Diagnosis['steps'][number]>, at: number) =>
  aDiagnosis().steps.map((one, n) => (n === at ? { ...one, ...changes } : one));

describe('the connection test', () => {
  it('shows the last one with its age', async () => {
    const { dialog } = await open(aKeySystem({ last_test: aDiagnosis() }), { tab: 'test' });
    dialog.getByText('The connection works.');
    dialog.getByText('5 minutes ago');
    expect(within(dialog.getByRole('list', { name: /Steps/ })).getAllByRole('listitem')).toHaveLength(7);
  });

  it('follows a running test to its end, regardless of who started it', async () => {
    const running = aDiagnosis({ ended_at: null, steps: step({ state: 'running', message: '' }, 2) });
    const failed = aDiagnosis({
      is_passed: false,
      status_message: 'The host is not known.',
      steps: step({ state: 'failed', message: 'Ask who runs the network.' }, 0),
    });
    const answers = [running, running, failed];
    const { dialog } = await open(aKeySystem({ last_test: running }), { tab: 'test' });
    serve(keySystems.testProgress, () => ({ test: answers.shift() ?? failed }));
    dialog.getByText('The test runs...');
    await dialog.findByText('The connection does not work.');
    dialog.getByText('Ask who runs the network.');
  });

  it('starts a new one', async () => {
    const { dialog, user } = await open(aKeySystem(), { tab: 'test' });
    dialog.getByText('Not tested yet');
    const ended = aDiagnosis({ steps: step({ state: 'warning', message: 'Ends soon.' }, 3) });
    const started = serve(keySystems.test, { id: aKeySystem().id, status: 'ACTIVE', status_message: '', steps: [] });
    serve(keySystems.testProgress, { test: ended });
    await user.click(dialog.getByRole('button', { name: 'Test now' }));
    await dialog.findByText('The connection works, but something needs attention.');
    expect(started.received).toHaveLength(1);
  });
});

describe('the inventory', () => {
  it('counts by kind, and lists what the connection can and cannot do', async () => {
    const { dialog } = await open(
      aKeySystem({
        inventory_counts: { keys: 1_204, cylinders: 318, spare_parts: 2 },
        capabilities: ['read_keys', 'read_cylinders'],
        open_work_items: 17,
      }),
      { tab: 'inventory' },
    );
    dialog.getByText('1,204');
    dialog.getByText('spare parts');
    within(dialog.getByRole('list', { name: 'It can' })).getByText('Read keys and who holds them');
    within(dialog.getByRole('list', { name: 'It cannot' })).getByText('Grant and withdraw rights');
    const hrefOf = (name: string) => dialog.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Work list, 17 open')).toBe(`/work-list?connection_id=${aKeySystem().id}`);
    expect(hrefOf('Locking plan')).toBe(`/key-systems/${aKeySystem().id}/locking-plan`);
    expect(hrefOf('View cylinders and keys')).toBe('/cylinders');
  });

  it('is read on demand, with its progress in place', async () => {
    const { dialog, user } = await open(aKeySystem(), { tab: 'inventory' });
    const task = aTask(3, {
      kind: 'inventory',
      status: 'RUNNING',
      phase: 'reading',
      done: 40,
      total: 318,
      key_system_connection_id: aKeySystem().id,
      result: null,
      completed_at: null,
    });
    serve(keySystems.readInventory, task);
    serve(sync.list, taskList([task]));
    await user.click(dialog.getByRole('button', { name: 'Read now' }));
    const bar = await dialog.findByRole('progressbar');
    expect(bar.getAttribute('aria-valuetext')).toBe('Reading: 40 of 318');
  });

  it('shows why the last read failed', async () => {
    const task = aTask(3, {
      kind: 'inventory',
      status: 'FAILURE',
      error: 'The key system did not answer.',
      key_system_connection_id: aKeySystem().id,
      result: null,
      completed_at: '2026-03-02T08:00:00Z',
    });
    const { dialog, user } = await open(aKeySystem());
    serve(sync.list, taskList([task]));
    await user.click(dialog.getByRole('tab', { name: 'Inventory' }));
    await dialog.findByText('The key system did not answer.');
  });

  it('that lost too much is accepted only with a reason', async () => {
    const loss = { list: 'cylinders', known: 1_296, gone: 1_284, listed: 12 } as const;
    const task = aTask(3, {
      kind: 'inventory',
      status: 'FAILURE',
      error: 'Stopped.',
      key_system_connection_id: aKeySystem().id,
      result: null,
      completed_at: '2026-03-02T08:00:00Z',
    });
    const { dialog, user } = await open(aKeySystem({ inventory_loss: loss }));
    serve(sync.list, taskList([task]));
    await user.click(dialog.getByRole('tab', { name: 'Inventory' }));
    await dialog.findByText(/lists 12 cylinders, and 1,284 of the 1,296 that were known are gone/);
    await user.click(dialog.getByRole('button', { name: 'Accept the loss…' }));
    const question = within(dialog.getByRole('group', { name: 'Are these records really gone?' }));
    question.getByText(/1,284 of 1,296 cylinders are marked as gone/);
    const accepted = serve(keySystems.acceptLoss, task);
    await user.click(question.getByRole('button', { name: 'Accept and read again' }));
    question.getByText('Say why, for the audit log');
    expect(document.activeElement).toBe(question.getByRole('textbox', { name: 'Reason' }));
    await user.type(question.getByRole('textbox', { name: 'Reason' }), 'The annexe is sold');
    await user.click(question.getByRole('button', { name: 'Accept and read again' }));
    await waitFor(() => expect(dialog.queryByRole('group')).toBeNull());
    expect(accepted.received[0]?.body).toEqual({
      list: 'cylinders',
      gone: 1_284,
      listed: 12,
      reason: 'The annexe is sold',
    });
  });

  it('that a sync found to have lost too much waits for a decision here too', async () => {
    const loss = { list: 'persons', known: 80, gone: 80, listed: 0 } as const;
    await open(aKeySystem({ inventory_loss: loss }), { tab: 'inventory' });
    await screen.findByRole('button', { name: 'Accept the loss…' });
  });
});
