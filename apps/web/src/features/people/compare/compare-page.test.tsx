import { type AccessDifference, access, type ComparedDoor, people } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { aPerson } from '../person/person.fixture';
import { ComparePage } from './compare-page';

const ada = aPerson();
const bea = aPerson({ id: '01900000-0000-7000-8000-0000000000e2', display_name: 'Bea Fern', department: 'Radiology' });
const pair = { person_id: ada.id, other_id: bea.id };

const difference: AccessDifference = {
  layer: 'desired',
  both: 3,
  person_only: 12,
  other_only: 0,
  person_reasons: [
    {
      subjects: [{ subject_type: 'department', subject_identifier: 'Health', name: 'Health' }],
      needs: 'any',
      doors: 9,
      rules: [{ id: '01900000-0000-7000-8000-000000000502', name: 'Health, all clinics', keyplan_id: ada.id }],
    },
    {
      subjects: [{ subject_type: 'user', subject_identifier: ada.id, name: 'Ada Moss' }],
      needs: 'any',
      doors: 3,
      rules: [{ id: '01900000-0000-7000-8000-000000000503', name: 'Keys of Ada', keyplan_id: ada.id }],
    },
  ],
  other_reasons: [],
};

const aDoor = (changes: Partial<ComparedDoor> = {}): ComparedDoor => ({
  id: '01900000-0000-7000-8000-000000000505',
  marking: 'C-014',
  name: 'Main entrance',
  location: 'Clinic North',
  side: 'person',
  person_reasons: [
    {
      keyplan_id: '01900000-0000-7000-8000-000000000501',
      keyplan_name: 'City buildings',
      rule_id: '01900000-0000-7000-8000-000000000502',
      rule_name: 'Health, all clinics',
      windows: [],
      open_now: true,
      until: null,
    },
  ],
  other_reasons: [],
  ...changes,
});

async function open(search: Record<string, string>) {
  serve(people.get, ({ params }) => (params.id === bea.id ? bea : ada));
  serve(access.difference, difference);
  serve(people.list, { items: [bea], total: 1, limit: 20, offset: 0 });
  const { received } = serve(access.compare, { items: [aDoor()], total: 7, limit: 50, offset: 0 });
  const page = await renderPage(<ComparePage />, { path: '/people/compare', search });
  return { ...page, asked: received };
}

describe('ComparePage', () => {
  it('requires both people', async () => {
    const { asked } = await open({ person_id: ada.id });
    await screen.findByText('Choose two people to compare');
    expect(asked).toEqual([]);
  });

  it('puts the selected person into the URL', async () => {
    const { user, router } = await open({ person_id: ada.id });
    await user.type(screen.getByRole('combobox', { name: 'Second person' }), 'bea');
    await user.click(await screen.findByRole('option', { name: /Bea Fern/ }));
    await waitFor(() => expect(router.state.location.search).toEqual(pair));
  });

  it('selects the first match on Enter, even before results arrive, and moves to the second person', async () => {
    const { router } = await open({});
    const hands = userEvent.setup({ delay: 40 });
    const first = await screen.findByRole('combobox', { name: 'First person' });
    serve(people.list, { items: [ada], total: 1, limit: 20, offset: 0 });
    await hands.type(first, 'ada');
    await screen.findByRole('option', { name: /Ada Moss/ });
    await hands.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toEqual({ person_id: ada.id }));
    const second = screen.getByRole('combobox', { name: 'Second person' });
    await waitFor(() => expect(document.activeElement).toBe(second));
    serve(people.list, { items: [bea], total: 1, limit: 20, offset: 0 });
    await hands.keyboard('bea{Enter}');
    await waitFor(() => expect(router.state.location.search).toEqual(pair));
    expect(second).toHaveProperty('value', 'Bea Fern');
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('counts the doors of each side and names the rules', async () => {
    const { asked } = await open(pair);
    await screen.findByText('C-014');
    screen.getByRole('cell', { name: 'Health, all clinics' });
    const sides = new Set(asked.map(({ query }) => (query as { side?: string }).side)); // As in the contract.
    expect(sides).toEqual(new Set([undefined, 'person', 'both', 'other']));
    const [only] = screen.getAllByRole('link', { name: '7' });
    expect(only?.getAttribute('href')).toContain('side=person');
  });

  it('shows first why only one may, and what would have to change', async () => {
    await open(pair);
    const said = await screen.findByText((_, element) => element?.className === 'compare-sentence');
    expect(said.textContent).toBe('Ada Moss may open 12 doors that Bea Fern may not: 9 in Health and 3 by name.');
    screen.getByText('To have them too, Bea Fern would have to be in Health instead of Radiology.');
    screen.getByText('To have them too, Bea Fern would have to be named by the rule.');
    expect(screen.getByRole('link', { name: 'Keys of Ada' }).getAttribute('href')).toBe(
      `/keys/key-plans/${ada.id}#rule-01900000-0000-7000-8000-000000000503`,
    );
  });

  it('distinguishes two people with the same name', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serve(people.get, ({ params }) => (params.id === bea.id ? { ...bea, display_name: ada.display_name } : ada));
    serve(access.difference, difference);
    serve(access.compare, ({ query }) => ({ items: [], total: query.side === 'other' ? 8 : 3, limit: 1, offset: 0 }));
    await renderPage(<ComparePage />, { path: '/people/compare', search: pair });
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^[38]$/ })).toHaveLength(4));
    const sides = screen.getAllByText(`Only ${ada.display_name}`, { selector: 'dt' });
    expect(sides.map(({ nextElementSibling }) => nextElementSibling?.textContent)).toEqual(['3', '8']);
    expect(errors.mock.calls).toEqual([]);
  });

  it('keeps the two people when a search without a match is cleared', async () => {
    serve(people.get, ada);
    serve(access.compare, { items: [], total: 0, limit: 50, offset: 0 });
    const { user, router } = await renderPage(<ComparePage />, {
      path: '/people/compare',
      search: { ...pair, search: 'zz' },
    });
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual(pair));
  });
});
