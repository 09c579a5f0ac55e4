import { enhancedKeyPlans } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aRule, group } from '#test/factories/key-plans';

/** A rule of an active plan by which twelve people may open doors. */
async function aRuleOfMany(app: TestApp) {
  const people = Array.from({ length: 12 }, (_, i) => ({ display_name: `Person ${i}`, department: 'Ward' }));
  const { plan, source, system } = await aHouse(app, people);
  const rule = await aRule(app, { plan, source, departments: ['Ward'], objects: [group(system.group('G-01').id)] });
  const toggle = (accept_losing?: number) =>
    app.as('superadmin').call(enhancedKeyPlans.toggleRule, {
      params: { connection_id: source, rule_id: rule.id },
      query: accept_losing === undefined ? {} : { accept_losing },
    });
  return { toggle };
}

describe('PATCH …/toggle-status', () => {
  test('asks where many lose doors at once, once a limit is set', async ({ app }) => {
    const { toggle } = await aRuleOfMany(app);
    const refused = await toggle(0);
    expect([refused.status, refused.problem.code, refused.problem.people_losing]).toEqual([
      409,
      'confirmation_needed',
      12,
    ]);
    expect((await toggle(12)).body).toMatchObject({ is_active: false, version: 2 });
    expect((await toggle(0)).body).toMatchObject({ is_active: true, version: 3 });
  });

  test('switches at once without a number, as the specification has it', async ({ app }) => {
    const { toggle } = await aRuleOfMany(app);
    expect((await toggle()).body).toMatchObject({ is_active: false, version: 2 });
  });
});
