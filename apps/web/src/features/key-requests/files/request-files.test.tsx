import {
  type KeyRequestDetail,
  keyRequestFiles,
  keyRequests,
  maxRequestFileBytes,
  type Output,
} from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { KeyRequestsPage } from '../key-requests-page';
import { RequestDrawer } from '../request-drawer';

const id = '01980000-0000-7000-8000-000000000001';
const file = { id: '01980000-0000-7000-8000-000000000002', name: 'order.pdf', type: 'application/pdf' as const };
const request = (more: Partial<KeyRequestDetail> = {}): KeyRequestDetail => ({
  ...{ id, kind: 'new_key', state: 'in_approval', person: { id, name: 'Ada Moss', department: 'Ward 3' } },
  ...{
    place: { id, name: 'Pharmacy' },
    place_words: null,
    key: null,
    reserved_key: null,
    starts_at: null,
    ends_at: null,
  },
  ...{ granted_until: null, is_urgent: false, reason: 'Works there', protection_class: null, asked_by: 'bo' },
  ...{
    is_by_link: false,
    asked_at: '2026-03-02T08:00:00.000Z',
    is_own: true,
    step: 1,
    steps: 1,
    step_kind: 'security',
  },
  ...{ is_escalated: false, can_decide: false, can_revoke: false, pick_up_by: null, closed_at: null, version: 3 },
  ...{ approval: [], entries: [], risk: null, grant: null, can_add_files: true, can_remove_files: true },
  files: [{ ...file, bytes: 2_048, added_by: 'bo', added_at: '2026-03-02T08:00:00.000Z' }],
  ...more,
});
const aPdf = (name: string, bytes = 20) => new File(['%PDF-1.7'.padEnd(bytes, ' ')], name, { type: 'application/pdf' });
async function pick(files: File[]) {
  await screen.findByRole('button', { name: 'Add files' });
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLElement, files);
}

it('files that cannot be added are named, and what is written stays; the others are added once it is submitted', async () => {
  serve(keyRequests.counts, { open: 0, mine: 0, to_decide: 0, escalated: 0 });
  const choice = (name: string) => ({ id, name, detail: null });
  serve(keyRequests.choices, ({ query }) => ({ items: [choice(query.what === 'people' ? 'Ada Moss' : 'Pharmacy')] }));
  const steps: Output<typeof keyRequests.preview> = {
    ...{
      is_automatic: false,
      approval: [{ kind: 'security', person: null, stands_in: false }],
      needs_four_eyes: false,
    },
    ...{ expected_by: null, max_days: null, is_too_long: false, doors: 0, doors_already: 0 },
  };
  serve(keyRequests.preview, steps);
  serve(keyRequests.submit, request());
  const { received } = serve(keyRequestFiles.add, request());
  const user = userEvent.setup();
  await renderPage(<KeyRequestsPage />, { path: '/keys/request', search: { view: 'new' } });
  await user.type(await screen.findByRole('textbox', { name: /Why/ }), 'Works there');
  await pick([
    aPdf('large.pdf', maxRequestFileBytes + 1),
    new File(['<html>'], 'page.pdf', { type: 'application/pdf' }),
    aPdf('order.pdf'),
  ]);
  expect(await screen.findByText('large.pdf is larger than 5 MiB.')).toBeDefined();
  expect(screen.getByText('page.pdf is no PDF, PNG or JPEG file.')).toBeDefined();
  expect(screen.getByDisplayValue('Works there')).toBeDefined();
  expect(within(screen.getByRole('list', { name: 'Chosen files' })).getByText('order.pdf')).toBeDefined();
  await user.click(screen.getByRole('combobox', { name: /For whom/ }));
  await user.click(await screen.findByRole('option', { name: /Ada Moss/ }));
  await user.click(screen.getByRole('combobox', { name: /Where/ }));
  await user.click(await screen.findByRole('option', { name: /Pharmacy/ }));
  await user.click(screen.getByRole('button', { name: 'Next: who decides' }));
  await user.click(await screen.findByRole('button', { name: 'Submit request' }));
  expect(await screen.findByText('Request submitted.')).toBeDefined();
  expect(received.map(({ body }) => body.file.name)).toEqual(['order.pdf']);
});

it('files of a request are removed by who has asked while that is allowed, and added one after the other', async () => {
  serve(keyRequests.get, request());
  const { received: removed } = serve(keyRequestFiles.remove, request({ files: [] }));
  const { received: added } = serve(keyRequestFiles.add, request());
  const user = userEvent.setup();
  await renderPage(<RequestDrawer id={id} onClose={() => undefined} />);
  await pick([aPdf('a.pdf'), aPdf('b.pdf')]);
  expect(await screen.findByText('Added: a.pdf, b.pdf')).toBeDefined();
  expect(added.map(({ body }) => body.file.name)).toEqual(['a.pdf', 'b.pdf']);
  await user.click(screen.getByRole('button', { name: 'Remove order.pdf' }));
  expect(await screen.findByText('Removed: order.pdf')).toBeDefined();
  expect(removed).toMatchObject([{ params: { id, file_id: file.id } }]);
});

it('the decider saves files, and neither adds nor removes them', async () => {
  serve(keyRequests.get, request({ can_add_files: false, can_remove_files: false }));
  await renderPage(<RequestDrawer id={id} onClose={() => undefined} />);
  expect(await screen.findByRole('button', { name: 'Save order.pdf' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /Remove|Add files/ })).toBeNull();
});
