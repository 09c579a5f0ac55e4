import { suggestions } from '@key2xs/contract';
import { expect, test } from '#test/app';
import { aHouse, aRule, cylinder } from '#test/factories/key-plans';
import { measurePlans } from './measure-plans';

test('active plans are measured once a night, with the lower bound of their profiles', async ({ app }) => {
  const people = Array.from({ length: 8 }, (_, n) => ({ job_title: `Title ${n}`, department: 'Ward' }));
  const { plan, source, system } = await aHouse(app, people);
  const objects = [cylinder(system.cylinder('C-0001').id), cylinder(system.cylinder('C-0002').id)];
  const { call } = app.as('superadmin');
  const read = async () => (await call(suggestions.quality, { params: { id: plan } })).body;
  expect(await read()).toEqual({ items: [], advice: null });
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
