import { type ChangeSet, changeSets, type RenameFinding, renames, sync } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aChange, aChangeSet, pageOfChanges } from '#data/tasks/change-set.fixture';
import { renderPage, serve } from '../../../../test/render';
import { aTask } from '../../tasks/task.fixture';
import { ChangeSetPage } from '../change-set-page';

const stopped = aChangeSet({
  state: 'quarantined',
  counts: { mover: 12_100 },
  total: 12_100,
  guards: [{ reason: 'rename', count: 10_820, of: 10_820, percent: 100, limit_percent: 0 }],
});
const { id } = stopped;
const idOf = (at: number) => `01900000-0000-7000-8000-0000000f000${at}`;
const figures = { people_before: 0, still_listed: 0, staying: 0, people_after: 0 };

const police: RenameFinding = {
  id: idOf(1),
  field: 'department',
  kind: 'rename',
  flows: [{ from: 'POLICE', to: 'DEPARTMENT OF POLICE', people: 10_820 }],
  from: [{ ...figures, value: 'POLICE', people_before: 12_900, still_listed: 12_100, staying: 1_280 }],
  to: [{ ...figures, value: 'DEPARTMENT OF POLICE', people_after: 10_820 }],
  people: 10_820,
  of: 12_100,
  confidence: 'likely',
  is_in_reorganisation: false,
  effect: { people_losing: 10_820, people_gaining: 0, doors_lost: 36, doors_gained: 0, scopes: 1 },
  rules: [{ keyplan_id: idOf(5), plan: 'City', rule_id: idOf(6), rule: 'Stations' }],
  stops: true,
  choices: ['carry_over', 'map_for_good', 'not_a_rename'],
  decision: null,
};

const split: RenameFinding = {
  ...police,
  id: idOf(2),
  kind: 'split',
  flows: [
    { from: 'LAW', to: 'LAW NORTH', people: 60 },
    { from: 'LAW', to: 'LAW SOUTH', people: 40 },
  ],
  from: [{ ...figures, value: 'LAW', people_before: 100, still_listed: 100 }],
  to: [
    { ...figures, value: 'LAW NORTH', people_after: 60 },
    { ...figures, value: 'LAW SOUTH', people_after: 40 },
  ],
  people: 100,
  of: 100,
  effect: { people_losing: 100, people_gaining: 0, doors_lost: 4, doors_gained: 0, scopes: 0 },
};

const swap: RenameFinding = { ...police, id: idOf(3), kind: 'swap', choices: ['map_for_good', 'not_a_rename'] };

function open(items: RenameFinding[], changeSet: ChangeSet = stopped) {
  serve(changeSets.get, changeSet);
  serve(sync.list, { items: [], total: 0, limit: 20, offset: 0, unseen: 0 });
  serve(changeSets.items, pageOfChanges([aChange()]));
  serve(renames.list, { items, version: 3 });
  return renderPage(<ChangeSetPage />, { path: `/change-sets/${id}`, route: '/change-sets/$id' });
}

const finding = (name: string) => screen.findByRole('listitem', { name });
const policeName = 'POLICE → DEPARTMENT OF POLICE';
const harmless = { people_gaining: 0, people_losing: 0, rights_gained: 0, rights_lost: 0 };

describe('RenamesPanel', () => {
  it('shows what looks renamed, for how many people, which rules name it and the effect', async () => {
    await open([police]);
    const row = await finding(policeName);
    within(row).getByText('10,820 of 12,100 people: a rename? 1,280 people keep POLICE.');
    within(row).getByText(
      /If nothing is done, 10,820 people lose doors they may open now. Those are 36 different doors/,
    );
    const link = within(row).getByRole('link', { name: 'Stations (City)' });
    expect(link.getAttribute('href')).toBe(`/keys/key-plans/${idOf(5)}`);
    screen.getByText(/nothing is applied until you decide/);
    expect(screen.queryByRole('button', { name: 'Allow once...' })).toBeNull();
  });

  it('shows the parts of a split, and why a swap cannot be carried over', async () => {
    await open([split, swap]);
    const row = await finding('LAW is now LAW NORTH and LAW SOUTH');
    const parts = within(within(row).getByRole('list', { name: 'Who moved where' })).getAllByRole('listitem');
    expect(parts.map(({ textContent }) => textContent)).toEqual(['LAW → LAW NORTH60', 'LAW → LAW SOUTH40']);
    const swapped = await finding('POLICE: names swapped');
    within(swapped).getByText(/Rules cannot be carried over here/);
    expect(within(swapped).queryByRole('button', { name: 'Carry the rules over' })).toBeNull();
  });

  it('shows the edits before carrying over, then opens the run that compares again', async () => {
    const asked = serve(renames.preview, {
      plans: [
        {
          keyplan_id: idOf(5),
          name: 'City',
          sentences: ["'Stations' also applies to DEPARTMENT OF POLICE."],
          comes_into_force: true,
          waiting_changes: 2,
        },
      ],
      effect: harmless,
    });
    const { received } = serve(renames.decide, { items: [], version: 4, task: aTask({ task_id: idOf(9) }) });
    const { user, router } = await open([police]);
    const row = await finding(policeName);
    within(row).getByRole('button', { name: 'Carry the rules over' }).focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Carry the rules over?' });
    await within(dialog).findByText("'Stations' also applies to DEPARTMENT OF POLICE.");
    within(dialog).getByText('Everyone may open the same doors as before.');
    within(dialog).getByText('1 scope gets the new name beside the old one.');
    within(dialog).getByText(/2 other edits of the draft keep waiting/);
    expect(asked.received[0]?.body).toEqual({ finding_ids: [police.id] });
    await user.type(within(dialog).getByRole('textbox'), 'New names');
    await user.click(within(dialog).getByRole('button', { name: 'Carry over' }));
    await waitFor(() =>
      expect(received[0]?.body).toEqual({
        decisions: [{ finding_id: police.id, decision: 'carry_over' }],
        reason: 'New names',
      }),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tasks/${idOf(9)}`));
  });

  it('names who gains doors, and sends the confirmed count', async () => {
    serve(renames.preview, { plans: [], effect: { ...harmless, people_gaining: 6, rights_gained: 12 } });
    const { received } = serve(renames.decide, { items: [], version: 4, task: null });
    const { user } = await open([police]);
    await user.click(within(await finding(policeName)).getByRole('button', { name: 'Carry the rules over' }));
    await user.click(await screen.findByRole('button', { name: 'Carry over, 6 people gain doors' }));
    await waitFor(() => expect(received[0]?.body).toMatchObject({ accept_gaining: 6 }));
  });

  it('makes one decision for all findings that allow it', async () => {
    const { received } = serve(renames.decide, { items: [], version: 4, task: null });
    serve(renames.preview, { plans: [], effect: harmless });
    const { user } = await open([police, split, swap]);
    await user.click(await screen.findByRole('button', { name: 'Carry all rules over (2)' }));
    await user.click(await screen.findByRole('button', { name: 'Carry over' }));
    await waitFor(() =>
      expect(received[0]?.body.decisions).toEqual([
        { finding_id: police.id, decision: 'carry_over' },
        { finding_id: split.id, decision: 'carry_over' },
      ]),
    );
  });

  it('shows how many people lose doors when it is not a rename', async () => {
    await open([police]).then(({ user }) =>
      screen.findByRole('button', { name: 'It is not a rename' }).then(user.click),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Not a rename?' });
    within(dialog).getByText(/^10,820 people lose doors they may open now.*1 scope no longer covers them\.$/);
  });

  it('undoes a decision while others are open, unless rules were carried over', async () => {
    const { received } = serve(renames.decide, { items: [], version: 4, task: null });
    const decision = { by: 'ada', at: '2026-03-03T09:14:00Z' };
    const { user } = await open([
      { ...police, decision: { ...decision, is: 'map_for_good' } },
      { ...split, decision: { ...decision, is: 'carry_over' } },
      swap,
    ]);
    await finding(policeName);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(received[0]?.body).toEqual({ decisions: [{ finding_id: police.id, decision: null }] }));
  });

  it('reports that another administrator decided first', async () => {
    serve(renames.decide, 'version_conflict');
    const { user } = await open([police]);
    await user.click(within(await finding(policeName)).getByRole('button', { name: 'Keep the old name permanently' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/From now on DEPARTMENT OF POLICE is read as POLICE/);
    await user.click(within(dialog).getByRole('button', { name: 'Keep the old name' }));
    await screen.findByText('Someone else changed this record.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers to compare again when everything is decided', async () => {
    await open([{ ...police, decision: { is: 'not_a_rename', by: 'ada', at: '2026-03-03T09:14:00Z' } }]);
    await screen.findByRole('button', { name: 'Compare again' });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('separates findings that stop nothing from those to decide', async () => {
    await open([police, { ...split, stops: false }]);
    await screen.findByText('Departments and job titles with new names (1)');
    expect(screen.getAllByRole('button', { name: 'It is not a rename' })).toHaveLength(1);
    expect(screen.queryByText('Decide all alike:')).toBeNull();
  });

  it('lists renames that stop nothing without asking for a decision', async () => {
    await open([{ ...police, stops: false, rules: [] }], aChangeSet({ state: 'applied', applied: 4 }));
    await screen.findByText('Departments and job titles with new names (1)');
    expect(screen.queryByRole('button', { name: 'It is not a rename' })).toBeNull();
  });
});
