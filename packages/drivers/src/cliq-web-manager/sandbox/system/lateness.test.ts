import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClock } from '../../../sandbox-kit/clock';
import { performIn } from '../control/acts';
import type { Running } from '../serve';
import { inventSite } from '../site/invented-site';
import { presentProfile } from './lists';
import { createStore } from './store';
import { openSystem, waitingEvents } from './system';

const begin = new Date('2026-03-01T12:00:00.000Z');
const hourMs = 3_600_000;

function openSandbox(directory?: string) {
  const system = openSystem({ clock: createClock(() => begin), siteAt: inventSite, directory });
  const city = system.domains.get('city');
  if (!city) throw new Error('The city is gone.');
  const advance = (hours: number) => system.clock.advance(hours * hourMs);
  const known = () => system.events.slice(240, system.events.total());
  const store = createStore(system, city);
  const act = performIn({ system } as Running); // no act on the key system needs the server around it
  return { system, city, store, known, advance, act };
}

function aDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cliq-sandbox-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

describe('what happens at a door', () => {
  it('is noted by key and cylinder, and known when each has been read', () => {
    const { known, advance, act } = openSandbox();
    const [ofKey, ofCylinder] = act('happen', { key: 'K-0001', cylinder: 'C-0047' });
    expect(known()).toEqual([]);
    const job = act('create-job', { cylinder: 'C-0047', kind: 'fetch_events' });
    advance(5);
    act('do-job', { job: job.external_id, programming_key: 'PK-01' });
    expect(known()).toEqual([{ ...ofCylinder, import_time: '2026-03-01T17:00:00.000Z' }]);
    advance(20);
    act('update-key', { key: 'K-0001' });
    expect(known()[1]).toEqual({ ...ofKey, import_time: '2026-03-02T13:00:00.000Z' });
    expect(ofKey).toMatchObject({ event_time: begin.toISOString(), person_identity: 'P-00001', result: 'granted' });
  });

  it('may become known in another order than it happened', () => {
    const { known, advance, act } = openSandbox();
    act('happen', { key: 'K-0001', cylinder: 'C-0047' });
    advance(1);
    act('happen', { key: 'K-0002', cylinder: 'C-0047', result: 'denied', reason: 'outside_schedule' });
    act('update-key', { key: 'K-0002' });
    act('update-key', { key: 'K-0001' });
    expect(known().map(({ key_external_id }) => key_external_id)).toEqual(['K-0002', 'K-0001']);
    expect(known()[0]).toMatchObject({ result: 'denied', reason: 'outside_schedule' });
  });

  it('is imported later than all before it, even in the same millisecond', () => {
    const { known, act } = openSandbox();
    for (const key of ['K-0002', 'K-0001']) act('happen', { key, cylinder: 'C-0047' });
    for (const key of ['K-0002', 'K-0001']) act('update-key', { key });
    const times = known().map(({ import_time }) => import_time);
    expect(times).toEqual(['2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.001Z']);
  });
});

describe('rights', () => {
  it('reach a key when it is updated, not when they are recorded', () => {
    const { store, city, act } = openSandbox();
    store.putPerson('ada', { first_name: 'Ada', surname: 'Quill', email: null, employee_id: null });
    const doors = { description: '', cylinders: ['C-0181'], cylinder_groups: ['G-01'], schedule: [] };
    store.putProfile('crew', { name: 'Crew', ...doors });
    act('hand-out-key', { key: 'K-0040', person: city.persons.withReference('ada')?.identity ?? '' });
    act('update-key', { key: 'K-0040' });
    const results = () =>
      ['C-0181', 'C-0001', 'C-0090'].map((cylinder) => act('happen', { key: 'K-0040', cylinder })[0]?.result);
    store.changeMembers('crew', { add: ['ada'], remove: [] });
    expect(results()).toEqual(['denied', 'denied', 'denied']);
    act('update-key', { key: 'K-0040' });
    expect(results()).toEqual(['granted', 'granted', 'denied']);
    store.deactivatePerson('ada');
    expect(results()).toEqual(['granted', 'granted', 'denied']);
    act('update-key', { key: 'K-0040' });
    expect(results()).toEqual(['denied', 'denied', 'denied']);
  });

  it('leave the time of the update on the key', () => {
    const { city, advance, act } = openSandbox();
    advance(1);
    act('update-key', { key: 'K-0030' });
    expect(city.keys.get('K-0030')).toMatchObject({ last_update_at: '2026-03-01T13:00:00.000Z' });
  });
});

describe('programming jobs', () => {
  it('come with a cylinder that changes its group and with a lost key, and are done once', () => {
    const { city, advance, act } = openSandbox();
    const { external_id: id } = act('move-cylinder', { cylinder: 'C-0181', group: 'none' });
    expect(city.cylinders.get('C-0181')?.group_external_id).toBeNull();
    expect(city.jobs.get(id)).toMatchObject({ kind: 'change_group', state: 'pending', assigned_key: null });
    expect(act('report-key-lost', { key: 'K-0001', cylinders: ['C-0001', 'C-0002'] })).toMatchObject([
      { kind: 'block' },
      { kind: 'block' },
    ]);
    expect(city.keys.get('K-0001')?.state).toBe('lost');
    advance(2);
    expect(act('load-job', { job: id, programming_key: 'PK-02' })).toMatchObject({
      state: 'loaded_on_key',
      assigned_key: 'PK-02',
      done_at: null,
    });
    act('do-job', { job: id, programming_key: 'PK-02' });
    expect(city.jobs.get(id)).toMatchObject({ state: 'done', done_at: '2026-03-01T14:00:00.000Z' });
    expect(() => act('do-job', { job: id, programming_key: 'PK-02' })).toThrow(
      `The programming job ${id} is done already.`,
    );
  });
});

describe('the operator', () => {
  it('creates, renames, deletes and restores persons, and never drops one', () => {
    const { city, act } = openSandbox();
    const before = city.persons.total();
    const { identity } = act('create-person', { first_name: 'Odo', surname: 'Brackwater' });
    act('rename-person', { person: identity, first_name: 'Oda', surname: 'Brackwater' });
    expect(act('delete-person', { person: identity })).toMatchObject({
      first_name: 'Oda',
      active: false,
      reference: null,
    });
    expect(city.persons.total()).toBe(before + 1);
    expect(act('restore-person', { person: identity })).toMatchObject({ active: true });
    act('rename-person', { person: 'P-00002', first_name: 'Tilda', surname: 'Marsk' });
    expect(city.persons.at(1)).toMatchObject({ identity: 'P-00002', surname: 'Marsk' });
  });

  it('changes the members of any profile', () => {
    const { city, store, act } = openSandbox();
    store.putPerson('ada', { first_name: 'Ada', surname: 'Quill', email: null, employee_id: null });
    store.putProfile('crew', { name: '', description: '', cylinders: [], cylinder_groups: [], schedule: [] });
    const ids = {
      profile: city.profiles.withReference('crew')?.identity ?? '',
      person: city.persons.withReference('ada')?.identity ?? '',
    };
    act('add-member', ids);
    expect(city.members.get('crew')?.persons).toEqual(['ada']);
    act('remove-member', ids);
    expect(city.members.get('crew')?.persons).toEqual([]);
    const ofTheirs = act('create-profile', { name: 'Cleaners', doors: ['G-01', 'C-0181'] });
    expect(ofTheirs).toMatchObject({ cylinder_groups: ['G-01'], cylinders: ['C-0181'] });
    act('add-member', { ...ids, profile: ofTheirs.identity });
    act('add-member', { profile: ofTheirs.identity, person: 'P-00002' });
    const listed = () => presentProfile(city, city.profiles.get(ofTheirs.identity) ?? ofTheirs);
    expect(listed()).toMatchObject({ members: ['ada'], other_members: ['P-00002'] });
    act('remove-member', { profile: ofTheirs.identity, person: 'P-00002' });
    expect(listed()).toMatchObject({ members: ['ada'], other_members: [] });
  });

  it.each([
    ['person', ({ act }: ReturnType<typeof openSandbox>) => act('delete-person', { person: 'P-0' })],
    ['key', ({ act }: ReturnType<typeof openSandbox>) => act('hand-in-key', { key: 'K-0' })],
    [
      'cylinder',
      ({ act }: ReturnType<typeof openSandbox>) => act('report-key-lost', { key: 'K-0001', cylinders: ['C-0'] }),
    ],
    [
      'cylinder group',
      ({ act }: ReturnType<typeof openSandbox>) => act('move-cylinder', { cylinder: 'C-0001', group: 'G-0' }),
    ],
    [
      'domain',
      ({ act }: ReturnType<typeof openSandbox>) => act('create-person', { first_name: 'A', surname: 'B', domain: 'x' }),
    ],
    [
      'programming job',
      ({ act }: ReturnType<typeof openSandbox>) => act('do-job', { job: 'J-0', programming_key: 'PK-01' }),
    ],
  ])('is told when there is no such %s, and nothing changes', (what, act) => {
    const sandbox = openSandbox();
    expect(() => act(sandbox)).toThrow(`There is no ${what}`);
    expect(sandbox.city.keys.changed()).toEqual([]);
  });
});

describe('the next life', () => {
  it('continues where the last one ended: records, rights, imported and pending events, and the clock', () => {
    const directory = aDirectory();
    const first = openSandbox(directory);
    first.store.putPerson('ada', { first_name: 'Ada', surname: 'Quill', email: null, employee_id: null });
    const doors = { description: '', cylinders: ['C-0181'], cylinder_groups: ['G-01'], schedule: [] };
    first.store.putProfile('crew', { name: 'Crew', ...doors });
    first.store.changeMembers('crew', { add: ['ada'], remove: [] });
    first.act('hand-out-key', { key: 'K-0040', person: first.city.persons.withReference('ada')?.identity ?? '' });
    for (const key of ['K-0040', 'K-0001']) first.act('happen', { key, cylinder: 'C-0047' });
    first.advance(3);
    first.act('update-key', { key: 'K-0040' });
    first.act('move-cylinder', { cylinder: 'C-0181', group: 'none' });
    const stateOf = ({ system, city, known }: typeof first) => ({
      now: system.clock.now(),
      first: system.events.at(0),
      known: known(),
      waiting: waitingEvents(system),
      rights: system.heldKeys.changed(),
      changed: [city.persons, city.keys, city.cylinders, city.jobs].map((records) => records.changed()),
    });
    const left = stateOf(first);
    expect(left.waiting.map(({ source, key_external_id }) => [source, key_external_id])).toEqual([
      ['cylinder', 'K-0040'],
      ['key', 'K-0001'],
      ['cylinder', 'K-0001'],
    ]);
    const rights = [{ cylinders: ['C-0181'], cylinder_groups: ['G-01'], schedule: [] }];
    expect(left.rights).toMatchObject([{ key: 'K-0040', rights, updated_at: '2026-03-01T15:00:00.000Z' }]);
    first.system.close();
    for (const _ of ['second', 'third']) {
      const next = openSandbox(directory);
      expect(stateOf(next)).toEqual(left);
      next.system.close();
    }
  });

  it('has a clock that is never set back', () => {
    const { advance, system } = openSandbox();
    expect(() => advance(-1)).toThrow('put ahead');
    expect(system.clock.now()).toEqual(begin);
  });
});
