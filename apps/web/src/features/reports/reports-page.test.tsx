import {
  type AdminFunction,
  type AuditEntry,
  adminFunctions,
  audit,
  functionsWithin,
  type KeptVerification,
  reports,
  type TimeStampState,
} from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { ReportsPage } from './reports-page';

const path = '/admin/reports';
const idOf = (number: number) => `0190c0de-0000-7000-8000-${String(number).padStart(12, '0')}`;

const anEntry = (fields: Partial<AuditEntry> = {}): AuditEntry => ({
  id: idOf(1),
  at: '2026-11-27T12:00:00.000Z',
  actor_id: idOf(9),
  actor_name: 'ada',
  token: null,
  action: 'location.updated',
  target_type: 'location',
  target_id: idOf(7),
  target_name: 'Annex',
  reason: 'Audit of May',
  changes: [{ field: 'notes', before: '', after: 'Alarmed' }],
  details: { before: { notes: '' }, after: { notes: 'Alarmed' }, reason: 'Audit of May', doors: 3 },
  is_erased: false,
  request_id: 'r-1',
  position: 12,
  ...fields,
});

const aVerification = (fields: Partial<KeptVerification> = {}): KeptVerification => ({
  id: idOf(5),
  at: '2026-11-27T02:00:00.000Z',
  took_ms: 40,
  by: null,
  ok: true,
  checked: 1_204,
  unsealed: 0,
  head: { seq: 1_204, hash: 'ab'.repeat(32) },
  problems: [],
  ...fields,
});

const notStamped: TimeStampState = { is_on: false, last: null, failure: null };

beforeEach(() => {
  serve(audit.actors, { items: [{ id: idOf(9), name: 'ada' }] });
  serve(audit.verifications, { items: [aVerification()], time_stamp: notStamped });
  serve(audit.list, { items: [anEntry()], next: null });
});

describe('the administration log', () => {
  it('opens an entry with each value before and after, and all entries about its target', async () => {
    serve(audit.get, anEntry());
    const asked = serve(audit.list, { items: [anEntry()], next: null });
    const { user, router } = await renderPage(<ReportsPage />, { path });
    await user.click(await screen.findByText('Annex'));
    const dialog = await screen.findByRole('dialog', { name: 'Place: changed' });
    expect(dialog.textContent).toContain('notes–Alarmed');
    expect(dialog.textContent).toContain('Audit of May');
    expect(dialog.textContent).toContain('doors3');
    await user.click(screen.getByRole('button', { name: 'All entries about this target' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ target_type: 'location', target_id: idOf(7) }));
    expect(asked.received.at(-1)?.query).toEqual({ target_type: 'location', target_id: idOf(7) });
  });

  it('goes on with older entries after the last one shown', async () => {
    const older = anEntry({ id: idOf(2), target_name: 'Main building' });
    serve(audit.list, ({ query }) =>
      query.after === idOf(1) ? { items: [older], next: null } : { items: [anEntry()], next: idOf(1) },
    );
    const { user } = await renderPage(<ReportsPage />, { path });
    await user.click(await screen.findByRole('button', { name: 'Show older entries' }));
    await screen.findByText('Main building');
    expect(screen.getByText('Annex')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
  });

  it('says that nothing matches, and clears the filters', async () => {
    serve(audit.list, ({ query }) => ({ items: query.search ? [] : [anEntry()], next: null }));
    const { user } = await renderPage(<ReportsPage />, { path, search: { search: 'nothing' } });
    await screen.findByText('No entries match');
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await screen.findByText('Annex');
  });
});

describe('the proof', () => {
  it('is renewed by a button, and names what does not fit', async () => {
    const broken = aVerification({
      id: idOf(6),
      ok: false,
      by: 'ada',
      problems: [{ seq: 7, kind: 'edited', detail: 'This row is not as it was sealed.' }],
    });
    let kept = [aVerification()];
    serve(audit.verifications, () => ({ items: kept, time_stamp: notStamped }));
    serve(audit.verifyNow, () => {
      kept = [broken, ...kept];
      return broken;
    });
    const { user } = await renderPage(<ReportsPage />, { path });
    await screen.findByText('Whole');
    expect(screen.getByText('1,204 entries verified')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Verify now' }));
    await screen.findByText('Edited after it was sealed');
    expect(screen.getByText('Not whole')).toBeTruthy();
  });

  it('says that the log was never verified', async () => {
    serve(audit.verifications, { items: [], time_stamp: notStamped });
    await renderPage(<ReportsPage />, { path });
    await screen.findByText('Not verified yet');
  });

  it('shows the last time stamp, and why there is none since', async () => {
    const last = { at: '2026-11-26T02:00:00.000Z', entries: 1_180, authority: 'Made-up time stamps' };
    const failure = { at: '2026-11-27T02:00:00.000Z', kind: 'unreachable', detail: 'ENOTFOUND' } as const;
    serve(audit.verifications, { items: [aVerification()], time_stamp: { is_on: true, last, failure } });
    await renderPage(<ReportsPage />, { path });
    await screen.findByText('1,180 entries, by Made-up time stamps');
    expect(screen.getByText('The authority was not reached: ENOTFOUND')).toBeTruthy();
  });
});

describe('the tabs', () => {
  const tabsOf = async (functions: readonly AdminFunction[]) => {
    serve(reports.catalogue, { items: [] });
    const { unmount } = await renderPage(<ReportsPage />, {
      path,
      me: { role: 'subadmin', functions: [...functions] },
    });
    const names = (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);
    unmount();
    return names;
  };

  it('of a sub-admin with a scope are those of their functions, and never the log', async () => {
    const all = functionsWithin({}, adminFunctions);
    expect(await tabsOf(all)).toEqual(['Who could open', 'Catalogue', 'Kept results', 'Schedules']);
    expect(await tabsOf(['assign_keys'])).toEqual(['Catalogue', 'Kept results', 'Schedules']);
  });
});
