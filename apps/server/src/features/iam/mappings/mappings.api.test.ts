import { canonicalFields, iam, type Mapping, mappings } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, run, upload } from '#test/factories/iam';

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

describe('what a mapping does to a value', () => {
  const save = (app: TestApp, id: string, body: Mapping) =>
    app.as('superadmin').call(iam.saveMapping, { params: { id }, body });
  const lists = 'No,Unit,Org,Title\n1,Fire - Station 4,,clerk\n2,,water,CHIEF\n3,,,Driver\n4,Law,,\n';
  const mapping: Mapping = {
    external_id: 'No',
    department: {
      from: 'Unit',
      transforms: [
        { do: 'or_column', column: 'Org' },
        { do: 'split', separator: ' - ', take: 'before' },
        { do: 'upper' },
      ],
      default: 'UNKNOWN',
    },
    job_title: { from: 'Title', transforms: [{ do: 'lower' }], required: true },
  };

  test('applies to all people, and those without a required field wait with the reason', async ({ app }) => {
    const { id } = await aConnection(app);
    await upload(app, id, lists);
    await save(app, id, mapping);
    await run(app, id);
    const people = await app.db.selectFrom('person').select(['external_id', 'department', 'job_title']).execute();
    expect(people.map(({ external_id, ...rest }) => [external_id, rest]).sort()).toEqual([
      ['1', { department: 'FIRE', job_title: 'clerk' }],
      ['2', { department: 'WATER', job_title: 'chief' }],
      ['3', { department: 'UNKNOWN', job_title: 'driver' }],
    ]);
    const parked = await app.db.selectFrom('parked_person').select(['external_id', 'reason']).execute();
    expect(parked.map(({ external_id, reason }) => [external_id, renderSentence(reason)])).toEqual([
      ['4', 'Job title: empty, but required'],
    ]);
  });

  test('is stored as a column alone where it is nothing', async ({ app }) => {
    const { id } = await aConnection(app);
    await save(app, id, { external_id: 'No', company: { from: 'Org', transforms: [], required: false } });
    const { body } = await app.as('superadmin').call(iam.getMapping, { params: { id } });
    expect(body.mapping).toEqual({ external_id: 'No', company: 'Org' });
  });

  test('is refused where it would turn a person into another', async ({ app }) => {
    const { id } = await aConnection(app);
    const { status, problem } = await save(app, id, { external_id: { from: 'No', transforms: [{ do: 'lower' }] } });
    expect([status, problem.errors?.[0]]).toEqual([
      422,
      { path: 'external_id', message: 'This field is taken as the source has it.' },
    ]);
  });

  test('that names a column which is gone stops the run', async ({ app }) => {
    const { id } = await aConnection(app);
    await upload(app, id, 'No,Unit\n1,Fire\n');
    await save(app, id, mapping);
    const task = await run(app, id);
    expect([task.status, task.error]).toEqual(['FAILURE', expect.stringContaining('Org')]);
  });
});

describe('the fields of a provider', () => {
  const rulesOf = async (app: TestApp, provider: string) =>
    (await app.as('superadmin').call(mappings.fieldRules, { params: { provider } })).body;

  test('are listed with their rules', async ({ app }) => {
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
      'Failed to fetch user model definition. It is obsolete: GET /iam/config/providers/{provider}/field-rules has its fields.',
    ]);
  });
});
