import { type ReportSchedule, reportSchedules } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { ReportsPage } from '../reports-page';

const place = { path: '/admin/reports', search: { tab: 'schedules' } };
const idOf = (number: number) => `0190c0de-0000-7000-8000-${String(number).padStart(12, '0')}`;

const aSchedule = (fields: Partial<ReportSchedule> = {}): ReportSchedule => ({
  id: idOf(1),
  report: 'keys_out',
  title: 'Keys handed out',
  parameters: { person_id: idOf(9) },
  chosen: ['Person Ada Invented'],
  format: 'csv',
  days_kept: 30,
  every: 'week',
  weekday: 1,
  day: null,
  clock: '06:00',
  time_zone: 'Europe/Berlin',
  owner: { id: idOf(5), name: 'ada' },
  recipients: [{ id: idOf(6), name: 'grace' }],
  state: 'active',
  next_run_at: '2026-11-30T05:00:00.000Z',
  last_run_at: null,
  last_skipped: [],
  last_failure: null,
  version: 3,
  ...fields,
});

let schedule: ReportSchedule;

beforeEach(() => {
  schedule = aSchedule();
  serve(reportSchedules.list, () => ({ items: [schedule] }));
  serve(reportSchedules.recipients, {
    items: [
      { id: idOf(6), name: 'grace', has_mail: true },
      { id: idOf(7), name: 'edsger', has_mail: false },
    ],
    time_zone: 'Europe/Berlin',
  });
});

describe('schedules', () => {
  it('say what they report, when, to whom, and what went wrong', async () => {
    schedule = aSchedule({
      last_skipped: ['edsger'],
      last_failure: { at: '2026-11-23T05:00:00.000Z', message: 'The person is gone.' },
    });
    await renderPage(<ReportsPage />, place);
    await screen.findByText('Person Ada Invented');
    screen.getByText('Every Monday at 06:00 (Europe/Berlin) · CSV');
    screen.getByText('grace');
    screen.getByText(/^Failed .*: The person is gone\.$/);
    screen.getByText(/^Not told, .*: edsger$/);
  });

  it('are paused and resumed', async () => {
    serve(reportSchedules.pause, () => {
      schedule = aSchedule({ state: 'paused', next_run_at: null });
      return schedule;
    });
    serve(reportSchedules.resume, () => {
      schedule = aSchedule();
      return schedule;
    });
    const { user } = await renderPage(<ReportsPage />, place);
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    await screen.findByText('Paused');
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    await screen.findByText('Active');
  });

  it('are changed with all that they had, of the version that is shown', async () => {
    const { received } = serve(reportSchedules.update, () => {
      schedule = aSchedule({ every: 'day', weekday: null, version: 4 });
      return schedule;
    });
    const { user } = await renderPage(<ReportsPage />, place);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const drawer = within(await screen.findByRole('dialog'));
    await user.click(drawer.getByRole('combobox', { name: 'How often' }));
    await user.click(await screen.findByRole('option', { name: 'Every day' }));
    await user.click(drawer.getByRole('button', { name: 'Save schedule' }));
    await screen.findByText(/^Every day at 06:00/);
    const body = { report: 'keys_out', parameters: { person_id: idOf(9) }, format: 'csv', days_kept: 30 };
    const times = { every: 'day', weekday: null, day: null, clock: '06:00', recipient_ids: [idOf(6)] };
    expect(received).toEqual([{ params: { id: idOf(1) }, body: { ...body, ...times } }]);
  });

  it('are deleted after a question', async () => {
    serve(reportSchedules.remove, () => {
      serve(reportSchedules.list, { items: [] });
      return { success: true } as const;
    });
    const { user } = await renderPage(<ReportsPage />, place);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Keys handed out')).toBeNull());
    screen.getByText('No schedules');
  });
});
