import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inventSite } from '../site/invented-site';
import { createClock } from './clock';
import { createHardware } from './hardware';
import { createOperator } from './operator';
import { createStore } from './store';
import { openSystem } from './system';

const begin = new Date('2026-03-01T12:00:00.000Z');
const hourMs = 3_600_000;

function openSandbox(directory?: string) {
  const system = openSystem({ clock: createClock(() => begin), siteAt: inventSite, directory });
  const city = system.domains.get('city');
  if (!city) throw new Error('The city is gone.');
  const advance = (hours: number) => system.record({ did: 'put_clock_ahead', ms: hours * hourMs });
  const known = () => system.events.slice(240, system.events.total());
  const store = createStore(system, 'city', city);
  return { system, city, store, known, advance, ...createHardware(system), operator: createOperator(system) };
}

function aDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cliq-sandbox-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

describe('what happens at a door', () => {
  it('is noted by key and cylinder, and known when each has been read', () => {
    const { happen, updateKey, doJob, operator, known, advance } = openSandbox();
    const [ofKey, ofCylinder] = happen({ key: 'K-0001', cylinder: 'C-0047' });
    expect(known()).toEqual([]);
    const job = operator.createJob('C-0047', 'fetch_events');
    advance(5);
    doJob(job.external_id, 'PK-01');
    expect(known()).toEqual([{ ...ofCylinder, import_time: '2026-03-01T17:00:00.000Z' }]);
    advance(20);
    updateKey('K-0001');
    expect(known()[1]).toEqual({ ...ofKey, import_time: '2026-03-02T13:00:00.000Z' });
    expect(ofKey).toMatchObject({ event_time: begin.toISOString(), person_identity: 'P-00001', result: 'granted' });
  });

  it('may become known in another order than it happened', () => {
    const { happen, updateKey, known, advance } = openSandbox();
    happen({ key: 'K-0001', cylinder: 'C-0047' });
    advance(1);
    happen({ key: 'K-0002', cylinder: 'C-0047', result: 'denied', reason: 'outside_schedule' });
    updateKey('K-0002');
    updateKey('K-0001');
    expect(known().map(({ key_external_id }) => key_external_id)).toEqual(['K-0002', 'K-0001']);
    expect(known()[0]).toMatchObject({ result: 'denied', reason: 'outside_schedule' });
  });

  it('is imported later than all before it, even in the same millisecond', () => {
    const { happen, updateKey, known } = openSandbox();
    for (const key of ['K-0002', 'K-0001']) happen({ key, cylinder: 'C-0047' });
    for (const key of ['K-0002', 'K-0001']) updateKey(key);
    const times = known().map(({ import_time }) => import_time);
    expect(times).toEqual(['2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.001Z']);
  });
});

describe('rights', () => {
  it('reach a key when it is updated, not when they are recorded', () => {
    const { store, city, operator, happen, updateKey } = openSandbox();
    store.putPerson('ada', { first_name: 'Ada', surname: 'Quill', email: null, employee_id: null });
    const doors = { description: '', cylinders: ['C-0181'], cylinder_groups: ['G-01'], schedule: [] };
    store.putProfile('crew', { name: 'Crew', ...doors });
    operator.handOutKey('K-0040', city.personOf.get('ada') ?? '');
    updateKey('K-0040');
    const results = () =>
      ['C-0181', 'C-0001', 'C-0090'].map((cylinder) => happen({ key: 'K-0040', cylinder })[0]?.result);
    store.changeMembers('crew', { add: ['ada'], remove: [] });
    expect(results()).toEqual(['denied', 'denied', 'denied']);
    updateKey('K-0040');
    expect(results()).toEqual(['granted', 'granted', 'denied']);
    store.deactivatePerson('ada');
    expect(results()).toEqual(['granted', 'granted', 'denied']);
    updateKey('K-0040');
    expect(results()).toEqual(['denied', 'denied', 'denied']);
  });

  it('leave the time of the update on the key', () => {
    const { city, updateKey, advance } = openSandbox();
    advance(1);
    updateKey('K-0030');
    expect(city.keys.get('K-0030')).toMatchObject({ last_update_at: '2026-03-01T13:00:00.000Z' });
  });
});

describe('programming jobs', () => {
  it('come with a cylinder that changes its group and with a lost key, and are done once', () => {
    const { city, operator, loadJob, doJob, advance } = openSandbox();
    const { external_id: id } = operator.moveCylinder('C-0181', null);
    expect(city.cylinders.get('C-0181')?.group_external_id).toBeNull();
    expect(city.jobs.get(id)).toMatchObject({ kind: 'change_group', state: 'pending', assigned_key: null });
    expect(operator.reportKeyLost('K-0001', ['C-0001', 'C-0002'])).toMatchObject([
      { kind: 'block' },
      { kind: 'block' },
    ]);
    expect(city.keys.get('K-0001')?.state).toBe('lost');
    advance(2);
    expect(loadJob(id, 'PK-02')).toMatchObject({ state: 'loaded_on_key', assigned_key: 'PK-02', done_at: null });
    doJob(id, 'PK-02');
    expect(city.jobs.get(id)).toMatchObject({ state: 'done', done_at: '2026-03-01T14:00:00.000Z' });
    expect(() => doJob(id, 'PK-02')).toThrow(`The programming job ${id} is done already.`);
  });
});

describe('the operator', () => {
  it('creates, renames, deletes and restores persons, and none of them ever goes', () => {
    const { city, operator } = openSandbox();
    const before = city.persons.total();
    const { identity } = operator.createPerson('Odo', 'Brackwater');
    operator.renamePerson(identity, 'Oda', 'Brackwater');
    expect(operator.deletePerson(identity)).toMatchObject({ first_name: 'Oda', active: false, reference: null });
    expect(city.persons.total()).toBe(before + 1);
    expect(operator.restorePerson(identity)).toMatchObject({ active: true });
    operator.renamePerson('P-00002', 'Tilda', 'Marsk');
    expect(city.persons.at(1)).toMatchObject({ identity: 'P-00002', surname: 'Marsk' });
  });

  it('changes who is in a profile that others wrote', () => {
    const { city, store, operator } = openSandbox();
    store.putPerson('ada', { first_name: 'Ada', surname: 'Quill', email: null, employee_id: null });
    store.putProfile('crew', { name: '', description: '', cylinders: [], cylinder_groups: [], schedule: [] });
    const ids = [city.profileOf.get('crew') ?? '', city.personOf.get('ada') ?? ''] as const;
    operator.addMember(...ids);
    expect([...(city.members.get('crew') ?? [])]).toEqual(['ada']);
    operator.removeMember(...ids);
    expect([...(city.members.get('crew') ?? [])]).toEqual([]);
    const ofTheirs = operator.createProfile('Cleaners', { cylinder_groups: ['G-01'] });
    expect(() => operator.addMember(ofTheirs.identity, ids[1])).toThrow('that others wrote');
  });

  it.each([
    ['person', ({ operator }: ReturnType<typeof openSandbox>) => operator.deletePerson('P-0')],
    ['key', ({ operator }: ReturnType<typeof openSandbox>) => operator.handInKey('K-0')],
    ['cylinder', ({ operator }: ReturnType<typeof openSandbox>) => operator.reportKeyLost('K-0001', ['C-0'])],
    ['cylinder group', ({ operator }: ReturnType<typeof openSandbox>) => operator.moveCylinder('C-0001', 'G-0')],
    ['domain', ({ operator }: ReturnType<typeof openSandbox>) => operator.createPerson('A', 'B', { domain: 'x' })],
    ['programming job', ({ doJob }: ReturnType<typeof openSandbox>) => doJob('J-0', 'PK-01')],
  ])('is told when there is no such %s, and nothing changes', (what, act) => {
    const sandbox = openSandbox();
    expect(() => act(sandbox)).toThrow(`There is no ${what}`);
    expect(sandbox.city.keys.changed()).toEqual([]);
  });
});

describe('the next life', () => {
  it('begins where the last one ended: records, rights, what is known and what is not, and the clock', () => {
    const directory = aDirectory();
    const first = openSandbox(directory);
    first.store.putPerson('ada', { first_name: 'Ada', surname: 'Quill', email: null, employee_id: null });
    const doors = { description: '', cylinders: ['C-0181'], cylinder_groups: ['G-01'], schedule: [] };
    first.store.putProfile('crew', { name: 'Crew', ...doors });
    first.store.changeMembers('crew', { add: ['ada'], remove: [] });
    first.operator.handOutKey('K-0040', first.city.personOf.get('ada') ?? '');
    for (const key of ['K-0040', 'K-0001']) first.happen({ key, cylinder: 'C-0047' });
    first.advance(3);
    first.updateKey('K-0040');
    first.operator.moveCylinder('C-0181', null);
    const stateOf = ({ system, city, known }: typeof first) => ({
      now: system.clock.now(),
      first: system.events.at(0),
      known: known(),
      waiting: [...system.waiting.values()],
      rights: [...system.rights],
      changed: [city.persons, city.keys, city.cylinders, city.jobs].map((records) => records.changed()),
    });
    const left = stateOf(first);
    expect(left.waiting.map(({ source, key_external_id }) => [source, key_external_id])).toEqual([
      ['cylinder', 'K-0040'],
      ['key', 'K-0001'],
      ['cylinder', 'K-0001'],
    ]);
    expect(left.rights).toEqual([['K-0040', { cylinders: ['C-0181'], groups: ['G-01'] }]]);
    first.system.close();
    for (const _ of ['second', 'third']) {
      const next = openSandbox(directory);
      expect(stateOf(next)).toEqual(left);
      next.system.close();
    }
  });

  it('has a clock that is never put back', () => {
    const { advance, system } = openSandbox();
    expect(() => advance(-1)).toThrow('put ahead');
    expect(system.clock.now()).toEqual(begin);
  });
});
