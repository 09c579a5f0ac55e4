import { conflicts, type DirectoryConflict, type Input } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { statesOf } from '#test/factories/called-sources';
import { aConnection, importPeople } from '#test/factories/iam';
import { type ListedPerson, somePeople } from '#test/factories/people';

const open = async (app: TestApp): Promise<DirectoryConflict[]> =>
  (await app.as('superadmin').call(conflicts.list, { query: { state: 'open' } })).body.items;

type Said = Input<typeof conflicts.decideMany>['body'];
const decide = (app: TestApp, body: Omit<Said, 'reason'>) =>
  app.as('superadmin').call(conflicts.decideMany, { body: { ...body, reason: 'asked them' } });
const takeBack = (app: TestApp, connection_id: string, decided_at: string) =>
  app.as('superadmin').call(conflicts.takeBack, { body: { connection_id, decided_at } });

const eventsOf = async ({ db }: TestApp, action: string) =>
  (await db.selectFrom('audit_event').select('target_id').where('action', '=', action).execute()).length;

const numbered: ListedPerson[] = somePeople(12).map((person, i) => ({ ...person, employee_id: `7${i}` }));
/** Twelve of the first source, and eight who are only here. */
const others: ListedPerson[] = [
  ...numbered.map((person, i) => ({ ...person, external_id: `X${i}` })),
  ...somePeople(8).map((person, i) => ({ ...person, external_id: `Y${i}`, employee_id: undefined })),
];

/** Everybody of one source is in the other one too. */
async function twoSources(app: TestApp) {
  const [first, { id }] = [await aConnection(app), await aConnection(app)];
  await importPeople(app, first.id, numbered);
  await importPeople(app, id, others);
  expect(await open(app)).toHaveLength(12);
  return { first: first.id, connection_id: id, kind: 'two_sources' as const };
}

const countOf = async (app: TestApp, source: string) => (await statesOf(app, source)).length;

describe('many conflicts at once', () => {
  test('leave out all people of the other source, until they are gone there', async ({ app }) => {
    const { first, ...of } = await twoSources(app);
    const { body } = await decide(app, { ...of, decision: 'stay_out', expected: 12 });
    expect(body).toMatchObject({ decided: 12 });
    expect(await eventsOf(app, 'directory_conflict.decided')).toBe(12);
    const { change_set_id } = await importPeople(app, of.connection_id, others);
    expect([await countOf(app, of.connection_id), await open(app)]).toEqual([8, []]);
    const held = await app.db
      .selectFrom('change_set_item')
      .select('message')
      .where('change_set_id', '=', change_set_id)
      .where('kind', '=', 'conflict')
      .execute();
    expect(held).toHaveLength(12);
    for (const { message } of held) expect(message && renderSentence(message)).toMatch(/^Left out as decided: /);

    await app.db.updateTable('iam_connection').set({ guard_limit_percent: 100 }).execute();
    await importPeople(app, first, numbered.slice(1));
    await importPeople(app, of.connection_id, others);
    expect(await statesOf(app, of.connection_id)).toContain('X0: active');
    expect(await countOf(app, of.connection_id)).toBe(9);
  });

  test('let in all named people, and only them', async ({ app }) => {
    const { first: _, ...of } = await twoSources(app);
    const ids = (await open(app)).slice(0, 5).map(({ id }) => id);
    await decide(app, { ...of, decision: 'both', ids, expected: 5 });
    expect(await open(app)).toHaveLength(7);
    await importPeople(app, of.connection_id, others);
    expect(await countOf(app, of.connection_id)).toBe(13);
  });

  test('are decided all or not at all', async ({ app }) => {
    const { first: _, ...of } = await twoSources(app);
    const all = { ...of, decision: 'both' as const };
    const more = await decide(app, { ...all, expected: 13 });
    expect([more.status, more.problem]).toMatchObject([409, { code: 'confirmation_needed', open: 12 }]);
    const ids = (await open(app)).slice(0, 3).map(({ id }) => id);
    await decide(app, { ...all, ids: ids.slice(0, 1), expected: 1 });
    expect((await decide(app, { ...all, ids, expected: 3 })).problem.code).toBe('conflict');
    expect((await decide(app, { ...all, decision: 'same_person', expected: 11 })).problem.code).toBe(
      'validation_failed',
    );
    const nowhere = '00000000-0000-4000-8000-000000000000';
    expect((await decide(app, { ...all, connection_id: nowhere, expected: 11 })).status).toBe(404);
    expect(await open(app)).toHaveLength(11);
    expect(await eventsOf(app, 'directory_conflict.decided')).toBe(1);
  });

  test('are taken back together before a run has followed the decision, not after it', async ({ app }) => {
    const { first, ...of } = await twoSources(app);
    const said = { ...of, decision: 'both' as const };
    const { body } = await decide(app, { ...said, expected: 12 });
    expect((await takeBack(app, first, body.decided_at)).status).toBe(404);
    expect((await takeBack(app, of.connection_id, body.decided_at)).body).toEqual({ reopened: 12 });
    expect(await eventsOf(app, 'directory_conflict.taken_back')).toBe(12);
    expect((await takeBack(app, of.connection_id, body.decided_at)).status).toBe(404);
    await importPeople(app, of.connection_id, others);
    expect(await open(app)).toHaveLength(12);

    const again = await decide(app, { ...said, expected: 12 });
    await importPeople(app, of.connection_id, others);
    const late = await takeBack(app, of.connection_id, again.body.decided_at);
    expect([late.status, late.problem.code]).toEqual([409, 'conflict']);
    expect(await countOf(app, of.connection_id)).toBe(20);
  });

  test('of returners bring all of them back, which is not taken back', async ({ app }) => {
    const { id: connection_id } = await aConnection(app, { guard_limit_percent: 100 });
    const people = somePeople(24);
    await importPeople(app, connection_id, people);
    await importPeople(app, connection_id, people.slice(2));
    await sql`update person set forgotten_after = now() where left_at is not null`.execute(app.db);
    await importPeople(app, connection_id, people);
    const said = { connection_id, kind: 'returner' as const, decision: 'same_person' as const, expected: 2 };
    const { body } = await decide(app, said);
    expect((await takeBack(app, connection_id, body.decided_at)).status).toBe(404);
    await importPeople(app, connection_id, people);
    expect((await statesOf(app, connection_id)).filter((state) => state.endsWith('active'))).toHaveLength(24);
    expect(await app.db.selectFrom('person').select('id').execute()).toHaveLength(24);
  });
});
