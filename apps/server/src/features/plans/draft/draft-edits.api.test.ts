import { type AccessRule, accessRules, type DraftEdit, draftEdits, type Input, keyPlans } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aRule, aWard, cylinder, group } from '#test/factories/key-plans';

type Propose = Input<typeof draftEdits.propose>['body'];
type Apply = Input<typeof draftEdits.apply>['body'];

/** A surgery of two nurses and a porter, a gate of one, and a rule that gives the surgery the group G-01; edits wait. */
async function aDraft(app: TestApp, { atOnce = false } = {}) {
  const people = [
    { display_name: 'Nurse One', department: 'Surgery', job_title: 'Nurse' },
    { display_name: 'Nurse Two', department: 'Surgery', job_title: 'Nurse' },
    { display_name: 'Porter', department: 'Surgery', job_title: 'Porter' },
    { display_name: 'Guard', department: 'Gate', job_title: 'Guard' },
  ];
  const house = await aHouse(app, people);
  const { plan, source, system } = house;
  const doors = group(system.group('G-01').id);
  const rule = await aRule(app, { plan, source, name: 'Surgery doors', departments: ['Surgery'], objects: [doors] });
  const { call } = app.as('superadmin');
  const inPlan = { params: { keyplan_id: plan } };
  if (!atOnce) await call(keyPlans.update, { params: { id: plan }, body: { takes_effect: 'on_activation' } });
  const propose = (body: Propose) => call(draftEdits.propose, { ...inPlan, body });
  const apply = (body: Apply) => call(draftEdits.apply, { ...inPlan, body });
  const rules = async () => (await call(accessRules.list, { ...inPlan, query: {} })).body.items;
  return { ...house, doors, rule, call, inPlan, propose, apply, rules };
}

const department = (subject_identifier: string) => ({ subject_type: 'department' as const, subject_identifier });
const title = (subject_identifier: string) => ({ subject_type: 'job_title' as const, subject_identifier });
const everybody = (...all_of: Propose['who'][number]['all_of']) => [{ all_of }];

/** What rules say, whatever their order, the ids of their parts and their versions. */
const said = (rules: readonly AccessRule[]) =>
  rules.map(({ id, name, description, is_active, subject_match, subjects, objects, time_restrictions }) => ({
    ...{ id, name, description, is_active, subject_match },
    subjects: subjects.map((one) => one.subject_identifier).sort(),
    objects: objects.map((one) => one.object_identifier).sort(),
    windows: time_restrictions.map(({ days, from, to }) => [days, from, to]),
  }));

describe('POST …/draft/propose', () => {
  test('extends the rule of the people, and says so in the reader’s language', async ({ app }) => {
    const { propose, system, rule } = await aDraft(app);
    const door = cylinder(system.cylinder('C-0030').id);
    const { status, body } = await propose({ grant: true, who: everybody(department('SURGERY')), objects: [door] });
    expect(status).toBe(200);
    expect(body.proposals[0]).toMatchObject({
      edits: [{ kind: 'change_rule', rule_id: rule.id, version: rule.version }],
      sentences: [expect.stringMatching(/^'Surgery doors' also opens CH-02-08 City Hall, Office 208\.$/)],
      effect: { people_gaining: 3, people_losing: 0, rights_gained: 3 },
      is_exact: true,
    });
    const german = await app.as('superadmin').call(
      draftEdits.propose,
      {
        params: { keyplan_id: rule.keyplan_id },
        body: { grant: true, who: everybody(department('Surgery')), objects: [door] },
      },
      { headers: { 'x-language': 'de' } },
    );
    expect(german.body.proposals[0]?.sentences[0]).toMatch(/^„Surgery doors“ öffnet auch CH-02-08/);
    expect(await app.db.selectFrom('access_rule').select('version').execute()).toEqual([{ version: rule.version }]);
  });

  test('makes a rule for a title within a department, and offers a wider one last', async ({ app }) => {
    const { propose, system } = await aDraft(app);
    const door = cylinder(system.cylinder('C-0030').id);
    const who = everybody(department('Surgery'), title('Nurse'));
    const { body } = await propose({ grant: true, who, objects: [door] });
    expect(body.proposals.map(({ is_exact, effect }) => [is_exact, effect.people_gaining])).toEqual([
      [true, 2],
      [false, 3],
    ]);
    expect(body.proposals[0]?.edits).toMatchObject([
      { kind: 'add_rule', rule: { name: 'Surgery, Nurse', subject_match: 'all', time_restrictions: [] } },
    ]);
    expect(body.proposals[0]?.sentences[0]).toMatch(
      /^New rule 'Surgery, Nurse': Nurse in Surgery may open CH-02-08 .* at all times\.$/,
    );
    expect(body.proposals[1]?.sentences.at(-1)).toBe('1 other person gains doors too.');
  });

  test('splits a rule so that others keep what they have, and says who would lose it otherwise', async ({ app }) => {
    const { propose, apply, rules, doors, rule } = await aDraft(app);
    const { body } = await propose({ grant: false, who: everybody(title('Nurse')), objects: [doors] });
    expect(body.proposals.map(({ is_exact, effect }) => [is_exact, effect.people_losing])).toEqual([
      [true, 2],
      [true, 2],
      [false, 3],
    ]);
    const [best] = body.proposals;
    expect(best?.sentences).toEqual(["'Surgery doors' only applies to Porter in Surgery."]);
    expect((await apply({ edits: best?.edits ?? [] })).status).toBe(200);
    const [only, ...more] = await rules();
    expect(more).toEqual([]);
    expect(only).toMatchObject({ id: rule.id, subject_match: 'all', people: 1 });
    expect(only?.subjects.map(({ name }) => name).sort()).toEqual(['Porter', 'Surgery']);
  });

  test('proposes nothing where nothing is to be done, and tells of other plans', async ({ app }) => {
    const { propose, doors, source } = await aDraft(app);
    const who = everybody(department('Surgery'));
    expect((await propose({ grant: true, who, objects: [doors] })).body).toEqual({
      proposals: [],
      inseparable: [],
      elsewhere: [],
    });
    const body = { name: 'Night plan', description: 'Also', is_active: true, iam_connection_ids: [source] };
    const { body: plan } = await app.as('superadmin').call(keyPlans.create, { body });
    await aRule(app, { plan: plan.id, source, name: 'Nights', departments: ['Surgery'], objects: [doors] });
    expect((await propose({ grant: false, who, objects: [doors] })).body.elsewhere).toEqual([
      "'Nights' of the key plan 'Night plan' still lets some of them open some of these doors.",
    ]);
  });
});

describe('POST …/draft/propose for one of many whom nothing sets apart', () => {
  test('says from which rule nothing can be taken exactly, and why', async ({ app }) => {
    const { plan, rule, persons, system } = await aWard(app, 502);
    const { call } = app.as('superadmin');
    const params = { keyplan_id: plan };
    const one = { subject_type: 'user' as const, subject_identifier: persons[0] ?? '' };
    const body = { grant: false, who: everybody(one), objects: [group(system.group('G-01').id)] };
    const { body: answer } = await call(draftEdits.propose, { params, body });
    expect(answer.proposals.map(({ is_exact, effect }) => [is_exact, effect.people_losing])).toEqual([[false, 502]]);
    expect(answer.inseparable).toEqual([
      {
        rule_id: rule.id,
        sentence: expect.stringMatching(
          /^'Ward doors' also applies to 501 other people .* a rule names 500 people at most\./,
        ),
      },
    ]);
  });
});

describe('POST …/draft/edits', () => {
  test('edits several rules at once, and its answer takes them back as they were, with their ids', async ({ app }) => {
    const { apply, rules, rule, doors, call, inPlan, system } = await aDraft(app);
    const window = { days: [1, 2], from: '06:00', to: '18:00' };
    const created = await call(accessRules.create, {
      ...inPlan,
      body: {
        name: 'Gate',
        description: 'By day',
        subjects: [department('Gate')],
        objects: [doors],
        time_restrictions: [window],
      },
    });
    const before = said(await rules());
    const door = cylinder(system.cylinder('C-0030').id);
    const edits: DraftEdit[] = [
      { kind: 'remove_rule', rule_id: created.body.id, version: 1 },
      { kind: 'change_rule', rule_id: rule.id, version: rule.version, rule: { name: 'Gate', objects: [door, door] } },
      { kind: 'add_rule', rule: { subjects: [title('Guard')], objects: [door] } as never },
    ];
    const { status, body } = await apply({ edits, words: 'Moved the gate' });
    expect(status).toBe(200);
    expect(body.plan).toMatchObject({ pending_changes: 2, rules: 2 });
    const after = said(await rules());
    expect(after.map(({ name }) => name)).toEqual(['Gate', 'Guard']);
    const undone = await apply({ edits: body.undo });
    expect(said(await rules())).toEqual(before);
    expect(undone.body.plan.rules).toBe(2);
    await apply({ edits: undone.body.undo });
    expect(said(await rules())).toEqual(after);
  });

  test('refuses all edits where someone else changed one of the rules, and says who', async ({ app }) => {
    const { apply, rules, rule, call, inPlan, doors } = await aDraft(app);
    const params = { ...inPlan.params, rule_id: rule.id };
    await app.as('superadmin').call(accessRules.update, { params, body: { name: 'Theatre' } });
    const before = said(await rules());
    const add: DraftEdit = { kind: 'add_rule', rule: { subjects: [title('Guard')], objects: [doors] } as never };
    const edits: DraftEdit[] = [add, { kind: 'change_rule', rule_id: rule.id, version: 1, rule: { name: 'Mine' } }];
    const { status, problem } = await apply({ edits });
    expect([status, problem.code]).toEqual([412, 'version_conflict']);
    expect(problem.detail).toMatch(/^superadmin-\S+ changed the rule 'Theatre' on \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
    expect(said(await rules())).toEqual(before);
    await call(accessRules.remove, { params });
    expect((await apply({ edits })).problem.detail).toMatch(/^Someone else deleted one of these rules/);
    expect(await rules()).toEqual([]);
  });

  test('names the edit that is wrong, and keeps nothing of the others', async ({ app }) => {
    const { apply, rules, rule, doors, plan } = await aDraft(app);
    const gone = cylinder('00000000-0000-4000-8000-000000000000');
    const good = (name: string): DraftEdit => ({
      kind: 'add_rule',
      rule: { name, subjects: [title('Guard')], objects: [doors] } as never,
    });
    const add = (values: object): DraftEdit => ({ ...good('Other'), ...values }) as DraftEdit;
    const wrong: [DraftEdit, number, string | undefined][] = [
      [add({ rule: { subjects: [title('Guard')], objects: [gone] } }), 422, 'edits.1.rule.objects'],
      [
        add({ rule: { subjects: [{ subject_type: 'user', subject_identifier: plan }], objects: [doors] } }),
        422,
        'edits.1.rule.subjects',
      ],
      [add({ rule_id: rule.id }), 422, 'edits.1.rule_id'],
      [add({ rule: { name: '', subjects: [], objects: [] } }), 422, 'edits.1.rule.name'],
      [good('SURGERY DOORS'), 409, undefined],
      [{ kind: 'remove_rule', rule_id: plan, version: undefined }, 404, undefined],
    ];
    for (const [edit, status, path] of wrong) {
      const answer = await apply({ edits: [good('First'), edit] });
      expect([answer.status, answer.problem.errors?.[0]?.path]).toEqual([status, path]);
    }
    expect((await rules()).map(({ name }) => name)).toEqual(['Surgery doors']);
  });

  test('asks where many lose doors at once, as an activation does', async ({ app }) => {
    const people = Array.from({ length: 12 }, (_, i) => ({ display_name: `Person ${i}`, department: 'Ward' }));
    const { plan, source, system } = await aHouse(app, people);
    const rule = await aRule(app, { plan, source, departments: ['Ward'], objects: [group(system.group('G-01').id)] });
    const { call } = app.as('superadmin');
    const params = { keyplan_id: plan };
    const edits: DraftEdit[] = [{ kind: 'remove_rule', rule_id: rule.id, version: rule.version }];
    const refused = await call(draftEdits.apply, { params, body: { edits } });
    expect([refused.status, refused.problem.code, refused.problem.people_losing]).toEqual([
      409,
      'confirmation_needed',
      12,
    ]);
    const { status, body } = await call(draftEdits.apply, { params, body: { edits, accept_losing: 12 } });
    expect([status, body.plan.rules, body.plan.pending_changes]).toEqual([200, 0, 0]);
    expect(body.plan.version_in_force).toBeGreaterThan(2);
  });

  test('is in the audit log with what was and what is', async ({ app }) => {
    const { apply, rule, doors } = await aDraft(app);
    const edits: DraftEdit[] = [
      { kind: 'change_rule', rule_id: rule.id, version: rule.version, rule: { is_active: false } },
      { kind: 'add_rule', rule: { name: 'Guards', subjects: [title('Guard')], objects: [doors] } as never },
    ];
    await apply({ edits, words: 'Guards instead' });
    const event = await app.db
      .selectFrom('audit_event')
      .select(['target_id', 'details'])
      .where('action', '=', 'key_plan.draft_edited')
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      target_id: rule.keyplan_id,
      details: {
        words: 'Guards instead',
        rules: [
          { name: 'Guards', after: { subjects: [title('Guard')] } },
          { id: rule.id, name: 'Surgery doors', before: { is_active: true }, after: { is_active: false } },
        ],
      },
    });
  });
});

describe('GET …/draft', () => {
  test('says who edited what last, also what is gone, and takes one change back alone', async ({ app }) => {
    const { apply, rule, doors, call, inPlan, rules, system } = await aDraft(app);
    const before = said(await rules());
    const door = cylinder(system.cylinder('C-0030').id);
    const { body: added } = await call(accessRules.create, {
      ...inPlan,
      body: { name: 'Gate', subjects: [department('Gate')], objects: [doors] },
    });
    const edits: DraftEdit[] = [{ kind: 'change_rule', rule_id: rule.id, version: 1, rule: { objects: [door] } }];
    const { body: changed } = await apply({ edits });
    const read = async () => (await call(draftEdits.read, inPlan)).body.changes;
    const me = expect.stringMatching(/^superadmin-/);
    const waiting = { kind: 'rule', edited_by: me, edited_at: expect.any(String) };
    expect(await read()).toMatchObject([
      { ...waiting, record_id: added.id, take_back: { kind: 'remove_rule', version: 1 } },
      { ...waiting, record_id: rule.id, take_back: { kind: 'change_rule', version: 2 } },
    ]);
    await apply({ edits: changed.undo });
    expect((await read()).map(({ record_id }) => record_id)).toEqual([added.id]);
    await call(accessRules.remove, { params: { ...inPlan.params, rule_id: rule.id } });
    const [, removed] = await read();
    expect(removed).toMatchObject({
      ...waiting,
      record_id: rule.id,
      take_back: { kind: 'add_rule', rule_id: rule.id },
    });
    await apply({ edits: removed?.take_back ? [removed.take_back] : [] });
    expect((await read()).map(({ record_id }) => record_id)).toEqual([added.id]);
    expect(said(await rules())).toEqual([...before, ...said([added])].sort((a, b) => a.name.localeCompare(b.name)));
    await apply({ edits: [{ kind: 'remove_rule', rule_id: rule.id, version: undefined }] });
    expect(await read()).toMatchObject([waiting, { ...waiting, take_back: { kind: 'add_rule' } }]);
  });

  test('says who removed a rule, also where the audit log is no longer there', async ({ app }) => {
    const { rule, call, inPlan } = await aDraft(app);
    await call(accessRules.remove, { params: { ...inPlan.params, rule_id: rule.id } });
    await app.db.deleteFrom('audit_event').execute(); // as after its archive was moved elsewhere
    const { body } = await call(draftEdits.read, inPlan);
    expect(body.changes).toMatchObject([
      { record_id: rule.id, edited_by: expect.stringMatching(/^superadmin-/), edited_at: expect.any(String) },
    ]);
  });

  test('tells who edited a profile, which is taken back with the others only', async ({ app }) => {
    const { plan, call, inPlan } = await aDraft(app);
    await call(keyPlans.createProfile, { ...inPlan, body: { name: 'Theatres' } });
    const { body } = await call(draftEdits.read, { params: { keyplan_id: plan } });
    expect(body.changes).toMatchObject([
      { kind: 'profile', edited_by: expect.stringMatching(/^superadmin-/), take_back: null },
    ]);
  });
});
