import { type KeyPlan, keyPlans, planVersions } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeyPlan, planId } from '#data/plans/key-plans.fixture';
import { aComparison, aVersion } from '#data/plans/plan-versions.fixture';
import { renderPage, serve } from '../../../../test/render';
import { KeyPlanPage } from '../key-plan-page';

const versionId = '01900000-0000-7000-8000-0000000000e9';

const versions = [
  aVersion({ number: 3, cause: 'edit', is_in_force: true }),
  aVersion({
    number: 2,
    cause: 'activation',
    reason: 'As decided on Monday',
    changes: { rules: { added: 1, changed: 2, removed: 0 }, settings: { added: 0, changed: 1, removed: 0 } },
    figures: { people: 3, doors: 2, rights: 6, people_gaining: 14, people_losing: 1 },
  }),
  aVersion(),
];

async function open(plan: Partial<KeyPlan> = {}) {
  serve(keyPlans.get, aKeyPlan({ is_active: true, version_in_force: 3, ...plan }));
  serve(planVersions.list, { items: versions, total: 3, limit: 50, offset: 0 });
  const place = { path: `/keys/key-plans/${planId}`, route: '/keys/key-plans/$id', search: { tab: 'history' } };
  return renderPage(<KeyPlanPage />, place);
}

const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));

describe('HistoryTab', () => {
  it('says what changed, who did it and why, and which version is in force', async () => {
    await open();
    (await rowOf(/^Select: version 3/)).getByText('In force');
    const second = await rowOf(/^Select: version 2/);
    second.getByText('As decided on Monday');
    second.getByText('1 rule added, 2 rules changed, settings changed');
    second.getByText('ada');
    expect((await rowOf(/^Select: version 3/)).queryByRole('button', { name: /Restore/ })).toBeNull();
  });

  it('says how many gained and lost by each, and shows the change rule by rule', async () => {
    const rule = {
      id: planId,
      name: 'Stations',
      description: null,
      type: 'department',
      is_active: true,
      subject_match: 'any',
      subjects: [{ subject_type: 'department', subject_identifier: 'FIRE', name: 'FIRE' }],
      objects: [{ object_type: 'cylinder', object_identifier: planId, name: 'North gate' }],
      time_restrictions: [],
    } as const;
    const before = { ...rule, subjects: [...rule.subjects], objects: [...rule.objects], time_restrictions: [] };
    const after = { ...before, objects: [{ ...rule.objects[0], object_identifier: versionId, name: 'South gate' }] };
    const change = {
      kind: 'rule',
      change: 'changed',
      record_id: planId,
      name: 'Stations',
      gains: 11,
      loses: 0,
    } as const;
    const compared = serve(
      planVersions.compare,
      aComparison({ changes: [{ ...change, before, after }], effect: { people_gaining: 11 } }),
    );
    const { user } = await open();
    const second = await rowOf(/^Select: version 2/);
    await second.findByText('14 people gained doors.');
    second.getByText('1 person lost doors.');
    await user.click(second.getByRole('button', { name: 'What changed in version 2' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Version 2' }));
    const gone = await drawer.findByText('North gate');
    expect(gone.closest('del')).not.toBeNull();
    drawer.getByText('14 people gained doors. 1 person lost doors.');
    expect(drawer.queryByText(/11/)).toBeNull();
    expect(drawer.getByText('South gate').closest('ins')).not.toBeNull();
    expect(drawer.queryByText('FIRE')).toBeNull();
    expect(compared.received[0]?.query).toEqual({ from: '1', to: '2' });
  });

  it('does not say that a version of a plan that grants nothing is in force', async () => {
    await open({ is_active: false });
    (await rowOf(/^Select: version 3/)).getByText('Latest');
    expect(screen.queryByText('In force')).toBeNull();
  });

  it('compares two versions, the older first', async () => {
    serve(planVersions.compare, aComparison({ changes: [] }));
    const { user, router } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select: version 3' }));
    await screen.findByText('Choose two to compare them.');
    await user.click(screen.getByRole('checkbox', { name: 'Select: version 1' }));
    await user.click(screen.getByRole('link', { name: 'Compare' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'impact', from: '1', to: '3' }));
  });

  it('warns in people before it restores what takes effect at once', async () => {
    const compared = serve(planVersions.compare, aComparison({ effect: { people_losing: 2 } }));
    const restored = serve(planVersions.restore, aKeyPlan());
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Restore version 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 1?' }));
    await dialog.findByText('Its rules and access profiles take effect at once: 2 people would lose doors.');
    expect(compared.received[0]?.query).toEqual({ from: 'in_force', to: '1' });
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    await screen.findByText('Version 1 was restored.');
    expect(restored.received[0]?.params.number).toBe(1);
  });

  it('says that a restored version is the draft, and what it overwrites', async () => {
    serve(planVersions.compare, aComparison({ effect: { people_losing: 2 } }));
    serve(planVersions.restore, aKeyPlan());
    const { user } = await open({ takes_effect: 'on_activation', pending_changes: 2 });
    await user.click(await screen.findByRole('button', { name: 'Restore version 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 1?' }));
    await dialog.findByText(/become the draft\. No one gains or loses a door until you activate it/);
    dialog.getByText('2 changes that are not in force are overwritten.');
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    await screen.findByText('Version 1 is the draft. Nothing changes until you activate it.');
  });
});
