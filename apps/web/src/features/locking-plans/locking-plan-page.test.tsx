import {
  cylinders,
  keySystems,
  keys,
  type LockingPlan,
  type LockingPlanContent,
  type LockingPlanPreview,
  lockingPlans,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { renderPage, serve } from '../../../test/render';
import { LockingPlanPage } from './locking-plan-page';

const system = aKeySystem();
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const content: LockingPlanContent = {
  file_name: 'plan.xlsx',
  columns: [
    { label: 'Z 1', cylinder_id: id(11) },
    { label: 'Z 99', cylinder_id: null },
  ],
  rows: [
    { label: 'K 1', kind: 'key', record_id: id(21), rights: [0, 1] },
    { label: 'Somebody', kind: 'unknown', record_id: null, rights: [1] },
  ],
};
const counts = { rows: 2, columns: 2, rights: 3, unknown_rows: 1, unknown_columns: 1 };
const preview: LockingPlanPreview = { content, counts, problems: [], problems_total: 0 };

const stored: LockingPlan = {
  connection_id: system.id,
  content,
  counts,
  stored_by: 'ada',
  version: 4,
  created_at: '2026-03-01T08:00:00Z',
  updated_at: '2026-03-02T08:00:00Z',
};

const aFile = (name: string) => Object.assign(new File(['x'], name), { arrayBuffer: async () => new ArrayBuffer(1) });

async function open(plan: LockingPlan | undefined) {
  serve(keySystems.get, system);
  serve(lockingPlans.get, plan ?? 'not_found');
  serve(cylinders.list, 'overloaded');
  serve(keys.list, 'overloaded');
  const path = `/key-systems/${system.id}/locking-plan`;
  return renderPage(<LockingPlanPage />, { path, route: '/key-systems/$id/locking-plan' });
}

async function openAndUpload(plan: LockingPlan | undefined, answer: LockingPlanPreview = preview) {
  const rendered = await open(plan);
  const received = serve(lockingPlans.upload, answer);
  await rendered.user.upload(await screen.findByLabelText('Locking plan'), aFile('new.csv'));
  await screen.findByRole('heading', { name: 'What was read from new.csv' });
  return { ...rendered, ...received };
}

/** jsdom's blobs have no text(). */
const textOf = (blob: Blob = new Blob()) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(blob);
  });

const matrix = async () =>
  within(await screen.findByRole('grid', { name: 'Locking plan: keys and people in rows, cylinders in columns' }));

describe('LockingPlanPage', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<LockingPlanPage />, {
      path: '/key-systems/x/locking-plan',
      route: '/key-systems/$id/locking-plan',
    });
    await screen.findByText('Loading the locking plan...');
  });

  it('tries again after a failure', async () => {
    const { user } = await open(stored);
    serve(lockingPlans.get, 'overloaded');
    await renderPage(<LockingPlanPage />, {
      path: `/key-systems/${system.id}/locking-plan`,
      route: '/key-systems/$id/locking-plan',
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(lockingPlans.get, stored);
    await user.click(again);
    await waitFor(() => expect(screen.getAllByText('plan.xlsx').length).toBe(2));
  });

  it('explains a plan with an example sheet, also without known markings', async () => {
    await open(undefined);
    await screen.findByText('No locking plan yet');
    const example = within(screen.getByRole('table', { name: 'Example of a locking plan' }));
    expect(example.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Key',
      'Name',
      'Z 101',
      'Z 102',
      'Z 103',
      'Z 104',
    ]);
    expect(screen.queryByRole('button', { name: 'Delete plan' })).toBeNull();
  });

  it('shows the parsed sheet and stores exactly that', async () => {
    const { user } = await openAndUpload(undefined);
    expect((await matrix()).getAllByRole('row').map((row) => row.textContent)).toEqual([
      'Z 1Z 99, not in the key system',
      'K 1K 1, Z 1, may openK 1, Z 99, may open',
      'Somebody, not in the key systemSomebody, Z 1, may not openSomebody, Z 99, may open',
    ]);
    const { received } = serve(lockingPlans.store, { ...stored, version: 1 });
    serve(lockingPlans.get, { ...stored, version: 1 });
    await user.click(screen.getByRole('button', { name: 'Store this plan' }));
    await screen.findByText('The locking plan was stored.');
    expect(received).toEqual([{ params: { id: system.id }, body: content }]);
    await screen.findByText('Stored by');
  });

  it('lists and filters problems, and blocks storing while one is fatal', async () => {
    const problems = [
      { cell: 'C1', found: 'Z 99', message: 'Names no cylinder.', is_fatal: false },
      { cell: 'B7', found: 'maybe', message: 'Not a mark.', is_fatal: true },
      { cell: '5:5', found: '', message: 'Holds text.', is_fatal: false },
      { cell: 'G:G', found: '', message: 'Holds text.', is_fatal: false },
    ];
    const { user } = await openAndUpload(undefined, { content: null, counts, problems, problems_total: 1_200 });
    screen.getByText('This plan cannot be stored as it is.');
    screen.getByText('The first 4 of 1,200 problems are listed.');
    expect(screen.queryByRole('button', { name: 'Store this plan' })).toBeNull();
    const listed = () =>
      within(screen.getByRole('table', { name: 'Problems of the sheet' }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    expect(listed()).toEqual([
      'C1NoticeZ 99Names no cylinder.',
      'B7Must fixmaybeNot a mark.',
      'Row 5Notice–Holds text.',
      'Column GNotice–Holds text.',
    ]);
    await user.click(screen.getByRole('radio', { name: 'Must fix (1)' }));
    expect(listed()).toEqual(['B7Must fixmaybeNot a mark.']);
    await user.click(screen.getByRole('button', { name: 'Choose another file' }));
    await screen.findByText('No locking plan yet');
  });

  it('saves the problems as a file', async () => {
    const problems = [{ cell: 'B7', found: '=1+1', message: 'Not a mark.', is_fatal: true }];
    const { user } = await openAndUpload(undefined, { content: null, counts, problems, problems_total: 1 });
    const blobs: Blob[] = [];
    URL.createObjectURL = (blob) => {
      blobs.push(blob as Blob); // The page only creates blobs.
      return 'blob:test';
    };
    URL.revokeObjectURL = () => undefined;
    await user.click(screen.getByRole('button', { name: 'Download as CSV' }));
    expect(await textOf(blobs[0])).toContain("B7;Must fix;'=1+1;Not a mark.");
  });

  it('confirms the replacement of a plan, and shows by what', async () => {
    const { user } = await openAndUpload(stored, { ...preview, counts: { ...counts, rights: 1_500 } });
    const { received } = serve(lockingPlans.store, { ...stored, version: 5 });
    await user.click(screen.getByRole('button', { name: 'Store this plan' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace the locking plan?' }));
    dialog.getByText(/has 2 rows, 2 cylinders and 3 rights\. The new one has 2 rows, 2 cylinders and 1,500 rights/);
    expect(received).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Replace the plan' }));
    await screen.findByText('The locking plan was stored.');
    expect(received).toHaveLength(1);
  });

  it('keeps the parsed sheet when storing fails', async () => {
    const { user } = await openAndUpload(undefined);
    serve(lockingPlans.store, 'version_conflict');
    await user.click(screen.getByRole('button', { name: 'Store this plan' }));
    await screen.findByText('Someone else changed this record.');
    screen.getByRole('heading', { name: 'What was read from new.csv' });
    await screen.findByRole('button', { name: 'Store this plan' });
  });

  it('shows at the file why it cannot be read', async () => {
    const { user } = await open(undefined);
    serve(lockingPlans.upload, 'validation_failed');
    const input = await screen.findByLabelText('Locking plan');
    await user.upload(input, aFile('new.csv'));
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    await screen.findByText('No locking plan yet');
  });

  it('sends no file that is too large', async () => {
    const { user } = await open(undefined);
    const { received } = serve(lockingPlans.upload, preview);
    const large = aFile('large.csv');
    Object.defineProperty(large, 'size', { value: 20 * 1_048_576 + 1 });
    await user.upload(await screen.findByLabelText('Locking plan'), large);
    await screen.findByText(/larger than 20 MiB/);
    expect(received).toEqual([]);
  });

  it('shows a large plan whole', async () => {
    const columns = Array.from({ length: 2_000 }, (_, n) => ({ label: `Z ${n}`, cylinder_id: null }));
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      label: `R ${n}`,
      kind: 'unknown' as const,
      record_id: null,
      rights: [n],
    }));
    const { user } = await open({ ...stored, content: { file_name: 'large.csv', columns, rows } });
    const grid = await screen.findByRole('grid');
    expect([grid.getAttribute('aria-rowcount'), grid.getAttribute('aria-colcount')]).toEqual(['1001', '2001']);
    grid.focus();
    await user.keyboard('{Control>}{End}{/Control}');
    within(grid).getByRole('gridcell', { name: 'R 999, Z 1999, may not open' });
    await user.keyboard('{Control>}{ArrowLeft}{/Control}{Enter}');
    within(grid).getByRole('gridcell', { name: 'R 999, Z 999, may open' });
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'R 999 not in the key systemZ 999 not in the key systemMay open',
    );
  });

  it('shows who stored the plan and deletes it after confirmation', async () => {
    const { user } = await open(stored);
    await screen.findByText('ada');
    screen.getByText(/2 Mar 2026/);
    await user.click(screen.getByRole('button', { name: 'Delete plan' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the locking plan?' }));
    dialog.getByText('The plan with 2 rows, 2 cylinders and 3 rights is deleted here.');
    const { received } = serve(lockingPlans.remove, { success: true });
    serve(lockingPlans.get, 'not_found');
    await user.click(dialog.getByRole('button', { name: 'Delete the plan' }));
    await screen.findByText('No locking plan yet');
    expect(received).toEqual([{ params: { id: system.id } }]);
  });
});
