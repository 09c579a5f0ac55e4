import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyTimes, ProgrammingJob } from '../../../key-system-driver';
import { createClock } from '../../../sandbox-kit/clock';
import { performIn } from '../control/acts';
import type { Running } from '../serve';
import { inventSite } from '../site/invented-site';
import { createJobStore } from './job-store';
import { createKeyStore } from './key-store';
import { createStore } from './store';
import { openSystem, waitingEvents } from './system';
import { opens } from './truth';

const begin = new Date('2026-03-02T12:00:00.000Z'); // a Monday
const minuteMs = 60_000;

function openSandbox(start = begin) {
  const system = openSystem({ clock: createClock(() => start), siteAt: inventSite });
  const city = system.domains.get('city');
  if (!city) throw new Error('The city is gone.');
  const act = performIn({ system } as Running); // no act on the key system needs the server around it
  const jobs = createJobStore(system, city);
  /** Creates a job and does it. */
  const program = (job: Omit<ProgrammingJob, 'reference'>) => {
    const reference = `job-${city.jobs.total()}`;
    jobs.put({ ...job, reference });
    const { external_id = '' } = city.jobs.withReference(reference) ?? {};
    return act('do-job', { job: external_id });
  };
  return { system, city, act, jobs, program, store: createStore(system, city), keys: createKeyStore(system, city) };
}

const content = { first_name: 'Ada', surname: 'Quill', email: null, employee_id: null };
const anyTime: KeyTimes = { validity: { mode: 'always' }, revalidation_minutes: null, schedule: [] };

/** A key of each type, in stock and never updated. */
const stock = { dynamic: 'K-0025', connect: 'K-0028', quartz: 'K-0023', normal: 'K-0024' } as const;
const doors = ['C-0001', 'C-0002', 'C-0181', 'C-0047'] as const;

describe('what a key really opens', () => {
  it.each<[string, KeyTimes, at: string, reason: string | null]>([
    ['always', anyTime, '2026-03-02T12:00:00Z', null],
    ['never', { ...anyTime, validity: { mode: 'never' } }, '2026-03-02T12:00:00Z', 'never_valid'],
    ...(
      [
        ['2026-03-02T23:59:59.999Z', 'validity_not_begun'],
        ['2026-03-03T00:00:00Z', null],
        ['2026-03-04T23:59:59.999Z', null],
        ['2026-03-05T00:00:00Z', 'validity_ended'],
      ] as const
    ).map(([at, reason]): [string, KeyTimes, string, string | null] => [
      'between two instants',
      {
        ...anyTime,
        validity: { mode: 'between', from: '2026-03-03T00:00:00.000Z', until: '2026-03-05T00:00:00.000Z' },
      },
      at,
      reason,
    ]),
    ['updated in time', { ...anyTime, revalidation_minutes: 60 }, '2026-03-02T12:59:59.999Z', null],
    ['not updated in time', { ...anyTime, revalidation_minutes: 60 }, '2026-03-02T13:00:00Z', 'revalidation_lapsed'],
    [
      'within its schedule',
      { ...anyTime, schedule: [{ days: [1], from: '22:00', to: '06:00' }] },
      '2026-03-03T05:59:00Z',
      null,
    ],
    [
      'outside its schedule',
      { ...anyTime, schedule: [{ days: [1], from: '22:00', to: '06:00' }] },
      '2026-03-03T06:00:00Z',
      'outside_schedule',
    ],
  ])('%s', (_, times, at, reason) => {
    const { system, keys, act } = openSandbox();
    keys.setAccess(stock.dynamic, { cylinders: ['C-0181'], cylinder_groups: [] });
    keys.setTimes(stock.dynamic, times);
    act('update-key', { key: stock.dynamic });
    expect(opens(system, stock.dynamic, 'C-0181', new Date(at)).reason).toBe(reason);
    expect(act('happen', { key: stock.dynamic, cylinder: 'C-0181', at })[0]?.reason).toBe(reason);
    expect(opens(system, stock.dynamic, 'C-0001', new Date(at)).reason).toBe('no_access');
  });

  it('is not changed by what is recorded for it', () => {
    const { system, keys, act, jobs } = openSandbox();
    keys.setAccess(stock.dynamic, { cylinders: ['C-0181'], cylinder_groups: [] });
    expect(opens(system, stock.dynamic, 'C-0181').reason).toBe('no_access');
    act('update-key', { key: stock.dynamic });
    keys.setTimes(stock.dynamic, { ...anyTime, validity: { mode: 'never' } });
    keys.setAccess(stock.dynamic, { cylinders: [], cylinder_groups: [] });
    keys.setState(stock.dynamic, 'lost');
    jobs.put({ reference: 'block', cylinder: 'C-0181', kind: 'block', key: stock.dynamic });
    expect(opens(system, stock.dynamic, 'C-0181').result).toBe('granted');
  });

  it('ends at a cylinder with the job that blocks it there, not with one that fails', () => {
    const { system, keys, act, jobs, city } = openSandbox();
    keys.setAccess(stock.dynamic, { cylinders: ['C-0181', 'C-0001'], cylinder_groups: [] });
    act('update-key', { key: stock.dynamic });
    jobs.put({ reference: 'block', cylinder: 'C-0181', kind: 'block', key: stock.dynamic });
    const { external_id: job = '' } = city.jobs.withReference('block') ?? {};
    act('fail-job', { job });
    expect(opens(system, stock.dynamic, 'C-0181').result).toBe('granted');
    act('load-job', { job, programming_key: 'PK-02' });
    expect(() => jobs.cancel({ reference: 'block' })).toThrow('carries the job');
    expect(act('do-job', { job })).toMatchObject({ state: 'done', assigned_key: 'PK-02' });
    expect(opens(system, stock.dynamic, 'C-0181').reason).toBe('blocked');
    expect(opens(system, stock.dynamic, 'C-0001').result).toBe('granted');
    expect(city.cylinders.get('C-0181')?.block_list).toEqual({ used: 1, limit: 3_000 });
  });
});

describe('events in a cylinder', () => {
  it('are lost when it is reprogrammed, and the oldest when its ring is full', () => {
    const { system, act, program, city } = openSandbox();
    const inCylinder = () => waitingEvents(system).filter(({ source }) => source === 'cylinder').length;
    act('happen', { key: 'K-0001', cylinder: 'C-0047' });
    program({ cylinder: 'C-0047', kind: 'reprogram', key: null });
    expect([inCylinder(), system.events.total()]).toEqual([0, 240]);
    for (let i = 0; i < 1_002; i++) act('happen', { key: 'K-0001', cylinder: 'C-0047' });
    expect(inCylinder()).toBe(1_000);
    program({ cylinder: 'C-0047', kind: 'fetch_events', key: null });
    expect(system.events.total()).toBe(1_240);
    expect(city.cylinders.get('C-0047')?.event_ring).toEqual({ used: 1_000, limit: 1_000 });
  });
});

describe('what a sandbox really opens, after anything that can happen', () => {
  type Schedule = KeyTimes['schedule'];
  type Step = { kind: number; key: number; door: number; other: number };

  const schedules: Schedule[] = [
    [],
    [{ days: [1, 2, 3], from: '08:00', to: '17:00' }],
    [{ days: [7], from: '20:00', to: '08:00' }],
  ];
  const keyIds = Object.values(stock);
  const profileNames = ['crew', 'night'] as const;
  const people = ['ada', 'bo'] as const;
  const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T; // never empty

  /** Minute by minute, as the words of a schedule say it. */
  function isOpen(schedule: Schedule, at: Date): boolean {
    if (schedule.length === 0) return true;
    const monday = 4 * 24 * 60; // 1970 began on a Thursday
    const minuteOfWeek = (Math.floor(at.getTime() / minuteMs) - monday + 7 * 24 * 60) % (7 * 24 * 60);
    return schedule.some(({ days, from, to }) =>
      days.some((day) => {
        const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
        let [minute, end] = [(day - 1) * 24 * 60 + minutes(from), (day - 1) * 24 * 60 + minutes(to)];
        if (end <= minute) end += 24 * 60;
        for (; minute < end; minute++) if (minute % (7 * 24 * 60) === minuteOfWeek) return true;
        return false;
      }),
    );
  }

  /** A second, naive account of the same hardware. */
  class Model {
    readonly groupOf = new Map<string, string | null>();
    readonly members = new Map<string, Set<string>>(profileNames.map((name) => [name, new Set()]));
    readonly profiles = new Map<string, { doors: string[]; schedule: Schedule }>();
    readonly inactive = new Set<string>();
    readonly holders = new Map<string, string>();
    readonly own = new Map<string, string[]>();
    readonly times = new Map<string, KeyTimes | null>();
    readonly inKey = new Map<
      string,
      { rights: { doors: string[]; schedule: Schedule }[]; times: KeyTimes | null; at: number }
    >();
    readonly inCylinder = new Map<string, { group: string | null; accepts: Set<string>; blocks: Set<string> }>();

    rights(key: string) {
      const holder = this.holders.get(key);
      const theirs = profileNames.filter(
        (name) => holder !== undefined && !this.inactive.has(holder) && this.members.get(name)?.has(holder),
      );
      return [
        ...theirs.flatMap((name) => this.profiles.get(name) ?? []),
        { doors: this.own.get(key) ?? [], schedule: [] },
      ];
    }

    should(key: string, cylinder: string): boolean {
      const group = this.groupOf.get(cylinder);
      return this.rights(key).some(({ doors: all }) => all.some((door) => door === cylinder || door === group));
    }

    opens(key: string, cylinder: string, at: Date): boolean {
      const door = this.inCylinder.get(cylinder);
      if (!door || door.blocks.has(key)) return false;
      const held = this.inKey.get(key);
      const times = held?.times ?? anyTime;
      const { validity, revalidation_minutes: interval, schedule } = times;
      if (validity.mode === 'never') return false;
      if (validity.mode === 'between' && (at < new Date(validity.from) || at >= new Date(validity.until))) return false;
      if (interval !== null && (!held || at.getTime() - held.at >= interval * minuteMs)) return false;
      if (!isOpen(schedule, at)) return false;
      if (key === stock.normal || key === stock.quartz) return door.accepts.has(key);
      const rights = held?.rights ?? [];
      return rights.some(
        (right) => right.doors.some((one) => one === cylinder || one === door.group) && isOpen(right.schedule, at),
      );
    }
  }

  function play(steps: readonly Step[]): void {
    const { system, city, store, keys, act, program } = openSandbox();
    const model = new Model();
    for (const person of people) store.putPerson(person, content);
    for (const door of doors) {
      const group = city.cylinders.get(door)?.group_external_id ?? null;
      model.groupOf.set(door, group);
      model.inCylinder.set(door, { group, accepts: new Set(), blocks: new Set() });
    }
    for (const key of keyIds) {
      keys.setState(key, 'in_stock');
      model.times.set(key, city.keys.get(key)?.times ?? null);
    }
    const doorsOf = (n: number) => [pick(doors, n), pick(['G-01', 'G-02'], n >> 2)];
    for (const step of steps) {
      const [key, cylinder, { other }] = [pick(keyIds, step.key), pick(doors, step.door), step];
      const [profile, person] = [pick(profileNames, step.door), pick(people, other)];
      const door = model.inCylinder.get(cylinder);
      if (!door) throw new Error(`There is no ${cylinder}.`);
      const [at] = [system.clock.now()];
      switch (step.kind) {
        case 0: {
          const [one, group] = doorsOf(other) as [string, string];
          const schedule = pick(schedules, step.key);
          store.putProfile(profile, {
            name: profile,
            description: '',
            cylinders: [one],
            cylinder_groups: [group],
            schedule: schedule.map((window) => ({ ...window, days: [...window.days] })),
          });
          model.profiles.set(profile, { doors: [one, group], schedule });
          break;
        }
        case 1:
          store.changeMembers(profile, { add: [person], remove: [] });
          model.members.get(profile)?.add(person);
          break;
        case 2:
          store.changeMembers(profile, { add: [], remove: [person] });
          model.members.get(profile)?.delete(person);
          break;
        case 3:
          if (other % 2 === 0) store.deactivatePerson(person);
          else store.putPerson(person, content);
          if (other % 2 === 0) model.inactive.add(person);
          else model.inactive.delete(person);
          break;
        case 4:
          if (model.holders.has(key)) {
            keys.takeBack(key);
            model.holders.delete(key);
          } else if (!model.inactive.has(person)) {
            keys.assign(key, { reference: person });
            model.holders.set(key, person);
          }
          break;
        case 5: {
          const [one, group] = doorsOf(other) as [string, string];
          keys.setAccess(key, { cylinders: [one], cylinder_groups: other % 3 === 0 ? [group] : [] });
          model.own.set(key, [one, ...(other % 3 === 0 ? [group] : [])]);
          break;
        }
        case 6: {
          if (key === stock.normal) break;
          const until = new Date(at.getTime() + other * 60 * minuteMs).toISOString();
          const between = { mode: 'between', from: at.toISOString(), until } as const;
          const times: KeyTimes = {
            validity: pick([{ mode: 'always' }, { mode: 'never' }, ...(other > 0 ? [between] : [])], step.door),
            revalidation_minutes: pick([null, 60, 2_880], other),
            schedule: pick(schedules, other),
          };
          keys.setTimes(key, times);
          model.times.set(key, times);
          break;
        }
        case 7:
        case 8:
          act('update-key', { key });
          model.inKey.set(key, { rights: model.rights(key), times: model.times.get(key) ?? null, at: at.getTime() });
          break;
        case 9:
          program({ cylinder, kind: 'block', key });
          door.blocks.add(key);
          break;
        case 10:
          program({ cylinder, kind: 'unblock', key });
          door.blocks.delete(key);
          break;
        case 11:
          program({ cylinder, kind: 'program', key });
          if (model.should(key, cylinder)) door.accepts.add(key);
          else door.accepts.delete(key);
          break;
        case 12:
          program({ cylinder, kind: 'reprogram', key: null });
          door.group = model.groupOf.get(cylinder) ?? null;
          door.accepts = new Set(keyIds.filter((one) => model.should(one, cylinder)));
          break;
        case 13: {
          const group = pick(['G-01', 'G-02', 'none'], other);
          const { external_id: job } = act('move-cylinder', { cylinder, group });
          model.groupOf.set(cylinder, group === 'none' ? null : group);
          if (other % 2 === 0) break;
          act('do-job', { job });
          door.group = model.groupOf.get(cylinder) ?? null;
          break;
        }
        default:
          system.clock.advance(other * 97 * minuteMs);
      }
      for (const one of keyIds) {
        for (const place of doors) {
          const now = system.clock.now();
          const said = { key: one, place, now, opens: opens(system, one, place).result === 'granted' };
          expect(said).toEqual({ ...said, opens: model.opens(one, place, now) });
        }
      }
    }
  }

  it('agrees with a naive account of the same hardware', () => {
    const n = fc.nat({ max: 23 });
    const step = fc.record({ kind: fc.nat({ max: 15 }), key: n, door: n, other: n });
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 120 }), (steps) => play(steps)),
      { numRuns: 40, seed: 28 },
    );
  });
});
