import {
  type AccessRule,
  accessRules,
  type DraftEdit,
  draftEdits,
  enhancedKeyPlans,
  planVersions,
} from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeyPlan, anAccessRule, planId } from '#data/plans/key-plans.fixture';
import { aComparison } from '#data/plans/plan-versions.fixture';
import { serve } from '../../../../test/render';
import { openRules, serveChoices } from './rules-tab.fixture';

const named = 'Fire stations for FIRE';
const { id: rule_id } = anAccessRule();

/** Edits are made, and can be taken back. */
const serveEdits = (undo: DraftEdit[] = []) => serve(draftEdits.apply, { plan: aKeyPlan(), undo });
const editsOf = ({ received }: ReturnType<typeof serveEdits>) => received.map(({ body }) => body.edits);

/** What a rule says, as an undo writes it again. */
const contentOf = ({ name, description, is_active, subject_match, time_restrictions }: AccessRule) => ({
  ...{ name, description, is_active, subject_match, time_restrictions },
  subjects: [],
  objects: [],
});

describe('a rule in the list', () => {
  it('is switched off by the call that is for that, with a way back', async () => {
    const { user } = await openRules([anAccessRule()]);
    const switched = serve(enhancedKeyPlans.toggleRule, anAccessRule({ is_active: false, version: 2 }));
    const saved = serveEdits();
    await user.click(await screen.findByRole('switch', { name: `Rule ${named} is switched on` }));
    const said = (await screen.findByText(`Rule '${named}' is switched off.`)).closest('.toast');
    await user.click(within(said as HTMLElement).getByRole('button', { name: 'Undo' })); // a toast is an element
    await screen.findByText(`Undone: Rule '${named}' is switched off.`);
    const [source] = aKeyPlan().iam_connections;
    expect(switched.received).toEqual([
      { params: { connection_id: source?.id, rule_id }, query: { accept_losing: 0 } },
    ]);
    expect(editsOf(saved)).toEqual([[{ kind: 'change_rule', rule_id, version: 2, rule: { is_active: true } }]]);
  });

  it('is deleted once its people were named, comes back with its id, and goes again', async () => {
    const rule = contentOf(anAccessRule());
    const { user } = await openRules([anAccessRule()]);
    const removed = serveEdits([{ kind: 'add_rule', rule_id, rule }]);
    await user.click(await screen.findByRole('button', { name: `Delete rule ${named}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Delete rule ${named}?` }));
    dialog.getByText('4,897 people lose what only this rule grants, with the next sync.');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText(`Rule '${named}' deleted.`);
    expect(editsOf(removed)).toEqual([[{ kind: 'remove_rule', rule_id, version: 1 }]]);

    const restored = serveEdits([{ kind: 'remove_rule', rule_id, version: 3 }]);
    const steps = within(screen.getByRole('region', { name: 'Rules' }));
    await user.click(steps.getByRole('button', { name: 'Undo' }));
    await screen.findByText(`Undone: Rule '${named}' deleted.`);
    expect(editsOf(restored)).toMatchObject([[{ kind: 'add_rule', rule_id, rule: { name: named } }]]);

    const again = serveEdits();
    await user.click(steps.getByRole('button', { name: 'Redo' }));
    await screen.findByText(`Done again: Rule '${named}' deleted.`);
    expect(editsOf(again)).toEqual([[{ kind: 'remove_rule', rule_id, version: 3 }]]);
  });

  it('explains why another user’s change cannot be undone, and no longer offers that step', async () => {
    const { user } = await openRules([anAccessRule()]);
    serve(enhancedKeyPlans.toggleRule, anAccessRule({ is_active: false, version: 2 }));
    await user.click(await screen.findByRole('switch', { name: `Rule ${named} is switched on` }));
    await screen.findByText(`Rule '${named}' is switched off.`);
    serve(draftEdits.apply, 'version_conflict');
    const steps = within(screen.getByRole('region', { name: 'Rules' }));
    await user.click(steps.getByRole('button', { name: 'Undo' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Not undone' }));
    dialog.getByText(`Rule '${named}' is switched off.`);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(steps.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('says that deleting a rule that grants nothing takes nothing away', async () => {
    const { user } = await openRules([anAccessRule({ is_active: false })]);
    await user.click(await screen.findByRole('button', { name: `Delete rule ${named}` }));
    await screen.findByText('It gives no access at the moment, so no one loses any.');
  });

  it('withdraws no access when deleted in a draft', async () => {
    serve(planVersions.compare, aComparison());
    const plan = { is_active: true, takes_effect: 'on_activation', pending_changes: 1 } as const;
    const { user } = await openRules([anAccessRule()], plan);
    await user.click(await screen.findByRole('button', { name: `Delete rule ${named}` }));
    await screen.findByText(/No one loses access until you activate that\./);
  });

  it('is edited, and offers a choice after a conflicting edit', async () => {
    serveChoices();
    serve(planVersions.preview, aComparison({ effect: { people_losing: 4_897 } }));
    const { user } = await openRules([anAccessRule()]);
    await user.click(await screen.findByRole('button', { name: `Edit rule ${named}` }));
    const drawer = within(await screen.findByRole('dialog', { name: `Edit rule ${named}` }));
    const name = await drawer.findByLabelText('Rule name');
    await user.clear(name);
    await user.type(name, 'Fire');
    serve(draftEdits.apply, 'version_conflict');
    const monday = { id: planId, days: [1], from: '08:00', to: '18:00', valid_from: null, valid_until: null };
    serve(accessRules.get, anAccessRule({ version: 2, updated_by: 'bea', time_restrictions: [monday] }));
    await user.click(drawer.getByRole('button', { name: 'Save rule' }));
    await drawer.findByText('bea has changed this rule in the meantime.');
    expect(name).toHaveProperty('value', 'Fire');
    await user.click(drawer.getByRole('button', { name: 'Take over: When' }));
    const saved = serveEdits();
    await user.click(drawer.getByRole('button', { name: 'Save this version' }));
    await screen.findByText("Rule 'Fire' saved.");
    const rule = { name: 'Fire', time_restrictions: [{ days: [1], from: '08:00' }] };
    expect(editsOf(saved)).toMatchObject([[{ kind: 'change_rule', rule_id, version: 2, rule }]]);
  });
});
