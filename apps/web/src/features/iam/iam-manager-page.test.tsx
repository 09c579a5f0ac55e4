import { type IamConnection, iam, renames, timetables } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aTimetable } from '#data/tasks/timetables.fixture';
import { renderPage, serve } from '../../../test/render';
import { IamManagerPage } from './iam-manager-page';
import { aSource } from './source.fixture';

const place = { path: '/iam-manager' };

function open(sources: IamConnection[]) {
  serve(iam.list, sources);
  return renderPage(<IamManagerPage />, place);
}

describe('IamManagerPage', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<IamManagerPage />, place);
    await screen.findByText('Loading identity sources...');
    screen.getByRole('heading', { level: 1, name: 'IAM Manager' });
  });

  it('links to the wizard when there is no source', async () => {
    await open([]);
    await screen.findByText('No identity source yet');
    const ways = screen.getAllByRole('link', { name: 'Add identity source' }).map((link) => link.getAttribute('href'));
    expect(ways).toEqual(['/connect/iam-wizard', '/connect/iam-wizard']);
  });

  it('tries again after a failure', async () => {
    serve(iam.list, 'overloaded');
    const { user } = await renderPage(<IamManagerPage />, place);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(iam.list, [aSource()]);
    await user.click(again);
    await screen.findByText('City staff');
  });

  it('shows people, last read, state and links', async () => {
    const { id } = aSource();
    const last_read_at = new Date(Date.now() - 5 * 60_000).toISOString();
    await open([aSource({ last_read_at, waiting_change_set_id: '01900000-0000-7000-8000-0000000000c1' })]);
    await screen.findByText('5 minutes ago');
    screen.getByText('Active');
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href('32,812, open people of City staff')).toBe(`/people?connection_id=${id}&active=true`);
    expect(href('Upload new list for City staff')).toBe(`/connect/iam-wizard?connection=${id}`);
    expect(href('Review changes of City staff')).toMatch(/^\/change-sets\/0190/);
  });

  it('shows aliases of values, and removes one', async () => {
    const { id } = aSource();
    const alias = { source_value: 'Station', read_as: 'Ward', created_by: 'ada', created_at: '2026-03-03T09:14:00Z' };
    serve(renames.aliases, { items: [{ ...alias, id, field: 'department' }] });
    const { received } = serve(renames.removeAlias, { success: true, message: 'Read as it is.' });
    const { user } = await open([aSource()]);
    await user.click(await screen.findByRole('button', { name: 'Edit City staff' }));
    await screen.findByText(/Department Station is read as Ward\./);
    serve(renames.aliases, { items: [] });
    await user.click(screen.getByRole('button', { name: 'Take back Station' }));
    await waitFor(() => expect(received[0]?.params).toEqual({ id, alias_id: id }));
    await waitFor(() => expect(screen.queryByText(/is read as Ward/)).toBeNull());
  });

  it('saves edits against the version shown', async () => {
    const { user } = await open([aSource()]);
    const { received } = serve(iam.update, aSource({ name: 'Town staff' }));
    await user.click(await screen.findByRole('button', { name: 'Edit City staff' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit identity source' }));
    const name = dialog.getByLabelText(/Source name/);
    await user.clear(name);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('A name needs at least one visible character.');
    expect(document.activeElement).toBe(name);
    await user.type(name, 'Town staff');
    await user.click(dialog.getByRole('switch', { name: /^Active/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText("Source 'Town staff' saved.");
    const untouched = { description: null, admin_contact: null };
    expect(received[0]?.body).toEqual({ name: 'Town staff', is_active: false, ...untouched });
  });

  it('saves the grace period, a whole number of days', async () => {
    const { user } = await open([aSource()]);
    const { received } = serve(iam.setGrace, aSource({ grace_days: 7 }));
    await user.click(await screen.findByRole('button', { name: 'Edit City staff' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit identity source' }));
    const days = dialog.getByLabelText('Days in which a returning person keeps their record');
    await user.clear(days);
    await user.click(dialog.getByRole('button', { name: 'Save days' }));
    await dialog.findByText('Type a whole number from 0 to 3,650.');
    await user.type(days, '7');
    await user.click(dialog.getByRole('button', { name: 'Save days' }));
    await screen.findByText("Source 'City staff' saved.");
    expect(received[0]?.body).toEqual({ grace_days: 7 });
  });

  it('offers a timetable for a called source only', async () => {
    serve(timetables.ofSource, aTimetable());
    const { user } = await open([
      aSource(),
      aSource({ id: '01900000-0000-7000-8000-00000000000c', name: 'Porter', provider: 'entra_id' }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Edit Porter' }));
    const porter = within(await screen.findByRole('dialog', { name: 'Edit identity source' }));
    await porter.findByText('Read every hour, Mon–Fri 06:00–20:00.');
    await user.click(porter.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Edit City staff' }));
    const list = within(await screen.findByRole('dialog', { name: 'Edit identity source' }));
    expect(list.queryByRole('region', { name: 'Timetable' })).toBeNull();
  });

  it('keeps the edits after a conflicting change by another administrator', async () => {
    const { user } = await open([aSource()]);
    serve(iam.update, 'version_conflict');
    await user.click(await screen.findByRole('button', { name: 'Edit City staff' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Description'), 'All departments');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('Someone else changed this record.');
    expect(dialog.getByLabelText('Description')).toHaveProperty('value', 'All departments');
  });

  it('states the effect before it deletes', async () => {
    const { user } = await open([aSource({ people: 0 })]);
    const { received } = serve(iam.remove, { success: true });
    await user.click(await screen.findByRole('button', { name: 'Delete City staff' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete City staff?' }));
    dialog.getByText('0 people came from this source.');
    serve(iam.list, []);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('No identity source yet');
    expect(received).toHaveLength(1);
  });

  it('shows in numbers what blocks a deletion', async () => {
    const { user } = await open([aSource()]);
    const message = "'City staff' is still used.";
    serve(iam.remove, {
      success: false,
      error: 'constraint_violation',
      message,
      related_records: { people: 32_812, key_plans: 2 },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete City staff' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText(/'City staff' is still used\./);
    screen.getByText('2 key plans');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull());
  });
});
