import { overview } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { aPerson, listOf, somePeople } from '#test/factories/people';
import { aTask } from '#test/factories/tasks';

const get = async (app: TestApp) => (await app.as('superadmin').call(overview.get, {})).body;
const search = async (app: TestApp, q: string) =>
  (await app.as('superadmin').call(overview.search, { query: { q } })).body.items;

describe('GET /overview', () => {
  test('of an empty installation has nothing to say', async ({ app }) => {
    expect(await get(app)).toEqual({
      identity_sources: { total: 0, active: 0, name: null, people: 0, last_read_at: null },
      key_systems: {
        total: 0,
        active: 0,
        name: null,
        worst_status: null,
        cylinders: 0,
        cylinder_groups: 0,
        next_certificate_end: null,
        is_sandbox: false,
      },
      last_sync: null,
      waiting: [],
    });
  });

  test('names the one source and counts its active people', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Head office' });
    await importPeople(app, id, somePeople(3));
    await aPerson(app, { connection_id: id, active: false });
    expect((await get(app)).identity_sources).toEqual({
      total: 1,
      active: 1,
      name: 'Head office',
      people: 3,
      last_read_at: expect.any(String),
    });
  });

  test('adds up several sources and takes the latest reading', async ({ app }) => {
    const at = (day: number) => new Date(Date.UTC(2024, 0, day));
    const one = await aConnection(app, { last_read_at: at(9) });
    const two = await aConnection(app, { last_read_at: at(10), is_active: false });
    await aConnection(app);
    for (const { id } of [one, one, two]) await aPerson(app, { connection_id: id });
    expect((await get(app)).identity_sources).toEqual({
      total: 3,
      active: 2,
      name: null,
      people: 3,
      last_read_at: at(10).toISOString(),
    });
  });

  test('lists what waits for a decision, newest first', async ({ app }) => {
    const [one, two] = [await aConnection(app, { name: 'One' }), await aConnection(app, { name: 'Two' })];
    await importPeople(app, one.id, somePeople(50));
    const { change_set_id } = await importPeople(app, one.id, somePeople(20));
    await upload(app, two.id, listOf(somePeople(1)));
    const preview = await run(app, two.id, true);
    expect((await get(app)).waiting).toMatchObject([
      { change_set_id: preview.change_set_id, title: 'Two → people', state: 'ready' },
      { change_set_id, title: 'One → people', state: 'quarantined' },
    ]);
  });

  test('shows the last run that changed a key system, not a preview, an import or one under way', async ({ app }) => {
    const at = (day: number) => new Date(Date.UTC(2024, 0, day));
    const ended = { kind: 'key_system', status: 'SUCCESS', phase: 'finished' } as const;
    await aTask(app, { ...ended, completed_at: at(1) });
    const { id } = await aTask(app, {
      ...ended,
      status: 'FAILURE',
      error: JSON.stringify(say('asWritten', { text: 'No.' })),
      completed_at: at(2),
    });
    await aTask(app, { ...ended, dry_run: true, completed_at: at(3) });
    await aTask(app, { ...ended, kind: 'directory', completed_at: at(4) });
    await aTask(app, { kind: 'key_system', status: 'RUNNING' });
    expect((await get(app)).last_sync).toMatchObject({ task_id: id, status: 'FAILURE', error: 'No.' });
  });
});

describe('GET /search', () => {
  test('finds people and sources by part of a name or number', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Ada street' });
    const person = await aPerson(app, {
      connection_id: id,
      display_name: 'Ada Example',
      employee_id: 'P7',
      job_title: 'Nurse',
      department: 'Ward',
    });
    expect(await search(app, 'aDa')).toEqual([
      { type: 'person', id: person.id, title: 'Ada Example', subtitle: 'P7 · Nurse · Ward' },
      { type: 'iam_connection', id, title: 'Ada street', subtitle: '' },
    ]);
    expect(await search(app, 'p7')).toMatchObject([{ type: 'person', id: person.id }]);
  });

  test('answers five of a kind at most, active people first', async ({ app }) => {
    const { id: connection_id } = await aConnection(app);
    for (let n = 1; n <= 6; n++) await aPerson(app, { connection_id, display_name: `Ada ${n}`, active: n > 2 });
    const found = await search(app, 'ada');
    expect(found.map(({ title }) => title)).toEqual(['Ada 3', 'Ada 4', 'Ada 5', 'Ada 6', 'Ada 1']);
  });

  for (const [q, found] of [
    ['%%', 0],
    ['__', 0],
    ['0%', 1],
    ["' or '1'='1", 0],
    ['\\\\', 0],
  ] as const) {
    test(`takes ${JSON.stringify(q)} for itself`, async ({ app }) => {
      const { id: connection_id } = await aConnection(app);
      await aPerson(app, { connection_id, display_name: 'Ada 100%' });
      expect(await search(app, q)).toHaveLength(found);
    });
  }

  for (const q of ['', 'a', '   a   ', 'x'.repeat(101)]) {
    test(`refuses ${JSON.stringify(q.slice(0, 10))} (${q.length} long)`, async ({ app }) => {
      const { status } = await app.as('superadmin').call(overview.search, { query: { q } });
      expect(status).toBe(422);
    });
  }
});
