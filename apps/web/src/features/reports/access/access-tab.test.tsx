import { type AccessAsOf, accessAsOf, type RightAsOf } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { ReportsPage } from '../reports-page';

const door = '01900000-0000-7000-8000-000000000505';
const at = '2026-02-01T10:00:00.000Z';
const search = { tab: 'access', of: 'cylinder', id: door, at };

const answer: AccessAsOf = {
  ...{ of: 'cylinder', id: door, name: 'C-014 Pharmacy', at, as_of: 'past', people: 1, doors: 1 },
  desired: { rights: 1, known_since: '2025-12-01T08:00:00Z' },
  recorded: { rights: 1, not_known: 0, known_since: '2026-01-01T08:00:00Z' },
  effective: { rights: 0, not_known: 1, known_since: '2026-01-01T08:00:00Z' },
  plans: [
    {
      keyplan_id: '01900000-0000-7000-8000-000000000501',
      keyplan_name: 'Clinics',
      version: 4,
      published_at: '2026-01-10T08:00:00Z',
      published_by: 'ada',
    },
  ],
};

const right: RightAsOf = {
  person_id: '01900000-0000-7000-8000-000000000601',
  ...{ person_name: 'Bea Sample', department: 'Health', job_title: null },
  ...{ cylinder_id: door, marking: 'C-014', name: 'Pharmacy', location: '' },
  ...{ desired: true, open_then: true, recorded: 'yes', effective: 'not_known', keys: [] },
  given_by: [
    {
      ...{ keyplan_id: '01900000-0000-7000-8000-000000000501', keyplan_name: 'Clinics' },
      ...{ rule_id: '01900000-0000-7000-8000-000000000502', rule_name: 'Pharmacists', windows: [] },
      ...{ rule_version: 3, published_at: '2026-01-05T08:00:00Z', published_by: 'grace' },
      is_exception: false,
      request: { asked_by: 'Bea Sample', asked_at: '2026-01-04T08:00:00Z', decided_by: 'owner' },
    },
  ],
  confirmed: { review: 'Spring', by: 'Lin', at: '2026-01-20T08:00:00Z' },
};

beforeEach(() => {
  serve(accessAsOf.get, answer);
  serve(accessAsOf.list, { items: [right], total: 1, limit: 50, offset: 0 });
});

describe('who could open a door', () => {
  it('is told with each layer, who gave the right, and since when each layer is known', async () => {
    const { user, router } = await renderPage(<ReportsPage />, { path: '/admin/reports', search });
    const row = within((await screen.findByRole('link', { name: 'Bea Sample' })).closest('tr') ?? document.body);
    for (const answer of ['Plan: yes', 'Recorded: yes', 'On a key: not known']) row.getByText(answer);
    row.getByText(/version 3 by grace.*requested by Bea Sample, decided by owner/);
    screen.getByText(/^Clinics, version 4, in force since .* published by ada$/);
    expect(screen.getByRole('region', { name: 'On keys they held' }).textContent).toContain('1 right is not known.');
    expect(screen.getByRole('region', { name: 'By plans' }).textContent).toMatch(/Not known before 1 Dec 2025/);
    await user.click(screen.getByRole('button', { name: 'Back to today' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'access', of: 'cylinder', id: door }));
  });

  it('is not counted before a layer was kept, rather than none', async () => {
    const empty = { rights: 0, not_known: 0, known_since: '2026-03-01T08:00:00Z' };
    serve(accessAsOf.get, { ...answer, desired: { ...answer.desired, rights: 0 }, recorded: empty, effective: empty });
    serve(accessAsOf.list, { items: [], total: 0, limit: 50, offset: 0 });
    await renderPage(<ReportsPage />, { path: '/admin/reports', search });
    await screen.findByText('No right is known');
    const tile = screen.getByRole('region', { name: 'Recorded in key systems' });
    expect(tile.textContent).toMatch(/Not known.*Not known before 1 Mar 2026/);
    expect(tile.textContent).not.toContain('0 rights');
  });

  it('is shown as outside its hours where the plan did not open the door then', async () => {
    serve(accessAsOf.list, { items: [{ ...right, open_then: false }], total: 1, limit: 50, offset: 0 });
    await renderPage(<ReportsPage />, { path: '/admin/reports', search });
    await screen.findByText('outside its hours at that moment');
  });

  it('is exported as CSV and for printing, of the same moment', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const csv = serve(accessAsOf.exportCsv, 'person_name\n').received;
    const pdf = serve(accessAsOf.exportPdf, '%PDF').received;
    const { user } = await renderPage(<ReportsPage />, { path: '/admin/reports', search });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await user.click(screen.getByRole('button', { name: 'Print as PDF' }));
    const query = { of: 'cylinder', id: door, at };
    await waitFor(() => expect([csv[0]?.query, pdf[0]?.query]).toEqual([query, query]));
  });
});
