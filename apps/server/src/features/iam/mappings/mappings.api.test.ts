import { canonicalFields, iam, mappings } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';

const versions = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(mappings.versions, { params: { id } })).body.items;

describe('a mapping', () => {
  test('is kept with who saved it, whichever call did, and can be restored', async ({ app }) => {
    const { call } = app.as('superadmin');
    const mapped = { external_id: 'Number' };
    const { body } = await call(iam.create, { body: { name: 'House', provider: 'csv', mapping_config: mapped } });
    const params = { id: body.id };
    await call(iam.saveMapping, { params, body: { external_id: 'Number', department: 'Unit' } });
    await call(iam.saveMapping, { params, body: { department: 'Unit', external_id: 'Number' } });
    await call(iam.update, { params, body: { mapping_config: { external_id: 'Badge' } } });
    await call(iam.update, { params, body: { description: 'The house' } });
    const kept = await versions(app, body.id);
    expect(kept.map(({ number, mapping }) => [number, mapping])).toEqual([
      [3, { external_id: 'Badge' }],
      [2, { external_id: 'Number', department: 'Unit' }],
      [1, mapped],
    ]);
    expect(kept[0]?.saved_by).toContain('superadmin');

    await call(mappings.restore, { params: { ...params, number: '2' } });
    expect((await call(iam.getMapping, { params })).body.mapping).toEqual(kept[1]?.mapping);
    expect((await versions(app, body.id))[0]).toMatchObject({ number: 4, mapping: kept[1]?.mapping });
    const missing = await call(mappings.restore, { params: { ...params, number: '9' } });
    expect(missing.problem.code).toBe('not_found');
  });

  test('of one source is not that of another', async ({ app }) => {
    const [one, other] = [await aConnection(app), await aConnection(app)];
    const { call } = app.as('superadmin');
    await call(iam.saveMapping, { params: one, body: { external_id: 'Number' } });
    const crossed = await call(mappings.restore, { params: { ...other, number: '1' } });
    expect(crossed.problem.code).toBe('not_found');
  });
});

describe('the fields of a provider', () => {
  const rulesOf = async (app: TestApp, provider: string) =>
    (await app.as('superadmin').call(mappings.fieldRules, { params: { provider } })).body;

  test('are told with what they take', async ({ app }) => {
    const { field_rules, configurable_fields, fixed_fields } = await rulesOf(app, 'csv');
    expect(Object.keys(field_rules)).toEqual([...canonicalFields]);
    expect(field_rules.external_id).toMatchObject({ required: true, unique: true, case_exact: true });
    expect(field_rules.start_date).toMatchObject({ type: 'day', used_for: ['access'] });
    expect([configurable_fields, fixed_fields]).toEqual([[...canonicalFields], {}]);
  });

  test('are none for one that is not known', async ({ app }) => {
    expect(await rulesOf(app, 'carrier pigeon')).toMatchObject({
      provider: 'carrier pigeon',
      field_rules: {},
      configurable_fields: [],
      fixed_fields: {},
    });
  });

  test('took the place of the user model', async ({ app }) => {
    const { status, problem } = await app.as('superadmin').call(mappings.userModel, {});
    expect([status, problem.code, problem.detail]).toEqual([
      410,
      'obsolete',
      'The fields are told by GET /iam/config/providers/{provider}/field-rules now.',
    ]);
  });
});
