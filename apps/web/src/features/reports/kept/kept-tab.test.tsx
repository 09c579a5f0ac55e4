import { type KeptReport, keptReports, reportSchedules, reports } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { ReportsPage } from '../reports-page';

const path = '/admin/reports';
const idOf = (number: number) => `0190c0de-0000-7000-8000-${String(number).padStart(12, '0')}`;

const aKept = (fields: Partial<KeptReport> = {}): KeptReport => ({
  id: idOf(1),
  report: 'keys_out',
  title: 'Keys handed out',
  format: 'pdf',
  chosen: ['All key systems'],
  rows: 1_081,
  file_name: 'keys-out.pdf',
  bytes: 37_000,
  sha256: 'ab'.repeat(32),
  made_at: '2026-11-29T09:45:00.000Z',
  made_by: 'ada',
  is_scheduled: false,
  keep_until: '2027-11-29T09:45:00.000Z',
  erased_at: null,
  can_delete: true,
  ...fields,
});

let kept: KeptReport[];

beforeEach(() => {
  kept = [
    aKept(),
    aKept({ id: idOf(2), title: 'Failed runs', erased_at: '2026-11-29T10:00:00.000Z', can_delete: false }),
  ];
  serve(keptReports.list, () => ({ items: kept, total: kept.length }));
  serve(reportSchedules.list, { items: [] });
});

const rowOf = async (title: string) => within((await screen.findByText(title)).closest('tr') ?? document.body);

describe('kept results', () => {
  it('say how they were made, and offer only what can be done with each', async () => {
    await renderPage(<ReportsPage />, { path, search: { tab: 'kept' } });
    const whole = await rowOf('Keys handed out');
    whole.getByText('All key systems');
    whole.getByText('1,081');
    whole.getByText('PDF, 36 kB');
    whole.getByRole('button', { name: 'Download' });
    whole.getByRole('button', { name: 'Delete' });
    const erased = await rowOf('Failed runs');
    erased.getByText(/^Erased on 29 Nov/);
    expect(erased.queryAllByRole('button')).toEqual([]);
  });

  it('are deleted after a question that names the hash of the file', async () => {
    serve(keptReports.remove, ({ params }) => {
      kept = kept.filter(({ id }) => id !== params.id);
      return { success: true } as const;
    });
    const { user } = await renderPage(<ReportsPage />, { path, search: { tab: 'kept' } });
    await user.click((await rowOf('Keys handed out')).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(`SHA-256 ${'ab'.repeat(32)}`);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Keys handed out')).toBeNull());
    screen.getByText('Failed runs');
  });

  it('show the one that a mail leads to, or that it is gone', async () => {
    const { user } = await renderPage(<ReportsPage />, { path, search: { tab: 'kept', kept: idOf(2) } });
    await screen.findByText('Failed runs');
    expect(screen.queryByText('Keys handed out')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All kept results' }));
    await screen.findByText('Keys handed out');
  });

  it('that are gone are not taken for none', async () => {
    await renderPage(<ReportsPage />, { path, search: { tab: 'kept', kept: idOf(7) } });
    await screen.findByText('This result is not here any more');
  });
});

it('a report is kept as chosen, and the message leads to it', async () => {
  serve(reports.catalogue, {
    items: [{ id: 'keys_out', group: 'keys', title: 'Keys handed out', about: '', parameters: [], columns: [] }],
  });
  serve(reports.read, { total: 0, chosen: [], subject: null, notes: [], items: [], next: null });
  const { received } = serve(keptReports.keep, aKept());
  const { user, router } = await renderPage(<ReportsPage />, {
    path,
    search: { tab: 'catalogue', report: 'keys_out' },
  });
  await user.click(await screen.findByRole('button', { name: 'Keep…' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep' }));
  await user.click(await screen.findByRole('button', { name: 'Show' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'kept', kept: idOf(1) }));
  expect(received).toEqual([{ params: { report: 'keys_out' }, body: { format: 'pdf', days_kept: 365 } }]);
});
