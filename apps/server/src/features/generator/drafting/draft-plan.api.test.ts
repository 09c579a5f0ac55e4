import { keyPlans, planVersions, suggestions } from '@key2xs/contract';
import { cylindersOf, hasBit, listBits, rulesOfPerson } from '@key2xs/domain';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aFinishedRun, rightsOfHospital, someFindings } from '#test/factories/generator';
import { aKeyPlan } from '#test/factories/key-plans';

type Run = Awaited<ReturnType<typeof aFinishedRun>>;

const draft = (
  app: TestApp,
  run: Run,
  body: { rest?: 'single' | 'leave_out'; keyplan_id?: string; name?: string } = {},
) => app.as('superadmin').call(suggestions.draft, { params: { id: run.id }, body: { name: 'Drafted', ...body } });

const accept = (app: TestApp, run: Run, suggestion_id: string, accept_additions?: number) =>
  app.as('superadmin').call(suggestions.editSuggestion, {
    params: { id: run.id, suggestion_id },
    body: { decision: 'accepted', accept_additions },
  });

/** What each person may open once the draft is in force and the plan switched on: doors of the run, by number. */
async function accessAfter(app: TestApp, run: Run, keyplan_id: string): Promise<number[][]> {
  const { call } = app.as('superadmin');
  const { status, text } = await call(planVersions.activate, { params: { keyplan_id }, body: {} });
  expect(status, text).toBe(200);
  const { index } = await app.deps.access.whole();
  return run.persons.map((id) =>
    [...listBits(cylindersOf(index, index.people.numberOf.get(id) ?? -1))]
      .map((door) => run.doors.indexOf(index.doors.ids[door] ?? ''))
      .sort((a, b) => a - b),
  );
}

const today = [[0, 1, 2, 3, 6], [0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 3], [4, 5], [4, 5], [4, 5], [6]];

describe('the draft of a run', () => {
  test('gives everybody what they have today, and is not in force', async ({ app }) => {
    const run = await aFinishedRun(app);
    for (const id of Object.values(run.suggestions)) await accept(app, run, id);
    const { body, text } = await draft(app, run);
    expect(body.delta, text).toMatchObject({ rights_gained: 0, rights_lost: 0, people_gaining: 0, people_losing: 0 });
    expect(body).toMatchObject({ profiles: 5, rights_unwritten: 0, run: { draft: { name: 'Drafted' } } });
    const { body: plan } = await app.as('superadmin').call(keyPlans.get, { params: { id: body.keyplan_id } });
    expect(plan).toMatchObject({
      is_active: false,
      takes_effect: 'on_activation',
      pending_changes: body.rules + body.profiles,
    });
    expect([plan.iam_connections.map(({ id }) => id), plan.key_system_connections.map(({ id }) => id)]).toEqual([
      [run.source],
      [run.system.id],
    ]);
    expect(await accessAfter(app, run, body.keyplan_id)).toEqual(today);
  });

  test('opens at the hours of today', async ({ app }) => {
    const day = [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00', valid_from: null, valid_until: null }];
    const saturday = [{ days: [6], from: '08:00', to: '12:00', valid_from: null, valid_until: null }];
    // The nurses: doors 0 to 2 on weekdays, but Bea door 2 on Saturdays; the store always. IT and the porter: always.
    const hoursOf = (person: number, door: number) => (person > 3 || door > 2 ? 0 : person === 1 && door === 2 ? 2 : 1);
    const of = Int32Array.from(today.flatMap((doors, person) => doors.map((door) => hoursOf(person, door))));
    const run = await aFinishedRun(app, { hours: { schedules: [[], day, saturday], of } });
    for (const id of Object.values(run.suggestions)) await accept(app, run, id);
    const { body, text } = await draft(app, run);
    expect(body.delta, text).toMatchObject({ people_gaining: 0, people_losing: 0, people_other_hours: 0 });
    expect(await accessAfter(app, run, body.keyplan_id)).toEqual(today);
    const { index } = await app.deps.access.whole();
    const hours = (person: number, door: number) =>
      rulesOfPerson(index, index.people.numberOf.get(run.persons[person] ?? '') ?? -1)
        .filter((rule) => hasBit(rule.cylinders, index.doors.numberOf.get(run.doors[door] ?? '') ?? -1))
        .map(({ rule }) => rule.time_restrictions);
    expect([hours(0, 2), hours(1, 0), hours(1, 2), hours(0, 3), hours(4, 4)]).toEqual(
      [day, day, saturday, [], []].map((windows) => [windows]),
    );
    const rules = await app.db
      .selectFrom('access_rule')
      .select('name')
      .where('keyplan_id', '=', body.keyplan_id)
      .execute();
    expect(rules.map(({ name }) => name)).toEqual(expect.arrayContaining(['Nurses, Mon–Fri 07:00–19:00', 'IT']));
  });

  test('gives newly what was accepted, and leaves out the rest where that is asked', async ({ app }) => {
    const run = await aFinishedRun(app);
    await accept(app, run, run.suggestions.nurses, 1);
    const { body } = await draft(app, run, { rest: 'leave_out' });
    expect(body.delta).toMatchObject({ rights_gained: 1, people_gaining: 1, rights_lost: rightsOfHospital - 11 });
    const nurses = [0, 1, 2];
    expect(await accessAfter(app, run, body.keyplan_id)).toEqual([nurses, nurses, nurses, nurses, [], [], [], []]);
  });

  test('follows what was decided of findings', async ({ app }) => {
    const run = await aFinishedRun(app);
    await someFindings(app, run);
    const { call } = app.as('superadmin');
    const decide = (ids: string[], decision: 'remove' | 'add') =>
      call(suggestions.decideFindings, { params: { id: run.id }, body: { ids, decision } });
    expect((await decide(['0', '1'], 'remove')).problem.code).toBe('conflict');
    expect((await decide(['0'], 'remove')).body).toEqual({ decided: 1 });
    expect((await decide(['1'], 'add')).body).toEqual({ decided: 1 });
    const { body: listed } = await call(suggestions.findings, {
      params: { id: run.id },
      query: { decision: 'remove' },
    });
    expect(listed.items).toMatchObject([{ id: '0', person: { name: 'Ada' }, door: { id: run.doors[6] } }]);
    await accept(app, run, run.suggestions.nurses);
    const { body } = await draft(app, run);
    expect(body.delta).toMatchObject({ rights_gained: 1, rights_lost: 1 });
    const nurse = [0, 1, 2, 3];
    expect(await accessAfter(app, run, body.keyplan_id)).toEqual([nurse, nurse, nurse, nurse, ...today.slice(4)]);
  });

  test('names people where the conditions of a rule match someone else by now', async ({ app }) => {
    const run = await aFinishedRun(app);
    await app.db
      .updateTable('person')
      .set({ job_title: 'Nurse' })
      .where('id', '=', run.persons[7] ?? '')
      .execute();
    await accept(app, run, run.suggestions.nurses);
    const { body } = await draft(app, run);
    expect(body.delta).toMatchObject({ rights_gained: 0, rights_lost: 0 });
    expect(await accessAfter(app, run, body.keyplan_id)).toEqual(today);
  });

  test('replaces the draft of a plan, which keeps what is the same', async ({ app }) => {
    const run = await aFinishedRun(app);
    const atOnce = await aKeyPlan(app, { takes_effect: 'at_once', name: 'At once' });
    await accept(app, run, run.suggestions.it);
    const { body: first } = await draft(app, run);
    const versions = () =>
      app.db
        .selectFrom('access_rule')
        .select(['id', 'name', 'version'])
        .where('keyplan_id', '=', first.keyplan_id)
        .orderBy('id')
        .execute();
    const before = await versions();
    const { body: second } = await draft(app, run, { keyplan_id: first.keyplan_id });
    expect(second.keyplan_id).toBe(first.keyplan_id);
    expect(await versions()).toEqual(before);
    expect((await draft(app, run, { keyplan_id: atOnce.id })).problem.code).toBe('conflict');
    expect((await draft(app, run)).problem.code, 'the name is taken').toBe('conflict');
    const params = { keyplan_id: first.keyplan_id };
    const discarded = await app.as('superadmin').call(planVersions.discard, { params, body: {} });
    expect(discarded.status, discarded.text).toBe(200);
    expect(discarded.body).toMatchObject({ rules: 0, pending_changes: 0 });
    expect(await versions()).toEqual([]);
  });

  test('is refused where it would be empty', async ({ app }) => {
    const run = await aFinishedRun(app);
    const { problem } = await draft(app, run, { rest: 'leave_out' });
    expect(problem.detail).toContain('Accept a suggestion first');
  });
});
