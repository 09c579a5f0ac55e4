import {
  accessRules,
  cylinders,
  type Endpoint,
  enhancedKeyPlans,
  type Input,
  iam,
  keyPlans,
  keySystems,
  locations,
  lockingPlans,
} from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from './app';
import { aConnection } from './factories/iam';
import { aKeyPlan, aRule, group } from './factories/key-plans';
import { aKeySystem, aReadKeySystem } from './factories/key-systems';

/** A record to delete: the call, and the current version. */
type Doomed = { endpoint: Endpoint; params: object; version: number };
type Make = (app: TestApp) => Promise<Doomed>;

const doomed = <E extends Endpoint>(endpoint: E, params: object, version = 1): Doomed => ({
  endpoint,
  params,
  version,
});

async function aPlanWithRule(app: TestApp) {
  const source = await aConnection(app);
  const system = await aReadKeySystem(app);
  const plan = await aKeyPlan(app, { sources: [source.id], keySystems: [system.id] });
  const objects = [group(system.group('G-01').id)];
  return { rule: await aRule(app, { plan: plan.id, source: source.id, job_titles: ['Nurse'], objects }), plan, source };
}

const things: Record<string, Make> = {
  'an identity source': async (app) => doomed(iam.remove, await aConnection(app)),
  'a key system': async (app) => doomed(keySystems.remove, await aKeySystem(app)),
  'a key plan': async (app) => doomed(keyPlans.remove, { id: (await aKeyPlan(app, { is_active: false })).id }),
  'a key plan of a source': async (app) => {
    const source = await aConnection(app);
    const plan = await aKeyPlan(app, { sources: [source.id], is_active: false });
    const { body } = await app.as('superadmin').call(keyPlans.get, { params: { id: plan.id } });
    return doomed(enhancedKeyPlans.remove, { connection_id: source.id, keyplan_id: plan.id }, body.version);
  },
  'an access rule': async (app) => {
    const { rule, plan } = await aPlanWithRule(app);
    return doomed(accessRules.remove, { keyplan_id: plan.id, rule_id: rule.id }, rule.version);
  },
  'a rule of a source': async (app) => {
    const { rule, source } = await aPlanWithRule(app);
    return doomed(enhancedKeyPlans.removeRule, { connection_id: source.id, rule_id: rule.id }, rule.version);
  },
  'an access profile': async (app) => {
    const { id: keyplan_id } = await aKeyPlan(app);
    const { body } = await app
      .as('superadmin')
      .call(keyPlans.createProfile, { params: { keyplan_id }, body: { name: 'Public' } });
    return doomed(keyPlans.removeProfile, { keyplan_id, profile_id: body.id });
  },
  'a door of an access profile': async (app) => {
    const system = await aReadKeySystem(app);
    const { id: keyplan_id } = await aKeyPlan(app);
    const cylinder_id = system.cylinder('C-0001').id;
    const { body } = await app
      .as('superadmin')
      .call(keyPlans.createProfile, { params: { keyplan_id }, body: { name: 'Public', cylinder_ids: [cylinder_id] } });
    return doomed(keyPlans.removeProfileCylinder, { profile_id: body.id, cylinder_id });
  },
  'a planned cylinder': async (app) => {
    const body = { connection_id: (await aKeySystem(app)).id, marking: 'P-1' };
    return doomed(cylinders.remove, { id: (await app.as('superadmin').call(cylinders.create, { body })).body.id });
  },
  'a planned group': async (app) => {
    const body = { connection_id: (await aKeySystem(app)).id, name: 'Planned' };
    return doomed(cylinders.removeGroup, {
      id: (await app.as('superadmin').call(cylinders.createGroup, { body })).body.id,
    });
  },
  'a place': async (app) => {
    const body = { name: 'Fire station', type: 'building' } as const;
    return doomed(locations.remove, { id: (await app.as('superadmin').call(locations.create, { body })).body.id });
  },
  'a locking plan': async (app) => {
    const system = await aReadKeySystem(app);
    const { id: cylinder_id, marking: label } = system.cylinder('C-0001');
    const rows = [{ label: 'Odo', kind: 'unknown' as const, record_id: null, rights: [0] }];
    const body = { file_name: 'plan.csv', columns: [{ label, cylinder_id }], rows };
    await app.as('superadmin').call(lockingPlans.store, { params: { id: system.id }, body });
    return doomed(lockingPlans.remove, { id: system.id });
  },
};

describe('DELETE with If-Match', () => {
  for (const [what, make] of Object.entries(things)) {
    test(`deletes ${what} in the version it names, and in no other`, async ({ app }) => {
      const { endpoint, params, version } = await make(app);
      const remove = (tag: string) =>
        app.as('superadmin').call(endpoint, { params, query: {} } as Input<Endpoint>, { headers: { 'if-match': tag } }); // params of that endpoint
      const { status, problem } = await remove(`"${version + 1}"`);
      expect([status, problem?.code]).toEqual([412, 'version_conflict']);
      expect((await remove(`"${version}"`)).status).toBe(200);
    });
  }
});
