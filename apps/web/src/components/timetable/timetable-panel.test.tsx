import { type Timetable, timetables } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTimetable, noTimetable } from '#data/tasks/timetables.fixture';
import { renderPage, serve } from '../../../test/render';
import { TimetablePanel } from './timetable-panel';

const id = '01900000-0000-7000-8000-00000000000a';

type Change = typeof timetables.changeOfSource | typeof timetables.pauseSource | typeof timetables.resumeSource;

/** The answer to a change, and the timetable read afterwards. */
function serveChange(change: Change, timetable: Timetable) {
  serve(timetables.ofSource, timetable);
  return serve(change, timetable);
}

async function show(timetable: Timetable) {
  serve(timetables.ofSource, timetable);
  const rendered = await renderPage(<TimetablePanel of={{ is: 'source', id }} />);
  return { ...rendered, panel: within(await screen.findByRole('region', { name: 'Timetable' })) };
}

/** This hour of today in the reader's zone. */
function today(hour: number): string {
  const at = new Date();
  at.setHours(hour, 0, 0, 0);
  return at.toISOString();
}

const tomorrow = (hour: number) => {
  const at = new Date(today(hour));
  at.setDate(at.getDate() + 1);
  return at.toISOString();
};

describe('TimetablePanel', () => {
  it('describes the timetable and the next run', async () => {
    const { panel } = await show(
      aTimetable({ next_run_at: today(14), next_runs: [today(14), tomorrow(6)], last_run_at: '2026-03-05T12:00:00Z' }),
    );
    panel.getByText('Read every hour, Mon–Fri 06:00–20:00.');
    panel.getByText(/Next: today 14:00\. Last automatic run: 5 Mar 2026/);
    panel.getByText('On');
    expect(panel.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      'today 14:00',
      'tomorrow 06:00',
    ]);
  });

  it('names the time zone if it is not the reader’s', async () => {
    const { panel } = await show(aTimetable({ time_zone: 'Pacific/Apia', windows: [], sync_interval: '24h' }));
    panel.getByText('Read once a day, at any time. By the clock in Pacific/Apia.');
  });

  it('creates a timetable, with a preview of its runs', async () => {
    const { panel, user } = await show(noTimetable('It is read by hand.'));
    panel.getByText('No regular runs.');
    panel.getByText('It is read by hand.');
    expect(panel.queryByRole('button', { name: 'Pause...' })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Set a timetable' }));
    const form = within(await panel.findByRole('form', { name: 'Change the timetable' }));
    expect(form.getByLabelText('How often')).toHaveProperty('value', '1h');
    form.getByText(/With these times: to/);
    await user.selectOptions(form.getByLabelText('How often'), '15m');
    await user.type(form.getByLabelText('Type the hours, or paint them below'), 'Mon-Fri 6-20{Enter}');
    const { received } = serveChange(timetables.changeOfSource, aTimetable({ sync_interval: '15m' }));
    await user.click(form.getByRole('button', { name: 'Save timetable' }));
    await screen.findByText('Timetable saved.');
    expect(received[0]?.body).toEqual({
      sync_interval: '15m',
      windows: [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }],
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    await panel.findByText('Read every 15 minutes, Mon–Fri 06:00–20:00.');
  });

  it('keeps the input after a conflicting change, and overwrites it on request', async () => {
    const { panel, user } = await show(aTimetable());
    await user.click(panel.getByRole('button', { name: 'Change timetable' }));
    const form = within(await panel.findByRole('form', { name: 'Change the timetable' }));
    await user.selectOptions(form.getByLabelText('How often'), '6h');
    serve(timetables.changeOfSource, 'version_conflict');
    serve(timetables.ofSource, aTimetable({ sync_interval: '24h', version: 3 }));
    await user.click(form.getByRole('button', { name: 'Save timetable' }));
    await form.findByText('Someone else changed this record.');
    await panel.findByText(/Read once a day/);
    expect(form.getByLabelText('How often')).toHaveProperty('value', '6h');
    const { received } = serveChange(timetables.changeOfSource, aTimetable({ sync_interval: '6h', version: 4 }));
    await user.click(form.getByRole('button', { name: 'Save timetable' }));
    await panel.findByText(/Read every 6 hours/);
    expect(received[0]?.body).toMatchObject({ sync_interval: '6h' });
  });

  it('pauses with a reason, by keyboard, and resumes', async () => {
    const { panel, user } = await show(aTimetable());
    panel.getByRole('button', { name: 'Pause...' }).focus();
    await user.keyboard('{Enter}');
    const reason = panel.getByLabelText(/Reason/);
    await user.click(panel.getByRole('button', { name: 'Pause' }));
    expect(document.activeElement).toBe(reason);
    expect(reason.getAttribute('aria-invalid')).toBe('true');
    const pause = { by: 'ada', reason: 'Reorganisation', since: '2026-03-06T10:00:00Z', until: null };
    const { received } = serveChange(
      timetables.pauseSource,
      aTimetable({ state: 'paused', pause, next_run_at: null, next_runs: [], version: 3 }),
    );
    await user.type(reason, 'Reorganisation{Enter}');
    await panel.findByText('Paused by ada: Reorganisation');
    panel.getByText(/Next: none yet\./);
    expect(received[0]?.body).toEqual({ reason: 'Reorganisation', until: null });

    serveChange(timetables.resumeSource, aTimetable({ version: 4 }));
    await user.click(panel.getByRole('button', { name: 'Resume' }));
    await panel.findByText('On');
  });

  it('pauses until a time typed in 24-hour format, and rejects an invalid one', async () => {
    const { panel, user } = await show(aTimetable());
    await user.click(panel.getByRole('button', { name: 'Pause...' }));
    const { received } = serveChange(timetables.pauseSource, aTimetable({ version: 3 }));
    await user.type(panel.getByLabelText(/Reason/), 'Reorganisation');
    const until = panel.getByLabelText<HTMLInputElement>(/^Until/);
    await user.type(until, 'tomorrow');
    await user.click(panel.getByRole('button', { name: 'Pause' }));
    panel.getByText('Type a day and a time like 2026-03-31 17:30.');
    expect(document.activeElement).toBe(until);
    expect(received).toEqual([]);
    await user.clear(until);
    await user.type(until, '31.3.2037 17:30');
    await user.click(panel.getByRole('button', { name: 'Pause' }));
    const ends = { until: new Date('2037-03-31T17:30').toISOString() };
    await waitFor(() => expect(received[0]?.body).toMatchObject(ends));
  });

  it('shows a failure, the error of the last run, and the next run', async () => {
    const { panel } = await show(
      aTimetable({
        state: 'backing_off',
        message: 'The last 3 runs failed.',
        last_error: 'The directory does not answer.',
        warnings: ['More than six days pass.'],
        next_run_at: tomorrow(6),
      }),
    );
    panel.getByText('Failing');
    expect(panel.getByRole('alert').textContent).toContain('The directory does not answer.');
    panel.getByText('More than six days pass.');
    panel.getByText(/Next: tomorrow 06:00/);
  });

  it('links to the changes that wait for a decision', async () => {
    const waiting_change_set_id = '01900000-0000-7000-8000-0000000000c1';
    const { panel } = await show(
      aTimetable({ state: 'waiting_for_decision', waiting_change_set_id, next_run_at: null, next_runs: [] }),
    );
    panel.getByText('Waiting for a decision');
    const link = panel.getByRole('link', { name: 'Review changes' });
    expect(link.getAttribute('href')).toBe(`/change-sets/${waiting_change_set_id}`);
  });

  it('states that a staff list has none, and offers no action', async () => {
    const { panel } = await show({ ...noTimetable('A staff list is read when you upload it.'), state: 'not_possible' });
    panel.getByText('A staff list is read when you upload it.');
    expect(panel.queryByRole('button')).toBeNull();
  });

  it('tries again after a failure', async () => {
    serve(timetables.ofKeySystem, 'overloaded');
    const { user } = await renderPage(<TimetablePanel of={{ is: 'key_system', id }} />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(timetables.ofKeySystem, aTimetable());
    await user.click(again);
    await screen.findByText('Read and synced every hour, Mon–Fri 06:00–20:00.');
  });
});
