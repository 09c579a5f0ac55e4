import { draftEdits, type KeyPlan, keyPlans, type PlanMatrix, planMatrix, planVersions } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aKeyPlan, planId } from '#data/plans/key-plans.fixture';
import { aComparison } from '#data/plans/plan-versions.fixture';
import { renderPage, serve } from '../../../../test/render';
import { KeyPlanPage } from '../key-plan-page';
import { aPlanMatrix } from './plan-matrix.fixture';

const place = (search: Record<string, string> = {}) => ({
  path: `/keys/key-plans/${planId}`,
  route: '/keys/key-plans/$id',
  search: { tab: 'matrix', ...search },
});
const drafted: Partial<KeyPlan> = {
  is_active: false,
  takes_effect: 'on_activation',
  rules: 3,
  pending_changes: 0,
  iam_connections: [{ id: '01900000-0000-7000-8000-00000000000a', name: 'Town staff' }],
};

async function open(
  plan: Partial<KeyPlan> = {},
  matrix: Partial<PlanMatrix> = {},
  search: Record<string, string> = {},
) {
  serve(keyPlans.get, aKeyPlan({ ...drafted, ...plan }));
  serve(planVersions.compare, aComparison());
  const read = serve(planMatrix.read, ({ query }) => aPlanMatrix({ from: query.from, to: query.to, ...matrix }));
  return { ...(await renderPage(<KeyPlanPage />, place(search))), read };
}

const grid = () => screen.findByRole('grid', { name: 'Who may open what by City buildings' });

const proposal = {
  edits: [{ kind: 'remove_rule' as const, rule_id: '01900000-0000-7000-8000-000000000011', version: 1 }],
  sentences: ["'Fire stations' is deleted."],
  effect: { ...aComparison().effect, people_losing: 6, doors: 1, rights_lost: 6, people_reached: 10 },
  is_exact: true,
};

describe('the Matrix tab', () => {
  beforeEach(() => {
    // jsdom draws nothing.
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  });

  it('says in people and doors what is seen', async () => {
    await open();
    await screen.findByText('10 people × 3 doors');
    await grid();
  });

  it('offers the first rule and the wizard where there is none', async () => {
    const { user, router } = await open({ rules: 0 });
    await screen.findByText('No rule yet');
    expect(screen.getByRole('link', { name: 'Open the wizard' }).getAttribute('href')).toBe('/keyplan/wizard');
    await user.click(screen.getByRole('button', { name: 'Add the first rule' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: 'rules', dialog: 'rule' }));
  });

  it('leads to the links where there are no people, or no doors', async () => {
    await open({ iam_connections: [] });
    await screen.findByRole('button', { name: 'Link an identity source' });
  });

  it('says that there are no doors', async () => {
    await open({}, { doors: 0, columns: [], column_classes: [] });
    await screen.findByText('No doors yet');
  });

  it('tries again after a failure', async () => {
    serve(keyPlans.get, aKeyPlan(drafted));
    serve(planMatrix.read, 'overloaded');
    const { user } = await renderPage(<KeyPlanPage />, place());
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(planMatrix.read, aPlanMatrix());
    await user.click(again);
    await screen.findByText('10 people × 3 doors');
  });

  it('reads the sides of the address', async () => {
    const { read } = await open({ is_active: true }, {}, { from: '1', to: '2' });
    await grid();
    expect(read.received[0]).toMatchObject({ query: { from: '1', to: '2', rows: 'departments' } });
  });

  it('leaves out what has no rights, shows it when it is looked for, and all on demand', async () => {
    const { grants } = aPlanMatrix();
    const withoutPolice = grants.map((one) => (one.name.startsWith('Police') ? { ...one, sides: 0 } : one));
    const { user, router } = await open({}, { grants: withoutPolice });
    const table = await grid();
    await screen.findByText('Hidden: 1 row, 1 column');
    expect(screen.queryByRole('rowheader', { name: /^POLICE/ })).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Find rows and columns' }), 'police');
    await screen.findByRole('rowheader', { name: /^POLICE/ });
    await screen.findByText('Hidden: 1 column');
    const current = () => document.getElementById(table.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(current()).toMatch(/^POLICE, /);
    await user.click(screen.getByRole('switch', { name: 'Only with rights' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ cells: 'all' }));
    await waitFor(() => expect(screen.queryByText(/^Hidden/)).toBeNull());
  });

  it('goes to what is typed letter by letter, past rows that fewer letters have shown', async () => {
    const { rows, columns } = aPlanMatrix();
    const [fire] = rows;
    const [door] = columns.filter(({ kind }) => kind === 'cylinder');
    if (!fire || !door) throw new Error('the fixture has rows and cylinders');
    const finance = { ...fire, id: 'FINANCE', label: 'FINANCE', classes: [] };
    const yard = { ...door, id: '01900000-0000-7000-8000-00000000cc99', label: 'Fire yard', depth: 0 };
    const { user } = await open({}, { rows: [finance, ...rows], columns: [...columns, yard] });
    const table = await grid();
    const current = () => document.getElementById(table.getAttribute('aria-activedescendant') ?? '')?.textContent;
    await user.type(screen.getByRole('searchbox', { name: 'Find rows and columns' }), 'Fire yard');
    await waitFor(() => expect(current()).toMatch(/^FIRE, Fire yard/));
  });

  it('offers no removal where no access is granted', async () => {
    const { user } = await open({ is_active: true }, {}, { cells: 'all' });
    (await grid()).focus();
    await user.keyboard('{Control>}{Home}{/Control}{End}{Enter}');
    const drawer = await screen.findByRole('dialog', { name: /^FIRE – Station 3/ });
    within(drawer).getByRole('button', { name: 'Grant' });
    expect(within(drawer).queryByRole('button', { name: 'Take back' })).toBeNull();
  });

  it('proposes the smallest edit of a crossing, keeps it, and takes it back', async () => {
    const { user } = await open();
    const asked = serve(draftEdits.propose, { proposals: [proposal], inseparable: [], elsewhere: [] });
    const undo = [...proposal.edits];
    const applied = serve(draftEdits.apply, { plan: aKeyPlan(drafted), undo });
    (await grid()).focus();
    await user.keyboard('{Control>}{Home}{/Control} ');
    await screen.findByText("'Fire stations' is deleted.");
    screen.getByText('6 people lose 1 door, no one gains any.');
    expect(asked.received[0]).toMatchObject({
      body: { grant: false, who: [{ all_of: [{ subject_type: 'department', subject_identifier: 'FIRE' }] }] },
    });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')));
    await screen.findByText("'Fire stations' is deleted.");
    await user.keyboard('{Control>}z{/Control}');
    await screen.findByText("Undone: 'Fire stations' is deleted.");
    expect(applied.received).toHaveLength(2);
  });

  it('proposes to take back the one crossing with the cursor on Delete', async () => {
    const { user } = await open();
    const asked = serve(draftEdits.propose, { proposals: [proposal], inseparable: [], elsewhere: [] });
    (await grid()).focus();
    await user.keyboard('{Control>}{Home}{/Control}{Delete}');
    await screen.findByText("'Fire stations' is deleted.");
    expect(asked.received[0]).toMatchObject({ body: { grant: false } });
  });

  it('says why nothing can be taken from these people alone, and leads to the rule', async () => {
    const { user } = await open();
    const inseparable = [{ rule_id: planId, sentence: "'Fire stations' is also for 600 others." }];
    serve(draftEdits.propose, { proposals: [{ ...proposal, is_exact: false }], inseparable, elsewhere: [] });
    (await grid()).focus();
    await user.keyboard('{Control>}{Home}{/Control} ');
    await screen.findByText(/is also for 600 others/);
    const link = screen.getByRole('link', { name: 'Edit this rule' });
    expect(link.getAttribute('href')).toContain(`rule_id=${planId}`);
  });

  it('leaves everything as it was on Escape', async () => {
    const { user } = await open();
    serve(draftEdits.propose, { proposals: [proposal], inseparable: [], elsewhere: [] });
    (await grid()).focus();
    await user.keyboard('{Control>}{Home}{/Control} ');
    await screen.findByText("'Fire stations' is deleted.");
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText("'Fire stations' is deleted.")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')));
  });

  it('says before it that an edit takes effect at once, and asks as every edit does how many may lose doors', async () => {
    const { user } = await open({ is_active: true, takes_effect: 'at_once' });
    serve(draftEdits.propose, { proposals: [proposal], inseparable: [], elsewhere: [] });
    const applied = serve(draftEdits.apply, ({ body }) =>
      body.accept_losing === 7
        ? { plan: aKeyPlan(drafted), undo: [...proposal.edits] }
        : { refusal: 'confirmation_needed', members: { people_losing: 7 } },
    );
    (await grid()).focus();
    await user.keyboard('{Control>}{Home}{/Control} ');
    await screen.findByText('Takes effect at once.');
    const answer = async (label: string) => {
      await user.click(screen.getByRole('button', { name: 'Keep' }));
      const question = within(await screen.findByRole('dialog', { name: 'Let 7 people lose doors?' }));
      await user.click(question.getByRole('button', { name: label }));
    };
    await answer('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Let/ })).toBeNull());
    await answer('Yes, continue');
    await screen.findByRole('button', { name: 'Undo' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(applied.received.map(({ body }) => body.accept_losing)).toEqual([undefined, undefined, 7]);
  });

  it('keeps the proposal open after a conflicting edit, and fetches it again', async () => {
    const { user } = await open();
    const asked = serve(draftEdits.propose, { proposals: [proposal], inseparable: [], elsewhere: [] });
    serve(draftEdits.apply, 'version_conflict');
    (await grid()).focus();
    await user.keyboard('{Control>}{Home}{/Control} ');
    await user.click(await screen.findByRole('button', { name: 'Keep' }));
    await screen.findByText('Someone else changed this first.');
    const before = asked.received.length;
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(asked.received.length).toBeGreaterThan(before));
  });

  it('explains a crossing by its rules on Enter', async () => {
    const { user } = await open({ is_active: true });
    (await grid()).focus();
    await user.keyboard('{Control>}{Home}{/Control}{Enter}');
    await screen.findByRole('dialog', { name: /^FIRE – / });
    expect(screen.getByRole('link', { name: 'Fire stations' }).getAttribute('href')).toContain('rule_id=');
    screen.getAllByText(/names the group · always/);
  });
});
