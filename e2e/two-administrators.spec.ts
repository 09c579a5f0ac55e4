import { type DraftEdit, draftEdits, keyPlans, type RuleObject } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addWaitingPlan, openPlan } from './lib/data/plans';
import { useStage } from './lib/fixtures';
import { signedIn } from './lib/signed-in';

const stage = useStage();

const newRule = (name: string, objects: RuleObject[]): DraftEdit => ({
  kind: 'add_rule',
  rule: {
    name,
    objects,
    subjects: [{ subject_type: 'department', subject_identifier: 'FINANCE' }],
    description: null,
    is_active: true,
    subject_match: 'any',
    time_restrictions: [],
  },
});

const waits = (page: Page, changes: string) => page.getByText(new RegExp(`^${changes} not yet in force: `)).waitFor();

test('two administrators work on one draft: each sees what the other does, and no work is lost', async () => {
  const { product } = stage;
  await signedIn(stage);
  const { planId, objects } = await addWaitingPlan(product);
  const params = { keyplan_id: planId };
  const open = () => openPlan(stage, planId, { tab: 'connections' });
  await product.must(draftEdits.apply, { params, body: { edits: [newRule('Days', objects)] } });
  const [one, other] = [await open(), await open()];
  await waits(one, '1 change');
  await waits(other, '1 change');
  await one.getByText(`Edited by ${stage.username}.`).waitFor();

  await product.must(draftEdits.apply, { params, body: { edits: [newRule('Nights', objects)] } });
  await waits(one, '2 changes');
  await waits(other, '2 changes');

  await one.getByText('What changes', { exact: true }).click();
  await one.getByRole('button', { name: 'Take back: Rule added: Nights', exact: true }).click();
  await one.getByText('Taken back: Rule added: Nights').first().waitFor();
  await waits(other, '1 change');

  await other.getByRole('button', { name: 'Activate...', exact: true }).click();
  const dialog = other.getByRole('dialog', { name: 'Activate City buildings?', exact: true });
  await dialog.getByText(/Rule added: Days/).waitFor();
  await product.must(draftEdits.apply, { params, body: { edits: [newRule('Evenings', objects)] } });
  await dialog.getByText(/Rule added: Evenings/).waitFor();
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
  await dialog.getByText(/Someone else changed this key plan/).waitFor();
  expect(await product.must(keyPlans.get, { params: { id: planId } })).toMatchObject({ pending_changes: 2, rules: 3 });
  for (const page of [one, other]) await page.context().close();
});
