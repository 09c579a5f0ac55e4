import { type KeyPlan, keyPlans, planVersions } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeyPlan, planId } from '#data/plans/key-plans.fixture';
import { aComparison, aGain, aVersion } from '#data/plans/plan-versions.fixture';
import { renderPage, serve } from '../../../../test/render';
import { KeyPlanPage } from '../key-plan-page';

const drafted: Partial<KeyPlan> = { is_active: true, takes_effect: 'on_activation' };
const versions = [aVersion({ number: 2, is_in_force: true }), aVersion()];

async function open(search: object = {}, plan: Partial<KeyPlan> = {}) {
  serve(keyPlans.get, aKeyPlan({ ...drafted, ...plan }));
  serve(planVersions.list, { items: versions, total: 2, limit: 100, offset: 0 });
  const people = serve(planVersions.comparePeople, ({ query }) =>
    query.search ? { items: [], total: 0, limit: 50, offset: 0 } : { items: [aGain()], total: 1, limit: 50, offset: 0 },
  );
  const place = { path: `/keys/key-plans/${planId}`, route: '/keys/key-plans/$id' };
  const page = await renderPage(<KeyPlanPage />, { ...place, search: { tab: 'impact', ...search } });
  return { ...page, people };
}

const effect = {
  people_gaining: 14,
  people_losing: 2,
  by_department: [{ department: 'FIRE', gaining: 14, losing: 2 }],
  by_location: [{ location_id: null, name: '', protection_class: null, rights_gained: 28, rights_lost: 3 }],
};

describe('ImpactTab', () => {
  it('says that nothing waits', async () => {
    serve(planVersions.compare, aComparison({ changes: [] }));
    await open();
    await screen.findByText('Nothing waits: the draft is in force.');
  });

  it('tries again after a failure', async () => {
    serve(planVersions.compare, 'internal');
    const { user } = await open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(planVersions.compare, aComparison({ changes: [] }));
    await user.click(again);
    await screen.findByText('Nothing waits: the draft is in force.');
  });

  it('shows where people gain and lose doors, and the work to do', async () => {
    const by_crossing = {
      departments: [
        { kind: 'department' as const, name: 'FIRE' },
        { kind: 'none' as const, name: '' },
      ],
      places: [{ kind: 'place' as const, location_id: planId, name: 'North' }],
      cells: [
        { department: 0, place: 0, gaining: 14, losing: 2, rights_gained: 28, rights_lost: 3 },
        { department: 1, place: 0, gaining: 0, losing: 1, rights_gained: 0, rights_lost: 1 },
      ],
    };
    const work = { ...effect, keys_to_update: 5, cylinders_to_visit: 31 };
    const visits = [{ location_id: planId, name: 'North', cylinders: 31 }];
    serve(planVersions.compare, aComparison({ effect: work, by_crossing, visits }));
    const { user } = await open();
    const picture = within(await screen.findByRole('region', { name: 'Who gains and loses doors where' }));
    picture.getByRole('slider').focus();
    await user.keyboard('{Home}{ArrowDown}');
    picture.getByText('No department in North: 1 person loses doors (1 rights)');
    await user.click(picture.getByRole('button', { name: /^Show as table/ }));
    picture.getByRole('row', { name: 'FIRE North 14 2 28 3' });
    screen.getByText('5 keys that are handed out are to be updated.');
    screen.getByText(/31 cylinders are to be visited\. That is 2 rounds with a programming key/);
  });

  it('shows the figures, by department and by place, and the people', async () => {
    serve(planVersions.compare, aComparison({ effect }));
    await open();
    const departments = within(
      await screen.findByRole('table', { name: 'People who gain and lose doors, by department' }),
    );
    departments.getByRole('row', { name: 'FIRE 14 2' });
    within(screen.getByRole('table', { name: 'Doors gained and lost, by place' })).getByRole('row', {
      name: 'Doors without a place 28 3',
    });
    screen.getByText(/Rule deleted: Fire stations for FIRE/);
    const people = within(await screen.findByRole('table', { name: 'People who gain or lose doors' }));
    within(people.getByRole('row', { name: /Robin Gate/ })).getByText('A-101');
  });

  it('begins with what happens in a sentence, and shows no zeros', async () => {
    const by_department = [{ department: 'FIRE', gaining: 14, losing: 0 }];
    const by_location = [
      { location_id: planId, name: 'North', protection_class: null, rights_gained: 28, rights_lost: 0 },
    ];
    const schedule_conflicts = { before: 0, after: 30, policy: 'refuse' as const };
    const gained = { people_gaining: 14, doors: 2, keys_to_update: 5, by_department, by_location, schedule_conflicts };
    serve(planVersions.compare, aComparison({ effect: gained }));
    await open();
    const sentence = await screen.findByText('14 people will be allowed to open 2 doors.');
    const figures = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(figures.slice(0, 3)).toEqual(['People who gain doors', 'Doors affected', 'Keys to update']);
    expect(figures).not.toContain('People who lose doors');
    expect(figures).not.toContain('Places, class 3–4');
    expect(figures).not.toContain('Entries on the fullest key');
    const first = screen.getAllByRole('term')[0];
    expect(first && sentence.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    screen.getByText('30 people with clashing hours (before: 0)');
    const departments = within(screen.getByRole('table', { name: 'People who gain and lose doors, by department' }));
    expect(departments.queryByRole('columnheader', { name: 'Lose' })).toBeNull();
    const places = within(screen.getByRole('table', { name: 'Doors gained and lost, by place' }));
    expect(places.queryByRole('columnheader', { name: 'Lost' })).toBeNull();
  });

  it('shows the most affected departments first, all when asked', async () => {
    const by_department = Array.from({ length: 12 }, (_, i) => ({ department: `D${i}`, gaining: 20 - i, losing: 0 }));
    serve(planVersions.compare, aComparison({ effect: { ...effect, by_department } }));
    const { user } = await open();
    const table = await screen.findByRole('table', { name: 'People who gain and lose doors, by department' });
    expect(within(table).queryByText('D11')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show 12 rows: By department' }));
    within(table).getByText('D11');
  });

  it('opens the doors of a person by keyboard', async () => {
    serve(planVersions.compare, aComparison({ effect }));
    const { user } = await open();
    (await screen.findByRole('row', { name: 'Doors that Robin Gate gains and loses' })).focus();
    await user.keyboard('{Enter}');
    const drawer = within(await screen.findByRole('dialog', { name: 'Robin Gate' }));
    within(drawer.getByRole('region', { name: 'Gains 1 door' })).getByText(/North gate/);
  });

  it('compares what the address says, and says so to the list of people', async () => {
    const compared = serve(planVersions.compare, aComparison({ effect }));
    const { people, user, router } = await open({ from: '1', to: '2' });
    await waitFor(() => expect(people.received[0]?.query).toMatchObject({ from: '1', to: '2' }));
    expect(compared.received[0]?.query).toEqual({ from: '1', to: '2' });
    await screen.findByText('From one to the other, 14 people would gain doors, 2 people would lose doors.');
    await user.click(screen.getByRole('combobox', { name: 'To' }));
    await user.click(await screen.findByRole('option', { name: 'Draft' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ from: '1', to: 'draft' }));
  });

  it('keeps what is compared when the filters of the people are cleared', async () => {
    serve(planVersions.compare, aComparison({ effect }));
    const { user, router } = await open({ from: '1', to: '2', search: 'zoo' });
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    await screen.findByText('Robin Gate');
    expect(router.state.location.search).toEqual({ tab: 'impact', from: '1', to: '2' });
  });

  it('leads back from two versions that are equal', async () => {
    serve(planVersions.compare, aComparison({ changes: [] }));
    const { user, router } = await open({ from: '1', to: '2' });
    await screen.findByText('No difference.');
    await user.click(screen.getByRole('button', { name: 'Compare the draft with what is in force' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'impact' }));
  });
});
