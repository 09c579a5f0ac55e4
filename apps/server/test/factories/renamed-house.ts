import { changeSets, type Input, planVersions, type RenameDecision, renames, type SyncTask } from '@key2xs/contract';
import { cylindersOf, listBits } from '@key2xs/domain';
import { expect, type TestApp } from '#test/app';
import { aConnection, importPeople } from './iam';
import { aKeyPlan, aRule, group, syncNow } from './key-plans';
import { aReadKeySystem } from './key-systems';
import { type ListedPerson, somePeople } from './people';

/** 20 of the ward, 14 at the gate, 6 in the kitchen; nurses and porters in turn. */
export const everybody: ListedPerson[] = somePeople(40).map((person, i) => ({
  ...person,
  department: i < 20 ? 'Ward' : i < 34 ? 'Gate' : 'Kitchen',
  job_title: i % 2 === 0 ? 'Nurse' : 'Porter',
}));

type Field = 'department' | 'job_title';
export const renamed = (people: readonly ListedPerson[], field: Field, names: Record<string, string>): ListedPerson[] =>
  people.map((person) => ({ ...person, [field]: names[person[field] ?? ''] ?? person[field] }));

export const asStation = renamed(everybody, 'department', { Ward: 'Station' });

type PlanValues = Parameters<typeof aKeyPlan>[1];

/** All people imported, with rules for the ward and the gate in force and written to the key system. */
export async function aRenamedHouse(app: TestApp, values: PlanValues = {}) {
  const { id: source } = await aConnection(app, { name: 'Staff' });
  const system = await aReadKeySystem(app);
  const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system.id], name: 'House', ...values });
  await importPeople(app, source, everybody);
  const open = (name: string) => [group(system.group(name).id)];
  const wards = await aRule(app, { plan, source, name: 'Wards', departments: ['Ward'], objects: open('G-01') });
  const gates = await aRule(app, { plan, source, name: 'Gates', departments: ['Gate'], objects: open('G-02') });
  if (values.takes_effect === 'on_activation') await activate(app, plan);
  await syncNow(app);
  return { source, system, plan, wards, gates };
}

export const activate = (app: TestApp, keyplan_id: string) =>
  app.as('superadmin').call(planVersions.activate, { params: { keyplan_id }, body: {} });

/** All access: person and doors. */
export async function wholeAccess({ deps }: TestApp): Promise<string[]> {
  const { index } = await deps.access.whole();
  const doorsOf = (person: number) => [...listBits(cylindersOf(index, person))].map((door) => index.doors.ids[door]);
  return index.people.ids.map((id, person) => `${id} ${doorsOf(person).sort().join()}`).sort();
}

export const idOf = ({ change_set_id }: SyncTask) => change_set_id ?? '';
export const found = async (app: TestApp, task: SyncTask) =>
  (await app.as('superadmin').call(renames.list, { params: { id: idOf(task) } })).body;
export const changeSet = async (app: TestApp, task: SyncTask) =>
  (await app.as('superadmin').call(changeSets.get, { params: { id: idOf(task) } })).body;
export const countPeople = async ({ db }: TestApp, department: string) =>
  (await db.selectFrom('person').select('id').where('department', '=', department).execute()).length;

type Body = Input<typeof renames.decide>['body'];

export async function decide(app: TestApp, task: SyncTask, decision: RenameDecision, body: Partial<Body> = {}) {
  const { items, version } = await found(app, task);
  const decisions = items.filter(({ stops }) => stops).map(({ id }) => ({ finding_id: id, decision }));
  return app
    .as('superadmin')
    .call(
      renames.decide,
      { params: { id: idOf(task) }, body: { decisions, ...body } },
      { headers: { 'if-match': `"${version}"` } },
    );
}

/** The run that compares again after all decisions. */
export async function decided(app: TestApp, task: SyncTask, decision: RenameDecision, body: Partial<Body> = {}) {
  const answer = await decide(app, task, decision, body);
  expect(answer.status, answer.text).toBe(200);
  return app.ended(answer.body.task?.task_id ?? '');
}

export const plain = (task: SyncTask) => task.result?.outcome;
