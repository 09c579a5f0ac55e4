import { type Answer, type Endpoint, enhancedKeyPlans, iam, keyPlans, keySystems } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, aFile } from '#test/factories/iam';
import { aKeyPlan, cylinder } from '#test/factories/key-plans';
import { aReadKeySystem } from '#test/factories/key-systems';

type NamedAnswer = Answer<Endpoint> & { name: string };
type Answered = { status: number; body: NamedAnswer; problem: { code: string; detail: string } };
type Create = (name: string) => Promise<Answered>;

/** Creates each kind of named record with otherwise valid data. */
const kinds: Record<string, (app: TestApp) => Promise<Create>> = {
  'identity source': async (app) => (name) =>
    app.as('superadmin').call(iam.create, { body: { name, provider: 'csv' } }),
  'key system':
    async ({ as, sandbox }) =>
    (name) =>
      as('superadmin').call(keySystems.create, {
        body: {
          name,
          system_type: 'CLIQ_WEB_MANAGER',
          cliq_api_url: sandbox.cliq_api_url,
          domain_name: sandbox.domain_name,
          client_certificate_bundle_pem_file: aFile(sandbox.client_certificate_bundle_pem, 'client.pem'),
        },
      }),
  'key plan': async (app) => (name) => app.as('superadmin').call(keyPlans.create, { body: { name, description: 'x' } }),
  'access profile': async (app) => {
    const params = { keyplan_id: (await aKeyPlan(app)).id };
    return (name) => app.as('superadmin').call(keyPlans.createProfile, { params, body: { name } });
  },
  rule: async (app) => {
    const source = await aConnection(app);
    const params = { connection_id: source.id, keyplan_id: (await aKeyPlan(app, { sources: [source.id] })).id };
    const objects = [cylinder((await aReadKeySystem(app)).cylinder('C-0001').id)];
    return (name) =>
      app
        .as('superadmin')
        .call(enhancedKeyPlans.createDepartmentRule, { params, body: { name, objects, departments: ['FIRE'] } });
  },
};

describe.each(Object.entries(kinds))('the name of a %s', (_kind, prepare) => {
  test('is stored as displayed', async ({ app }) => {
    const create = await prepare(app);
    const { status, body } = await create(' \u200bZu\u0308rich  \u00a0(north)\u200b ');
    expect([status, body?.name]).toEqual([201, 'Z\u00fcrich (north)']);
  });

  test('is unique, however it was typed', async ({ app }) => {
    const create = await prepare(app);
    expect((await create('Z\u00fcrich \u0130stanbul Stra\u00dfe')).status).toBe(201);
    for (const twin of [
      'Zu\u0308rich \u0130stanbul Stra\u00dfe',
      'Z\u00dcRICH \u0130STANBUL STRA\u00dfE',
      'Z\u00fcrich\u200b \u0130stanbul  Stra\u00dfe\u200b',
    ]) {
      const { status, problem } = await create(twin);
      expect([status, problem?.code, problem?.detail]).toEqual([409, 'conflict', expect.stringContaining('called')]);
    }
    expect((await create('Zurich Istanbul Strasse')).status).toBe(201);
  });

  test('may be in any script, with emoji, up to 100 characters', async ({ app }) => {
    const create = await prepare(app);
    for (const name of [
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '\u05de\u05d8\u05d4 \u05e8\u05d0\u05e9\u05d9',
      'North \u{1f469}\u{1f3fd}\u200d\u{1f692}',
      '\u{1f511}'.repeat(100),
    ]) {
      expect((await create(name)).body?.name).toBe(name);
    }
  });

  test('is refused if it is invisible', async ({ app }) => {
    const create = await prepare(app);
    for (const name of [
      '\u200b\u200b\u200b\u200b',
      'Head\0office',
      'Head\noffice',
      'Head\u202eeciffo',
      '\u{1f511}'.repeat(101),
    ]) {
      const { status, problem } = await create(name);
      expect([status, problem?.code], JSON.stringify(name)).toEqual([422, 'validation_failed']);
    }
  });
});

test('a name that was stored decomposed is recognised', async ({ app }) => {
  await aConnection(app, { name: 'Zu\u0308rich' });
  const { status } = await app.as('superadmin').call(iam.create, { body: { name: 'Z\u00dcRICH', provider: 'csv' } });
  expect(status).toBe(409);
});
