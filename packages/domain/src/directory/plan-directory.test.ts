import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CurrentPerson, diffFields, directoryPlanner, type IncomingPerson } from './plan-directory';

const tooLong = { is: 'too_long', field: 'given_name', most: 500 } as const;

const stored = (id: string, over: Partial<CurrentPerson> = {}): [string, CurrentPerson] => [
  id,
  {
    external_id: id,
    person_id: `p-${id}`,
    state: 'active',
    hash: 'old',
    job_title: 'Nurse',
    department: 'Surgery',
    groups: '',
    ...over,
  },
];
const listed = (external_id: string | undefined, over: Partial<IncomingPerson> = {}): IncomingPerson => {
  const fields = { external_id, display_name: 'Ada', job_title: 'Nurse', department: 'Surgery', ...over.fields };
  return { row: 2, hash: 'old', state: 'active', problems: [], ...over, fields };
};

/** All results of a run, as `kind id`. */
function run(current: [string, CurrentPerson][], incoming: IncomingPerson[]) {
  const planner = directoryPlanner();
  const known = new Map(current);
  const ofRows = incoming.flatMap((one) => planner.take(one, known.get(one.fields.external_id ?? '')) ?? []);
  const changes = [...ofRows, ...current.flatMap(([, person]) => planner.leave([person]))];
  const lines = changes.map((change) => `${change.kind} ${change.external_id}`);
  return { changes, lines, counts: planner.counts(), tally: planner.tally() };
}

describe('directoryPlanner', () => {
  it.each([
    ['someone new', [], [listed('e1')], ['joiner e1']],
    ['someone who came back unchanged', [stored('e1', { state: 'left' })], [listed('e1')], ['joiner e1']],
    ['someone unchanged', [stored('e1')], [listed('e1')], []],
    ['another title', [stored('e1', { job_title: 'Porter' })], [listed('e1', { hash: 'new' })], ['mover e1']],
    ['another department', [stored('e1', { department: null })], [listed('e1', { hash: 'new' })], ['mover e1']],
    ['other groups', [stored('e1')], [listed('e1', { hash: 'new', fields: { groups: 'On call' } })], ['mover e1']],
    ['another field', [stored('e1')], [listed('e1', { hash: 'new' })], ['update e1']],
    ['someone gone', [stored('e1')], [], ['leaver e1']],
    ['someone gone before', [stored('e1', { state: 'left' })], [], []],
    ['a row without id', [], [listed(undefined, { problems: [{ is: 'no_id' }] })], ['problem null']],
  ])('classifies %s', (_, current, incoming, expected) => {
    expect(run(current, incoming).lines).toEqual(expected);
  });

  it('keeps a person with an unusable row: neither changed nor gone', () => {
    const bad = listed('e1', { hash: 'new', problems: [tooLong] });
    expect(run([stored('e1')], [bad]).changes).toMatchObject([
      { kind: 'problem', row: 2, external_id: 'e1', problems: [tooLong] },
    ]);
  });

  it.each([
    ['known', [stored('e1')]],
    ['new', []],
  ])('lets the first of several rows of someone %s count', (_, current) => {
    const rows = [listed('e1', { hash: 'new' }), listed('e1', { row: 3, fields: { job_title: 'Porter' } })];
    const { changes } = run(current, rows);
    expect(changes[0]).toMatchObject({ row: 2, fields: { job_title: 'Nurse' } });
    expect(changes.slice(1)).toMatchObject([
      { kind: 'problem', row: 3, problems: [{ is: 'repeated_id', external_id: 'e1' }] },
    ]);
  });

  it('carries the stored person of a change, none for someone new', () => {
    const current = [stored('e1'), stored('e2', { state: 'left' }), stored('e4')];
    const { changes } = run(current, [listed('e1', { hash: 'new' }), listed('e2'), listed('e3')]);
    expect(changes).toMatchObject([
      { kind: 'update', person_id: 'p-e1' },
      { kind: 'joiner', person_id: 'p-e2' },
      { kind: 'joiner', person_id: null },
      { kind: 'leaver', person_id: 'p-e4' },
    ]);
  });

  it.each([
    ['whose account is switched off', stored('e1'), listed('e1', { state: 'suspended', hash: 'new' }), ['stop e1']],
    ['switched off before', stored('e1', { state: 'suspended' }), listed('e1', { state: 'suspended' }), []],
    ['switched on again', stored('e1', { state: 'suspended' }), listed('e1', { hash: 'new' }), ['begin e1']],
    ['whose first day has come', stored('e1', { state: 'coming' }), listed('e1'), ['begin e1']],
    ['whose last day is over, still listed', stored('e1', { state: 'left' }), listed('e1', { state: 'left' }), []],
    [
      'whose last day was long ago, still listed',
      stored('e1', { state: 'left', is_forgotten: true }),
      listed('e1', { state: 'left' }),
      [],
    ],
    ['suspended and then gone', stored('e1', { state: 'suspended' }), undefined, ['leaver e1']],
    ['back after being forgotten', stored('e1', { state: 'left', is_forgotten: true }), listed('e1'), ['conflict e1']],
    [
      'under the id of a person gone for good',
      stored('e1'),
      listed('e1', { is_another: true }),
      ['conflict e1', 'leaver e1'],
    ],
  ])('classifies a person %s', (_, person, incoming, expected) => {
    const { lines, tally } = run([person], incoming ? [incoming] : []);
    expect(lines).toEqual(expected);
    expect(tally.removals).toBe(lines.filter((line) => /^(stop|leaver)/.test(line)).length);
  });

  it('counts the input of the guards', () => {
    const current = [stored('e1'), stored('e2'), stored('e3'), stored('e4', { state: 'left' })];
    const bad = { problems: [tooLong] };
    const incoming = [listed('e1'), listed('e1'), listed('e2', bad), listed('e5'), listed(undefined, bad)];
    const { tally, counts } = run(current, incoming);
    expect(tally).toEqual({ before: 3, listed: 3, removals: 1, rows: 5, problems: 3 });
    expect(counts).toEqual({ joiner: 1, leaver: 1, mover: 0, update: 0, problem: 3, unchanged: 1 });
  });

  it('has nothing left to do once its changes are applied, and counts every row and person once', () => {
    const id = fc.constantFrom('e1', 'e2', 'e3', 'e4', 'e5');
    const title = fc.option(fc.constantFrom('Nurse', 'Porter'));
    const somePeople = fc.uniqueArray(fc.tuple(id, title, fc.boolean()), { selector: ([key]) => key });
    fc.assert(
      fc.property(somePeople, fc.array(fc.tuple(id, title)), (people, rows) => {
        const current = people.map(([key, job_title, active]) =>
          stored(key, { state: active ? 'active' : 'left', job_title, hash: `${job_title}` }),
        );
        const incoming = rows.map(([key, job_title], i) =>
          listed(key, { row: i + 2, hash: `${job_title}`, fields: { job_title: job_title ?? undefined } }),
        );
        const first = run(current, incoming);
        const after = applied(new Map(current), first.changes);
        const again = run([...after], incoming);

        expect(again.changes.filter((change) => change.kind !== 'problem')).toEqual([]);
        expect([...after].flatMap(([key, person]) => (person.state === 'active' ? key : [])).sort()).toEqual(
          [...new Set(rows.map(([key]) => key))].sort(),
        );
        expect(first.tally.rows).toBe(rows.length);
        expect(first.tally.before).toBe(people.filter(([, , active]) => active).length);
      }),
    );
  });
});

describe('diffFields', () => {
  it('gives old and new values of changed fields only, null for absent', () => {
    const before = { display_name: 'Ada', job_title: 'Nurse', department: null, company: 'Acme' };
    const after = { display_name: 'Ada', job_title: 'Porter', location: 'North' };
    expect(diffFields(before, after)).toEqual({
      before: { job_title: 'Nurse', company: 'Acme', location: null },
      after: { job_title: 'Porter', company: null, location: 'North' },
    });
  });

  it('is empty when nothing differs', () => {
    expect(diffFields({ display_name: 'Ada', email: null }, { display_name: 'Ada' })).toEqual({
      before: {},
      after: {},
    });
  });
});

function applied(current: Map<string, CurrentPerson>, changes: ReturnType<typeof run>['changes']) {
  for (const change of changes) {
    if (change.kind === 'problem' || change.kind === 'conflict') continue;
    if (change.kind === 'leaver') {
      const [key, gone] = stored(change.external_id, current.get(change.external_id));
      current.set(key, { ...gone, state: 'left' });
      continue;
    }
    const job_title = change.fields.job_title ?? null;
    current.set(...stored(change.external_id, { job_title, hash: `${job_title}` }));
  }
  return current;
}
