import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { expect, type TestApp, test } from './app';
import { type Cost, countStatements } from './count-statements';
import { aRule, aWard, cylinder, group, syncNow } from './factories/key-plans';

/** So that a page is full at both sizes. */
const page = 'limit=10';
/** Characters of parameters: the ids of a page, never those of an installation. */
const sent = 2_000;
/** Its answer names every door. */
const everyDoor = Number.POSITIVE_INFINITY;

/** Limits of the most used reads: statements, and rows in their answers. */
const reads: [read: string, path: string, statements: number, rows: number][] = [
  ['overview, whose rows are of plans', '/overview', 20, 50],
  ['people', `/people?${page}`, 2, 11],
  ['a person', '/people/:person', 3, 3],
  ['what a person may open', '/enhanced-keyplans/connections/:source/evaluate-user-access/:person', 4, 3],
  ['the doors of a person', `/access/persons/:person/doors?${page}`, 3, 12],
  ['who may open a door', `/access/cylinders/:door/people?${page}`, 2, 2],
  ['who may open a door, counted', '/access/who?of=cylinder&id=:door', 8, 9],
  ['who can open a door without a plan', '/access/can-open?of=cylinder&id=:door&limit=10', 9, 13],
  ['the people of a department', `/access/departments/Ward/people?${page}`, 2, 2],
  ['the people of a department, counted', '/access/who?of=department&id=Lab', 8, 9],
  ['one person and one door', '/access/check?person_id=:person&cylinder_id=:door', 2, 2],
  ['cylinders', `/key-plan/cylinders?${page}`, 3, 12],
  ['a cylinder', '/key-plan/cylinders/:door', 3, 3],
  ['keys', `/keys?${page}`, 3, 12],
  ['places', '/locations/tree', 3, 2],
  ['plans', `/key-plan/keyplans?${page}`, 3, 12],
  ['a plan', '/key-plan/keyplans/:plan', 2, 2],
  ['rules', `/key-plan/:plan/access-rules?${page}`, 9, 18],
  ['matrix, unchanged', '/key-plan/keyplans/:plan/matrix', 8, everyDoor],
  ['change sets', `/change-sets?${page}`, 2, 2],
  ['items of a change set', `/change-sets/:set/items?${page}`, 4, 13],
  ['sync tasks', `/sync/tasks?${page}`, 3, 12],
  ['key systems', '/key-systems/connections', 2, 2],
  ['identity sources', '/iam/connections', 2, 2],
  ['work list', `/work-list?${page}`, 2, 1],
  ['access events of a door', `/access-events?cylinder_id=:door&${page}`, 7, 13], // which is recorded
  ['search', '/search?q=person', 2, 11],
  ['administrators', `/administrators?${page}`, 2, 11],
  ['roles', '/admin-roles', 2, 2],
  ['invitations', `/invitations?${page}`, 2, 11],
];

test('reads query only what they return, however large the installation is', async ({ app, database }) => {
  const measure = countStatements(database);
  const house = await aHouseWithEverything(app);
  const over: object[] = [];
  for (const size of [100, 2_000]) {
    await grow(app, house, size);
    for (const [read, path, statements, rows] of reads) {
      const cost = await costOf(app, measure, pathIn(path, house));
      if (cost.statements > statements || cost.rows > rows || cost.sent > sent) over.push({ read, size, ...cost });
    }
  }
  expect(over).toEqual([]);
});

test('the overview only checks for changes while nothing has been committed', async ({ app, database }) => {
  const measure = countStatements(database);
  await aHouseWithEverything(app);
  expect((await costOf(app, measure, '/overview')).statements).toBeLessThanOrEqual(5);
});

type House = Record<'person' | 'door' | 'source' | 'plan' | 'set' | 'system', string>;

/** A person of a ward who is recorded for the doors of a group, with all required records. */
async function aHouseWithEverything(app: TestApp): Promise<House> {
  const { system, source, plan, persons } = await aWard(app, 12);
  const door = system.cylinder('C-0001').id;
  const objects = [cylinder(door), group(system.group('G-02').id)];
  await aRule(app, { plan, source, name: 'Rule', departments: ['Ward'], objects }); // the first of every page
  const { change_set_id } = await syncNow(app);
  return { person: persons[0] ?? '', door, source, plan, set: change_set_id ?? '', system: system.id };
}

const pathIn = (path: string, house: House) =>
  path.replace(/:(\w+)/g, (_, name: keyof House) => house[name] ?? expect.fail(`no ${name}`));

type Measure = ReturnType<typeof countStatements>;

/** The minimum of several, because the first fills caches, and a commit of a job invalidates some. */
async function costOf(app: TestApp, measure: Measure, path: string): Promise<Cost> {
  const authorization = `Bearer ${await app.as('superadmin').token()}`;
  const ask = async () => {
    const answer = await fetch(`${app.url}/api/v1${path}`, { headers: { authorization } });
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, expect.anything()]);
  };
  const costs: Cost[] = [];
  for (let times = 0; times < 10; times++) costs.push(await measure(ask));
  return costs.sort((a, b) => a.statements - b.statements || a.rows - b.rows)[0] ?? expect.fail('nothing asked');
}

/** Adds that many people, doors, keys, rules, runs and events, and a few plans, directly to the tables. */
async function grow({ db }: TestApp, { source, system, plan, set, door }: House, size: number): Promise<void> {
  const ids = Array.from({ length: size }, () => randomUUID());
  const add = (into: string, values: RawBuilder<unknown>) =>
    sql`insert into ${sql.raw(into)} select ${values} from unnest(${`{${ids.join()}}`}::uuid[]) as n(id)`.execute(db);
  const named = (words: string) => sql`concat(${words}::text, ' ', n.id)`;
  await add(
    'person (id, connection_id, external_id, display_name, department, source_hash)',
    sql`n.id, ${source}::uuid, n.id, ${named('Person')}, case when left(n.id::text, 1) < '8' then 'Ward' else 'Lab' end, ''`,
  );
  await add(
    'key_system_cylinder (id, connection_id, external_id, name, domain, marking, cylinder_type, location, state)',
    sql`n.id, ${system}::uuid, n.id, ${named('Person door')}, '', ${named('D')}, 'normal', '', 'programmed'`,
  );
  await add(
    'key (id, connection_id, external_id, name, marking, serial, key_type, state)',
    sql`n.id, ${system}::uuid, n.id, ${named('Key')}, ${named('K')}, n.id, 'normal', 'issued'`,
  );
  await sql`insert into key_plan (id, name, description)
    select id, concat('Plan ', id), '' from unnest(${ids.slice(0, size / 100)}::uuid[]) as n(id)`.execute(db);
  await add(
    'access_rule (id, keyplan_id, type, name, is_active, updated_by)',
    sql`n.id, ${plan}::uuid, 'custom', ${named('Rule')}, false, 'test'`,
  );
  await add(
    'access_event (connection_id, external_id, event_time, import_time, source, cylinder_external_id, result)',
    sql`${system}::uuid, n.id, now(), now(), '', (select external_id from cylinder where id = ${door}::uuid), ''`,
  );
  await add(
    'change_set_item (change_set_id, ordinal, kind, person_id, label, reference, outcome)',
    sql`${set}::uuid, (select max(ordinal) from change_set_item) + row_number() over (), 'person_create', n.id, ${named('Person')}, n.id, 'done'`,
  );
  await add(
    'sync_task (id, kind, status, phase, title, subject_id, completed_at)',
    sql`n.id, 'key_system', 'SUCCESS', 'finished', 'Main house', ${system}::uuid, now()`,
  );
}
