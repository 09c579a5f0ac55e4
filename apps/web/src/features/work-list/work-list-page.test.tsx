import { keySystems, type WorkGroup, type WorkItem, workList } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { renderPage, serve } from '../../../test/render';
import { WorkListPage } from './work-list-page';

const operator = { id: '01900000-0000-7000-8000-0000000000b1', username: 'grace' };

const anItem = (number: number, changes: Partial<WorkItem> = {}): WorkItem => ({
  id: `01900000-0000-7000-8000-00000000000${number}`,
  connection_id: aKeySystem().id,
  connection_name: 'Head office',
  change_set_id: null,
  kind: 'person_create',
  person_id: null,
  label: `Person ${number}`,
  reference: `E-${number}`,
  what: `Create the person Person ${number}.`,
  place: 'Persons',
  why: "Rule 'Fire department' of the plan 'City' reaches this person.",
  before: null,
  after: null,
  state: 'open',
  is_readable: true,
  assigned_to: null,
  created_at: '2026-03-01T08:00:00Z',
  closed_at: null,
  closed_by: null,
  closed_by_name: null,
  note: null,
  ...changes,
});

/** The group of this entry; of several if changed so. */
const aGroup = (entry: WorkItem, changes: Partial<WorkGroup> = {}): WorkGroup => ({
  group: `g${entry.id.replaceAll('-', '')}`,
  what: entry.what,
  count: 1,
  ids: [entry.id],
  since: entry.created_at,
  entry,
  ...changes,
});

const aPage = <Row,>(items: Row[]) => ({ items, total: items.length, limit: 50, offset: 0 });

async function open(items: WorkItem[], search = {}, groups = items.map((item) => aGroup(item))) {
  serve(keySystems.list, { items: [aKeySystem()], total: 1, page: 0, size: 100 });
  serve(workList.operators, { items: [operator] });
  serve(workList.estimate, { open: items.length, minutes: null, measured: 0 });
  const asked = serve(workList.groups, aPage(groups)).received;
  serve(workList.list, aPage(items));
  const page = await renderPage(<WorkListPage />, { path: '/work-list', search });
  return { ...page, asked };
}

const box = (number: number) => screen.findByRole('checkbox', { name: `Select: Create the person Person ${number}.` });

describe('WorkListPage', () => {
  it('lists open work by default, everything on request', async () => {
    const { asked } = await open([anItem(1)]);
    await screen.findByText('Create the person Person 1.');
    expect(asked[0]?.query).toEqual({ state: 'open', limit: 50 });
    const all = await open([anItem(1)], { state: 'all', assigned_to: 'me', sort: '-label' });
    await waitFor(() =>
      expect(all.asked[0]?.query).toEqual({ state: 'all', assigned_to: 'me', sort: '-label', limit: 50 }),
    );
  });

  it('ticks the selected entries with a note, and explains the effect', async () => {
    const { user } = await open([anItem(1), anItem(2), anItem(3)]);
    await user.click(await box(1));
    await user.click(await box(3));
    const bar = screen.getByRole('region', { name: 'Selected entries' });
    within(bar).getByText('2 selected');
    await user.click(within(bar).getByRole('button', { name: 'Tick as done…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tick as done' });
    within(dialog).getByText(/You say that 2 entries have been done/);
    const sent = serve(workList.markDone, { success: true, changed: 2 }).received;
    await user.type(within(dialog).getByRole('textbox', { name: 'Note (optional)' }), 'Done by hand');
    await user.click(within(dialog).getByRole('button', { name: 'Tick as done' }));
    await screen.findByText('2 entries ticked.');
    expect(sent[0]?.body).toEqual({ ids: [anItem(1).id, anItem(3).id], note: 'Done by hand' });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected entries' })).toBeNull());
  });

  it('selects a page, and assigns it', async () => {
    const { user } = await open([anItem(1), anItem(2)]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(screen.getByRole('button', { name: 'Assign…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Assign entries' });
    await user.click(within(dialog).getByRole('combobox', { name: 'Assign to' }));
    await user.click(await screen.findByRole('option', { name: 'grace' }));
    const sent = serve(workList.assign, { success: true, changed: 2 }).received;
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ ids: [anItem(1).id, anItem(2).id], admin_id: operator.id }));
  });

  it('groups the same work for several people, and decides on all of it', async () => {
    const people = [1, 2, 3].map((number) => anItem(number, { person_id: anItem(number).id }));
    const ids = people.map(({ id }) => id);
    const { user } = await open(people, {}, [aGroup(anItem(1), { what: 'Create 3 persons.', count: 3, ids })]);
    await user.click(await screen.findByRole('row', { name: 'Open: Create 3 persons.' }));
    screen.getByText('1 row'); // Of three entries.
    const drawer = await screen.findByRole('dialog', { name: 'Create 3 persons.' });
    const named = await within(drawer).findAllByRole('link', { name: /^Person/ });
    expect(named.map(({ textContent }) => textContent)).toEqual(['Person 1', 'Person 2', 'Person 3']);
    await user.click(within(drawer).getByRole('button', { name: 'Tick as done…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tick as done' });
    within(dialog).getByText(/You say that 3 entries have been done/);
    const sent = serve(workList.markDone, { success: true, changed: 3 }).received;
    await user.click(within(dialog).getByRole('button', { name: 'Tick as done' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ ids }));
  });

  it('opens the entries of a group, each to decide on, and goes back', async () => {
    const group = aGroup(anItem(1), { what: 'Create 2 persons.', count: 2, ids: [anItem(1).id, anItem(2).id] });
    const { user, router } = await open([anItem(1), anItem(2)], { kind: 'person_create' }, [group]);
    await user.click(await screen.findByRole('row', { name: 'Open: Create 2 persons.' }));
    await user.click(await screen.findByRole('link', { name: 'Show the 2 entries' }));
    await screen.findByRole('heading', { level: 1, name: 'Create 2 persons.' });
    screen.getByText(/^For each of them: Rule 'Fire department'/);
    expect(router.state.location.search).toEqual({ kind: 'person_create', group: group.group });
    await user.click(await box(2));
    const sent = serve(workList.markDone, { success: true, changed: 1 }).received;
    await user.click(screen.getByRole('button', { name: 'Tick as done…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tick as done' });
    await user.click(within(dialog).getByRole('button', { name: 'Tick as done' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ ids: [anItem(2).id] }));
    await user.click(screen.getByRole('button', { name: 'Work list' }));
    await screen.findByRole('heading', { level: 1, name: 'Work list' });
    expect(router.state.location.search).toEqual({ kind: 'person_create' });
  });

  it('limits a decision to a thousand entries, and says so', async () => {
    const ids = Array.from({ length: 1_000 }, (_, at) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`);
    const large = aGroup(anItem(1), { what: 'Create 9,203 persons.', count: 9_203, ids });
    const { user } = await open([], {}, [large, aGroup(anItem(2))]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    screen.getByText('9,204 selected');
    await user.click(screen.getByRole('button', { name: 'Assign…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Assign entries' });
    within(dialog).getByText('1,000 entries are assigned.');
    within(dialog).getByText(/^At most 1,000 at once, .* The others of these 9,204 stay/);
    const sent = serve(workList.assign, { success: true, changed: 1_000 }).received;
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ ids, admin_id: null }));
  });

  it('reopens only entries ticked by a person', async () => {
    const closed = { closed_at: '2026-03-02T08:00:00Z', state: 'done' } as const;
    const ticked = anItem(1, { ...closed, closed_by: 'operator', closed_by_name: 'grace' });
    const { user } = await open([ticked, anItem(2, { ...closed, closed_by: 'read' })], { state: 'all' });
    await user.click(await box(2));
    expect(screen.queryByRole('button', { name: 'Take back…' })).toBeNull();
    await user.click(await box(1));
    await user.click(screen.getByRole('button', { name: 'Take back…' }));
    const sent = serve(workList.reopen, { success: true, changed: 1 }).received;
    const dialog = await screen.findByRole('dialog', { name: 'Take back' });
    await user.click(within(dialog).getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ ids: [ticked.id] }));
  });

  it('shows why an entry exists and whether a read will tick it', async () => {
    const { user } = await open([anItem(1, { is_readable: false })]);
    await user.click(await screen.findByRole('row', { name: 'Open: Create the person Person 1.' }));
    const drawer = await screen.findByRole('dialog', { name: 'Person 1' });
    within(drawer).getByText("Rule 'Fire department' of the plan 'City' reaches this person.");
    within(drawer).getByText('This connection cannot read it, so it has to be ticked by hand.');
  });

  it('keeps the selection when the server refuses, and shows why', async () => {
    const { user } = await open([anItem(1)]);
    await user.click(await box(1));
    await user.click(screen.getByRole('button', { name: 'Tick as done…' }));
    serve(workList.markDone, 'overloaded');
    const dialog = await screen.findByRole('dialog', { name: 'Tick as done' });
    await user.click(within(dialog).getByRole('button', { name: 'Tick as done' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
    expect((await box(1)).closest('input')?.checked).toBe(true);
  });

  it('exports the filtered list as CSV and for printing', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const csv = serve(workList.exportCsv, 'what\n').received;
    const pdf = serve(workList.exportPdf, '%PDF').received;
    const { user } = await open([anItem(1)], { assigned_to: 'nobody' });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await user.click(screen.getByRole('button', { name: 'Print as PDF' }));
    const filter = { state: 'open', assigned_to: 'nobody' };
    await waitFor(() => expect([csv[0]?.query, pdf[0]?.query]).toEqual([filter, filter]));
  });

  it('distinguishes no work from no matches', async () => {
    await open([]);
    await screen.findByText('Nothing waits for an operator');
    const { user, router } = await open([], { kind: 'member_add' });
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});
