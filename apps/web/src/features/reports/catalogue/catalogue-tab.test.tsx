import { cylinderGroupList, cylinderList, locationList, type Output, type Report, reports } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { ReportsPage } from '../reports-page';

const path = '/admin/reports';

const notUpdated: Report = {
  id: 'keys_not_updated',
  group: 'keys',
  title: 'Keys without an update',
  about: 'Which keys have not been updated?',
  parameters: [{ kind: 'days', is_required: false, usual: 90, label: 'Days' }],
  columns: [
    { name: 'key', title: 'Key', kind: 'text' },
    { name: 'last_update', title: 'Last update', kind: 'moment' },
    { name: 'days_since', title: 'Days since', kind: 'number' },
  ],
};

const page = (fields: Partial<Output<typeof reports.read>> = {}): Output<typeof reports.read> => ({
  total: 2,
  chosen: ['90 days'],
  subject: null,
  notes: ['Keys of Annex were never read.'],
  items: [{ id: 'a', cells: ['K-001', '2025-01-01T10:00:00.000Z', 1_396] }],
  next: 'after-a',
  ...fields,
});

beforeEach(() => {
  serve(reports.catalogue, { items: [notUpdated] });
  serve(reports.read, ({ query }) =>
    query.after === 'after-a' ? page({ items: [{ id: 'b', cells: ['K-002', null, null] }], next: null }) : page(),
  );
});

describe('the catalogue', () => {
  it('has each report with what it answers, and opens it under an address of its own', async () => {
    const { user, router } = await renderPage(<ReportsPage />, { path, search: { tab: 'catalogue' } });
    const group = within(await screen.findByRole('region', { name: 'Keys' }));
    group.getByText('Which keys have not been updated?');
    expect(screen.queryByRole('region', { name: 'Cases' })).toBeNull();
    await user.click(group.getByRole('link', { name: 'Keys without an update' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'catalogue', report: 'keys_not_updated' }));
  });

  it('says that there is none for a reader who may see none', async () => {
    serve(reports.catalogue, { items: [] });
    await renderPage(<ReportsPage />, { path, search: { tab: 'catalogue' } });
    await screen.findByText('No reports for you');
  });
});

describe('a report', () => {
  const search = { tab: 'catalogue', report: 'keys_not_updated' };

  it('shows how many rows there are, of when, what is not known, and its rows page by page', async () => {
    const { user } = await renderPage(<ReportsPage />, { path, search });
    await screen.findByText('2 rows');
    screen.getByText(/^90 days · Data as of /);
    screen.getByText('Keys of Annex were never read.');
    const row = within((await screen.findByText('K-001')).closest('tr') ?? document.body);
    row.getByText('1,396');
    await user.click(screen.getByRole('button', { name: 'Show more rows' }));
    await screen.findByText('K-002');
    screen.getByText('K-001');
    expect(screen.queryByRole('button', { name: 'Show more rows' })).toBeNull();
  });

  it('takes its parameters from the address, and leaves out those that it does not have', async () => {
    const asked = serve(reports.read, page({ next: null }));
    const before = '2026-01-01T00:00:00.000Z';
    const { user, router } = await renderPage(<ReportsPage />, { path, search: { ...search, days: 30, before } });
    await screen.findByText('K-001');
    expect(asked.received.at(-1)?.query).toEqual({ days: 30 });
    await user.click(screen.getByRole('combobox', { name: 'Days' }));
    await user.click(await screen.findByRole('option', { name: '180 days' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ days: '180' }));
    await waitFor(() => expect(asked.received.at(-1)?.query).toEqual({ days: 180 }));
  });

  it('is saved as a file with the same parameters', async () => {
    URL.createObjectURL = vi.fn(() => 'blob:report');
    URL.revokeObjectURL = vi.fn();
    const saved = serve(reports.export, 'Key\n');
    const { user } = await renderPage(<ReportsPage />, { path, search: { ...search, days: 30 } });
    await user.click(await screen.findByRole('button', { name: 'XLSX file' }));
    await waitFor(() => expect(saved.received.at(-1)?.query).toEqual({ days: 30, format: 'xlsx' }));
  });

  it('says that there is nothing to report', async () => {
    serve(reports.read, page({ total: 0, items: [], next: null }));
    await renderPage(<ReportsPage />, { path, search });
    await screen.findByText('Nothing to report');
    screen.getByText('0 rows');
  });
});

describe('a report about doors', () => {
  it('asks for them first, and has neither rows nor files without', async () => {
    const whoMayOpen: Report = {
      ...notUpdated,
      id: 'who_may_open',
      title: 'Who may open a door',
      parameters: [{ kind: 'doors', is_required: true, usual: null, label: 'Door, group or place' }],
    };
    serve(reports.catalogue, { items: [whoMayOpen] });
    const asked = serve(reports.read, page({ subject: 'Annex' }));
    for (const list of [cylinderGroupList, cylinderList, locationList])
      serve(list.page, { items: [], total: 0 } as never);
    const search = { tab: 'catalogue', report: 'who_may_open' };
    const { unmount } = await renderPage(<ReportsPage />, { path, search });
    await screen.findByText('Choose what the report is about');
    expect([asked.received.length, screen.queryByRole('button', { name: 'CSV file' })]).toEqual([0, null]);
    unmount();
    const location_id = '0190c0de-0000-7000-8000-000000000007';
    await renderPage(<ReportsPage />, { path, search: { ...search, location_id } });
    await screen.findByRole('button', { name: 'CSV file' });
    expect(asked.received.at(-1)?.query).toEqual({ location_id });
    await waitFor(() => expect(screen.getByDisplayValue('Annex')).toBeTruthy());
  });
});
