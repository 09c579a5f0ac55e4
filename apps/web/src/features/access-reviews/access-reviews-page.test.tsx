import { type AccessReview, accessReviews, type ReviewedAccess } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { AccessReviewsPage } from './access-reviews-page';

const path = '/admin/reviews';
const idOf = (number: number) => `0190c0de-0000-7000-8000-${String(number).padStart(12, '0')}`;
const at = '2026-11-27T12:00:00.000Z';

const aReview = (fields: Partial<AccessReview> = {}): AccessReview => ({
  ...{ id: idOf(1), name: 'Autumn', scope_kind: 'all', scope_names: [], reviewers: 'owner', systems: [] },
  ...{ started_at: at, started_by: 'ada', due_at: at, state: 'open', closed_at: null, closed_by: null, note: '' },
  ...{ is_overdue: false, items: 2, undecided: 2, kept: 0, removed: 0, changed: 0, effective: 0 },
  ...fields,
});

const anItem = (fields: Partial<ReviewedAccess> = {}): ReviewedAccess => ({
  ...{ id: idOf(2), subject: 'person', subject_id: idOf(8), subject_name: 'Bo Made-Up', department: 'Ward' },
  ...{ place_id: idOf(7), place_name: 'Store', doors: [{ id: idOf(6), name: 'Gate' }], source: 'rule', profiles: [] },
  rules: [{ id: idOf(5), name: 'Ward doors', plan_id: idOf(4), plan_name: 'Main house', is_by_name: false }],
  ...{ recorded: 'all', since: at, used: 'no', peers: 3, peers_with: 1, protection_class: 2, reviewer_id: null },
  ...{ reviewer_name: null, is_own: false, evidence: 'e', decision: null, reason: '', decided_at: null },
  ...{ decided_by: null, deputy_for: null, in_place: false, seconds: null, together: null, saw: null },
  ...{ removal: null, looked_at: null, effective_at: null },
  ...fields,
});

beforeEach(() => {
  const items = [anItem(), anItem({ id: idOf(3), subject_name: 'Cy Invented', is_own: true })];
  serve(accessReviews.get, aReview());
  serve(accessReviews.items, { items, total: 2, limit: 50, offset: 0 });
});

it('keeps the focused right with K and asks for a reason with R, without taking it away', async () => {
  const asked = serve(accessReviews.decide, { decided: 1 });
  const { user } = await renderPage(<AccessReviewsPage />, { path, search: { review: idOf(1) } });
  const row = (await screen.findByText('Bo Made-Up')).closest('tr') ?? expect.fail('no row');
  row.focus();
  await user.keyboard('k');
  await screen.findByText('One right is kept.');
  expect(asked.received.at(-1)?.body).toMatchObject({ items: [idOf(2)], decision: 'keep', saw: 'row' });
  row.focus();
  await user.keyboard('r');
  const dialog = await screen.findByRole('dialog', { name: 'Remove: Bo Made-Up, Store' });
  expect(dialog.textContent).toContain('Nothing is removed by this');
  await user.type(within(dialog).getByLabelText(/Reason/), 'Moved');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(asked.received.at(-1)?.body).toMatchObject({ items: [idOf(2)], decision: 'remove', reason: 'Moved' }),
  );
});

it('shows the evidence beside the list, and offers no decision about an own right', async () => {
  const { user } = await renderPage(<AccessReviewsPage />, { path, search: { review: idOf(1) } });
  await user.click(await screen.findByText('Bo Made-Up'));
  const evidence = await screen.findByRole('dialog', { name: 'Bo Made-Up' });
  expect(evidence.textContent).toContain('Main house: Ward doors');
  expect(within(evidence).getByRole('button', { name: 'Keep' })).toBeTruthy();
  await user.click(screen.getByText('Cy Invented'));
  const own = await screen.findByRole('dialog', { name: 'Cy Invented' });
  expect(own.textContent).toContain('Your own right');
  expect(within(own).queryByRole('button', { name: 'Keep' })).toBeNull();
});
