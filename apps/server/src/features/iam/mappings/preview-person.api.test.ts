import { iam, type Mapping } from '@key2xs/contract';
import { beforeAll, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { addPager, aPager, readIn } from '#test/factories/called-sources';
import { aConnection, importPeople, upload } from '#test/factories/iam';
import { listOf, somePeople } from '#test/factories/people';
import { calledPerson } from '#test/pager';

beforeAll(addPager);

const stored: Mapping = { external_id: 'external_id', display_name: 'display_name', department: 'department' };

const preview = (app: TestApp, id: string, mapping: Mapping, person: string) =>
  app.as('superadmin').call(iam.previewMapping, { params: { id }, body: { mapping, person } });

describe('the preview of one person', () => {
  test('of a list has what is stored beside what the mapping makes of it', async ({ app }) => {
    const { id } = await aConnection(app, { mapping_config: JSON.stringify(stored) });
    await importPeople(app, id, somePeople(40, { job_title: 'Nurse', email: 'no' }));
    const mapping = { ...stored, department: 'job_title', active: 'email' };
    const { body } = await preview(app, id, mapping, 'E039');
    expect(body.people).toEqual([]);
    expect(body.reach).toEqual({ people: 40, untold: [] });
    expect(body.person).toMatchObject({
      external_id: 'E039',
      label: 'Person 039',
      before: { external_id: 'E039', display_name: 'Person 039', department: 'Ward' },
      after: { external_id: 'E039', display_name: 'Person 039', department: 'Nurse', active: 'false' },
      changed: ['department', 'active'],
      state_before: 'active',
      state_after: 'suspended',
      problems: [],
      asked: [],
    });
  });

  test('names their managers as people do', async ({ app }) => {
    const mapping_config = { ...stored, manager_ref: 'email' };
    const { id } = await aConnection(app, { mapping_config: JSON.stringify(mapping_config) });
    await importPeople(app, id, somePeople(3, { email: 'E001', job_title: 'E002' }));
    const { body } = await preview(app, id, { ...stored, manager_ref: 'job_title' }, 'E003');
    expect(body.person).toMatchObject({
      before: { manager_ref: 'Person 001' },
      after: { manager_ref: 'Person 002' },
      changed: ['manager_ref'],
    });
  });

  test('knows people by the stored identity while that is mapped anew', async ({ app }) => {
    const { id } = await aConnection(app, { mapping_config: JSON.stringify(stored) });
    await importPeople(app, id, somePeople(2));
    const { body } = await preview(app, id, { ...stored, external_id: 'display_name' }, 'E002');
    expect(body.person).toMatchObject({ after: { external_id: 'Person 002' }, changed: ['external_id'] });
  });

  test('says what is wrong, who is not in the list, and which columns are missing', async ({ app }) => {
    const { id } = await aConnection(app, { mapping_config: JSON.stringify(stored) });
    await importPeople(app, id, somePeople(2, { email: 'perhaps' }));
    await upload(app, id, listOf(somePeople(1, { email: 'perhaps' })));
    const unclear = (await preview(app, id, { ...stored, active: 'email', location: 'Floor' }, 'E001')).body;
    expect(unclear.person).toMatchObject({ problems: [expect.stringContaining('perhaps')], state_after: null });
    expect(unclear.reach).toEqual({ people: 1, untold: ['Floor'] });
    const gone = (await preview(app, id, stored, 'E002')).body.person;
    expect(gone).toMatchObject({ label: 'Person 002', after: null, changed: [], state_before: 'active' });
    const nobody = (await preview(app, id, stored, 'E999')).body.person;
    expect(nobody).toMatchObject({ label: 'E999', person_id: null, before: null, after: null, state_before: null });
  });

  test('of a source that is called needs no call, except for what it was never asked', async ({ app }) => {
    const { id, pager } = await aPager(app);
    const groups = [{ id: 'G1', name: 'Nurses', joined: ['p1'], left: [] }];
    pager.full = [{ people: [calledPerson('p1'), calledPerson('p2')], groups }];
    await readIn(app, id);
    const mapping = { display_name: 'name', department: 'name', groups: 'groups' };
    const known = (await preview(app, id, mapping, 'p1')).body;
    expect(known.person).toMatchObject({
      after: { department: 'Person p1', groups: 'Nurses' },
      changed: ['department'],
    });
    expect(pager.askedFor).toEqual([]);

    pager.people.set('p1', { id: 'p1', values: { number: '7', unit: 'Lab' } });
    const { person, reach } = (await preview(app, id, { ...mapping, employee_id: 'number' }, 'p1')).body;
    expect(pager.askedFor).toEqual([{ id: 'p1', attributes: ['groups', 'name', 'number', 'unit'] }]);
    expect(reach).toEqual({ people: 2, untold: ['number'] });
    expect(person).toMatchObject({
      after: { employee_id: '7', groups: 'Nurses' },
      changed: ['department', 'employee_id'],
      asked: ['number'],
    });
    expect((await preview(app, id, { ...mapping, employee_id: 'number' }, 'p2')).body.person?.after).toBeNull();
    const copy = await app.db.selectFrom('source_person').select('values').where('external_id', '=', 'p1').execute();
    expect(copy).toEqual([{ values: { name: 'Person p1', unit: 'Ward' } }]);
  });
});
