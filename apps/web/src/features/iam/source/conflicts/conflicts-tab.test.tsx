import { conflicts, type DirectoryConflict, iam, type ParkedPerson } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { serve } from '../../../../../test/render';
import { called, openTab } from '../open-tab.fixture';

const { id } = called();
const conflict: DirectoryConflict = {
  id: '01900000-0000-7000-8000-0000000000c7',
  connection_id: id,
  connection_name: 'City staff',
  kind: 'same_number',
  value: '4711',
  people: [
    {
      connection_id: id,
      external_id: 'E1',
      person_id: '01900000-0000-7000-8000-0000000000b7',
      name: 'Ada Moss',
      has_number: true,
    },
    { connection_id: id, external_id: 'E2', person_id: null, name: 'Bo Reed', has_number: false },
  ],
  state: 'open',
  decision: null,
  chosen: null,
  reason: null,
  decided_by: null,
  decided_at: null,
  found_at: '2026-03-01T08:00:00Z',
};
const parked: ParkedPerson = {
  connection_id: id,
  connection_name: 'City staff',
  external_id: 'E9',
  label: 'Cy Dunn',
  reason: 'The first day is not a day.',
  tries: 2,
  next_try_at: '2026-03-01T14:00:00Z',
  first_seen_at: '2026-03-01T02:00:00Z',
  last_seen_at: '2026-03-01T08:00:00Z',
};

function serveAll(open: DirectoryConflict[], waiting: ParkedPerson[] = []) {
  const listed = serve(conflicts.list, { items: open, total: open.length, limit: 20, offset: 0 });
  serve(conflicts.parked, { items: waiting, total: waiting.length, limit: 50, offset: 0 });
  return listed;
}

describe('the conflicts of a source', () => {
  it('show people side by side, and are decided with a reason', async () => {
    const listed = serveAll([conflict]);
    const { user } = await openTab('conflicts');
    await screen.findByRole('heading', { name: 'Two people have the number 4711' });
    screen.getByText('Has the number 4711 now');
    const asked = listed.received.map(({ query }) => query);
    expect(asked).toContainEqual(expect.objectContaining({ connection_id: id, state: 'open' }));
    const decided = serve(conflicts.decide, { ...conflict, state: 'decided' });
    await user.click(screen.getByRole('button', { name: 'It is this one: Bo Reed' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'It is this one' }));
    dialog.getByText(/The number 4711 is that of Bo Reed/);
    await user.click(dialog.getByRole('button', { name: 'Decide' }));
    await dialog.findByText('Say why, for the audit log');
    expect(decided.received).toEqual([]);
    await user.type(dialog.getByLabelText(/Reason/), 'Asked the office');
    await user.click(dialog.getByRole('button', { name: 'Decide' }));
    await screen.findByText('Decided. The next run of the source applies it.');
    expect(decided.received[0]?.body).toEqual({ decision: 'is_this_one', chosen: 'E2', reason: 'Asked the office' });
  });

  it('of a returner ask whether it is the same person', async () => {
    serveAll([{ ...conflict, kind: 'returner', value: 'E1', people: conflict.people.slice(0, 1) }]);
    await openTab('conflicts');
    await screen.findByRole('button', { name: 'The same person' });
    screen.getByRole('button', { name: 'A new person' });
    expect(screen.queryByRole('button', { name: 'It is this one: Ada Moss' })).toBeNull();
  });

  it('of one kind are decided in bulk, which can be undone', async () => {
    const twoSources = (at: number): DirectoryConflict => ({
      ...conflict,
      id: `01900000-0000-7000-8000-0000000000d${at}`,
      kind: 'two_sources',
      value: `470${at}`,
    });
    serveAll([twoSources(1), twoSources(2), conflict]);
    const { user } = await openTab('conflicts');
    await user.click(await screen.findByRole('checkbox', { name: 'Choose: The number 4701 comes from two sources' }));
    const other = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose: Two people have the number 4711' });
    expect(other.disabled).toBe(true);
    const bar = within(screen.getByRole('region', { name: 'Decide many alike' }));
    bar.getByText('1 conflict chosen');
    await user.click(await bar.findByRole('button', { name: 'Choose all 3 from two sources' }));
    await user.click(bar.getByRole('button', { name: 'The same person: leave out here' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'The same person: leave out here' }));
    dialog.getByText(/^3 people are not imported from this source/);
    await user.type(dialog.getByLabelText(/Reason/), 'One list');
    const decided_at = '2026-03-01T09:00:00.000Z';
    const decided = serve(conflicts.decideMany, { decided: 3, decided_at });
    serveAll([{ ...twoSources(1), state: 'decided', decision: 'stay_out', decided_by: 'ada', decided_at }]);
    await user.click(dialog.getByRole('button', { name: 'Decide 3 conflicts' }));
    await screen.findByText(/Decided last: The same person: leave out here/);
    expect(decided.received[0]?.body).toEqual({
      connection_id: id,
      kind: 'two_sources',
      decision: 'stay_out',
      expected: 3,
      reason: 'One list',
    });
    const takenBack = serve(conflicts.takeBack, { reopened: 3 });
    await user.click(screen.getByRole('button', { name: 'Take back' }));
    await screen.findByText('Taken back. 3 conflicts are to be decided again.');
    expect(takenBack.received[0]?.body).toEqual({ connection_id: id, decided_at });
  });

  it('are listed with the parked people, who can be retried at once', async () => {
    serveAll([], [parked]);
    const { user, router } = await openTab('conflicts');
    await screen.findByText('Nothing to decide');
    screen.getByText('The first day is not a day.');
    const started = serve(iam.sync, {
      task_id: parked.connection_id,
      kind: 'directory',
      status: 'PENDING',
      phase: 'waiting',
      done: 0,
      total: 0,
      title: 'City staff',
      dry_run: false,
      result: null,
      error: null,
      cancelled: false,
      subject_id: id,
      iam_connection_id: id,
      key_system_connection_id: null,
      change_set_id: null,
      seen: false,
      created_at: '2026-03-01T08:00:00Z',
      started_at: null,
      completed_at: null,
    });
    await user.click(screen.getByRole('button', { name: 'Try now: Cy Dunn' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/tasks\//));
    expect(started.received[0]?.query).toMatchObject({ kind: 'single', person: 'E9' });
  });
});
