import { planVersions, suggestions } from '@key2xs/contract';
import { expect, test } from '#test/app';
import { aFinishedRun } from '#test/factories/generator';
import { aHouse, aRule, cylinder } from '#test/factories/key-plans';
import { aPerson } from '#test/factories/people';
import { measurePlans } from './measure-plans';

test('active plans are measured once a night, with the lower bound of their profiles', async ({ app }) => {
  const people = Array.from({ length: 8 }, (_, n) => ({ job_title: `Title ${n}`, department: 'Ward' }));
  const { plan, source, system } = await aHouse(app, people);
  const objects = [cylinder(system.cylinder('C-0001').id), cylinder(system.cylinder('C-0002').id)];
  const { call } = app.as('superadmin');
  const read = async () => (await call(suggestions.quality, { params: { id: plan } })).body;
  expect(await read()).toEqual({ items: [], advice: null, newcomers: null });
  await aRule(app, { plan, source, departments: ['Ward'], objects });
  await measurePlans(app.deps);
  await measurePlans(app.deps);
  const { items, advice } = await read();
  expect(items).toMatchObject([{ profiles: 1, rules: 1, links: 10, coverage: 1, lower_bound: 1, gap: 0 }]);
  expect(advice).toBeNull();
  // What one profile gives, given to each by pieces: six sets of doors where one is enough.
  const [first = objects[0], second = objects[1]] = objects;
  const others = ['C-0003', 'C-0004', 'C-0005', 'C-0006', 'C-0007'].map((id) => cylinder(system.cylinder(id).id));
  for (const other of [first, second, ...others]) {
    if (other) await aRule(app, { plan, source, departments: ['Ward'], objects: [other] });
  }
  await app.db
    .updateTable('plan_quality')
    .set({ at: new Date(Date.now() - 86_400_000) })
    .execute();
  await measurePlans(app.deps);
  const later = await read();
  expect(later.items.at(-1)).toMatchObject({ profiles: 8, lower_bound: 1, gap: 7 });
  expect(later.advice).toContain('7 profiles');
});

test('people who joined after a run drafted the plan are listed with the rules of those like them', async ({ app }) => {
  const run = await aFinishedRun(app);
  const input = {
    revision: '1:1:',
    read_at: '2026-03-01T08:00:00.000Z',
    ...{ people: 8, cylinders: 7, rights: 23, people_unknown: 0, rights_orphaned: 0 },
    attributes: [],
    language_model: null,
  };
  await app.db
    .updateTable('generator_run')
    .set({ input: JSON.stringify(input) })
    .execute();
  const { call } = app.as('superadmin');
  for (const [suggestion_id, decision] of [
    [run.suggestions.it, 'accepted'],
    [run.suggestions.store, 'accepted'],
  ] as const) {
    await call(suggestions.editSuggestion, { params: { id: run.id, suggestion_id }, body: { decision } });
  }
  const { body } = await call(suggestions.draft, { params: { id: run.id }, body: { name: 'Plan', rest: 'leave_out' } });
  const params = { keyplan_id: body.keyplan_id };
  await call(planVersions.activate, { params, body: {} });
  const read = async () => (await call(suggestions.quality, { params: { id: body.keyplan_id } })).body.newcomers;
  expect(await read()).toMatchObject({ since: input.read_at, people: { count: 0, covered: 0, open: [] } });
  const join = (display_name: string, job_title: string, department: string) =>
    aPerson(app, { connection_id: run.source, display_name, job_title, department });
  await join('Ivy', 'Nurse', 'Surgery');
  await join('Jon', 'Engineer', 'IT');
  await join('Kim', 'Cook', 'Kitchen');
  const joined = await read();
  expect(joined?.people).toMatchObject({ count: 3, covered: 1 });
  expect(joined?.people.open).toMatchObject([
    { name: 'Ivy', department: 'Surgery', alike: 4, rules: [{ name: 'Store', having: 4 }] },
    { name: 'Kim', alike: 0, rules: [] },
  ]);
  expect(joined?.doors).toMatchObject({ covered: 0 });
});
