import { type GeneratorRun, type Input, suggestions } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aFinishedRun, rightsOfHospital } from '#test/factories/generator';

type Run = Awaited<ReturnType<typeof aFinishedRun>>;
type Edit = Input<typeof suggestions.editSuggestion>['body'];

const on = (run: Run, suggestion_id: string) => ({ id: run.id, suggestion_id });

async function edit(app: TestApp, run: Run, suggestion: string, body: Edit) {
  const answer = await app.as('superadmin').call(suggestions.editSuggestion, { params: on(run, suggestion), body });
  expect(answer.text, 'the edit').toContain('"run"');
  return answer.body;
}

const listed = async (app: TestApp, run: Run, query: Input<typeof suggestions.suggestions>['query'] = {}) =>
  (await app.as('superadmin').call(suggestions.suggestions, { params: { id: run.id }, query })).body.items;

const sumsOf = ({ figures }: GeneratorRun) =>
  figures && figures.by_rules + figures.by_profiles + figures.on_request + figures.single;

describe('suggestions of a run', () => {
  test('are listed, found by person and door, and exported', async ({ app }) => {
    const run = await aFinishedRun(app);
    expect((await listed(app, run)).map(({ name, additions }) => [name, additions])).toEqual([
      ['Nurses', 1],
      ['Store', 0],
      ['IT', 0],
      ['Server room', 0],
    ]);
    const [dora, emil] = [run.persons[3], run.persons[4]];
    expect((await listed(app, run, { person_id: dora, kind: 'profile' })).map(({ name }) => name)).toEqual(['Store']);
    expect(await listed(app, run, { person_id: emil, cylinder_id: run.doors[0] })).toEqual([]);
    expect((await listed(app, run, { search: 'nurs' })).map(({ id }) => id)).toEqual([run.suggestions.nurses]);
    const csv = await app.as('superadmin').call(suggestions.exportSuggestions, { params: { id: run.id }, query: {} });
    expect(csv.text).toContain('Nurses,rule,Nurse,4,3');
  });

  test('name who lacks what, who would gain, and other conditions', async ({ app }) => {
    const run = await aFinishedRun(app);
    const read = async () =>
      (await app.as('superadmin').call(suggestions.suggestion, { params: on(run, run.suggestions.nurses) })).body;
    const before = await read();
    expect(before.people_listed.map(({ display_name, missing }) => [display_name, missing])[0]).toEqual(['Dora', 1]);
    expect(before.doors_listed.every(({ gaining }) => gaining === 0)).toBe(true);
    expect(before.alternatives).toContainEqual({
      conditions: [{ attribute: 'department', value: 'Surgery', name: 'Surgery' }],
      people: 4,
      rights: 11,
      additions: 1,
      confidence: 11 / 12,
    });
    await edit(app, run, run.suggestions.nurses, { accept_additions: 1 });
    expect((await read()).doors_listed.map(({ id, holders, gaining }) => [id, holders, gaining])[0]).toEqual([
      run.doors[2],
      3,
      1,
    ]);
    const conditions = [{ attribute: 'department' as const, value: 'Surgery' }];
    const { suggestions: changed } = await edit(app, run, run.suggestions.nurses, { conditions });
    expect(changed[0]?.conditions).toEqual([{ attribute: 'department', value: 'Surgery', name: 'Surgery' }]);
  });

  test('take new rights by their exact number only', async ({ app }) => {
    const run = await aFinishedRun(app);
    const params = on(run, run.suggestions.nurses);
    const refused = await app
      .as('superadmin')
      .call(suggestions.editSuggestion, { params, body: { accept_additions: 2 } });
    expect([refused.status, refused.problem.detail]).toEqual([409, 'It would give 1 new right, not 2. Reload it.']);
    const { suggestions: changed } = await edit(app, run, run.suggestions.nurses, {
      accept_additions: 1,
      decision: 'accepted',
    });
    expect(changed).toMatchObject([{ additions_accepted: true, decision: 'accepted', decided_by: expect.any(String) }]);
    const without = { without_cylinder_ids: [run.doors[2] ?? ''] };
    const after = await edit(app, run, run.suggestions.nurses, without);
    expect(after.suggestions[0]).toMatchObject({ doors: 2, additions: 0, additions_accepted: false });
  });

  test('are rejected with a reason, and only as they were seen', async ({ app }) => {
    const run = await aFinishedRun(app);
    const { call } = app.as('superadmin');
    const params = on(run, run.suggestions.it);
    const unexplained = await call(suggestions.editSuggestion, { params, body: { decision: 'rejected' } });
    expect(unexplained.problem).toMatchObject({ code: 'validation_failed' });
    const body = { decision: 'rejected', reason: 'They move out' } as const;
    const { run: after } = await edit(app, run, run.suggestions.it, body);
    expect(after.figures).toMatchObject({ rights: rightsOfHospital, by_rules: 11, by_profiles: 7 });
    expect(after.decided).toEqual({ accepted: 0, rejected: 1, open: 3 });
    const stale = await call(
      suggestions.editSuggestion,
      { params, body: { name: 'Other' } },
      { headers: { 'if-match': '"1"' } },
    );
    expect(stale.problem.code).toBe('version_conflict');
    const { run: open } = await edit(app, run, run.suggestions.it, { decision: 'open' });
    expect(open.figures).toMatchObject({ by_rules: 14, by_profiles: 7 });
  });

  test('are accepted together unless they give something new or open a sensitive door', async ({ app }) => {
    const run = await aFinishedRun(app);
    const accept = (expected: number) =>
      app
        .as('superadmin')
        .call(suggestions.acceptMany, { params: { id: run.id }, body: { min_confidence: 0.5, expected } });
    expect((await accept(4)).problem.code).toBe('conflict');
    expect((await accept(2)).body).toMatchObject({ accepted: 2, left: 2 });
    const accepted = await listed(app, run, { decision: 'accepted' });
    expect(accepted.map(({ id }) => id)).toEqual([run.suggestions.it, run.suggestions.serverRoom]);
  });

  test('are split by doors and merged again', async ({ app }) => {
    const run = await aFinishedRun(app);
    const { call } = app.as('superadmin');
    const params = on(run, run.suggestions.nurses);
    const all = { cylinder_ids: run.doors.slice(0, 3), name: 'All' };
    expect((await call(suggestions.split, { params, body: all })).problem.code).toBe('conflict');
    const body = { cylinder_ids: [run.doors[2] ?? ''], name: 'Nurses, store' };
    const split = (await call(suggestions.split, { params, body })).body;
    const [first, second] = split.suggestions;
    expect([first?.doors, first?.additions, second?.doors, second?.additions, second?.name]).toEqual([
      2,
      0,
      1,
      1,
      'Nurses, store',
    ]);
    expect(sumsOf(split.run)).toBe(rightsOfHospital);
    const merged = await call(suggestions.merge, { params, body: { with: [second?.id ?? ''] } });
    expect(merged.body.suggestions[0]).toMatchObject({ doors: 3, additions: 1, name: 'Nurses' });
    expect(await listed(app, run)).toHaveLength(4);
    const others = await call(suggestions.merge, { params, body: { with: [run.suggestions.it] } });
    expect(others.problem.code).toBe('conflict');
  });

  test('leave the sums of a run equal to the rights that it read, whatever is edited', async ({ app }) => {
    const run = await aFinishedRun(app);
    const { call } = app.as('superadmin');
    let state = 7;
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let step = 0; step < 40; step++) {
      const items = await listed(app, run);
      const one = items[next(items.length)];
      const other = items[next(items.length)];
      const door = run.doors[next(7)] ?? '';
      const params = on(run, one?.id ?? '');
      const edits: Edit[] = [
        { decision: 'accepted', accept_additions: one?.additions ?? 0 },
        { decision: 'rejected', reason: 'Not wanted' },
        { decision: 'open', without_cylinder_ids: [door] },
        { decision: 'open' },
        { pinned: true, name: `Name ${step}` },
      ];
      const kind = next(edits.length + 2);
      if (kind === 0) await call(suggestions.split, { params, body: { cylinder_ids: [door], name: `Part ${step}` } });
      else if (kind === 1) await call(suggestions.merge, { params, body: { with: [other?.id ?? ''] } });
      else await call(suggestions.editSuggestion, { params, body: edits[kind - 2] ?? {} });
      const after = await call(suggestions.acceptMany, { params: { id: run.id }, body: { min_confidence: 1 } });
      const { figures } = after.body.run;
      expect([sumsOf(after.body.run), figures?.rights], `step ${step}`).toEqual([rightsOfHospital, rightsOfHospital]);
      const suggested = await listed(app, run);
      const explained = suggested
        .filter(({ decision }) => decision !== 'rejected')
        .reduce((sum, { rights }) => sum + rights, 0);
      expect(explained, `step ${step}`).toBe((figures?.by_rules ?? 0) + (figures?.by_profiles ?? 0));
    }
  });

  test('keep the edits of two administrators who edit at once', async ({ app }) => {
    const run = await aFinishedRun(app);
    const rejectWith = (suggestion: string, reason: string) =>
      app.as('superadmin').send(suggestions.editSuggestion, {
        params: on(run, suggestion),
        body: { decision: 'rejected', reason },
      });
    const { nurses, it } = run.suggestions;
    const answers = await Promise.all([rejectWith(nurses, 'Not theirs'), rejectWith(it, 'Not theirs either')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // The run in an answer is read after its edit: that of the first may already have the second.
    expect(answers.map(({ body }) => body.run.figures?.rules)).toContain(0);
    const left = (await listed(app, run)).filter(({ decision }) => decision !== 'rejected');
    expect(left.map(({ name, rights }) => [name, rights])).toEqual([
      ['Store', 4],
      ['Server room', 3],
    ]);
    const last = answers.find(({ body }) => body.run.figures?.rules === 0)?.body.run;
    expect(last && sumsOf(last)).toBe(rightsOfHospital);
    expect(last?.figures?.single).toBe(rightsOfHospital - 7);
  });

  test('show the access in blocks', async ({ app }) => {
    const run = await aFinishedRun(app);
    const { call } = app.as('superadmin');
    const { body: matrix } = await call(suggestions.matrix, { params: { id: run.id } });
    expect(matrix.rows.map(({ label, people }) => [label, people])).toEqual([
      ['Nurses + Store', 4],
      ['IT + Server room', 3],
      ['No suggestion', 1],
    ]);
    expect(matrix.columns.map(({ id }) => id)).toEqual(run.doors);
    expect(matrix.rows[0]?.cells).toEqual([
      [0, 0, 1, 0],
      [1, 0, 1, 0],
      [2, 0, 0.75, 0],
      [3, 1, 1, 0],
      [6, -1, 0.25, 0],
    ]);
  });
});
