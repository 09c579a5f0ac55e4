import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutesOfWeek } from '../access/hours/wall-clock';
import { hasBit } from '../access/indexing/bits';
import type { KeySystemProfile, WeeklyWindow } from './key-system-state';
import { mergeSchedules, type WantedProfile } from './merge-schedules';
import { referenceStart } from './merged-reference';
import { minutesOfSchedule, nameOfSchedule, scheduleOfMinutes } from './schedules';

const someWindow: fc.Arbitrary<WeeklyWindow> = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  from: fc.constantFrom('00:00', '06:00', '08:30', '17:00', '22:00'),
  to: fc.constantFrom('06:00', '12:00', '18:00', '24:00'),
});
const someSchedule = fc.array(someWindow, { maxLength: 3 });
const idOf = (n: number) => `01900000-000${n}-7000-8000-000000000001`;

const someWanted: fc.Arbitrary<WantedProfile[]> = fc
  .array(fc.record({ schedule: someSchedule, members: fc.subarray(['p1', 'p2', 'p3', 'p4']) }), { maxLength: 4 })
  .map((rules) =>
    rules.map(({ schedule, members }, n) => ({ profile: aProfile(n, schedule), members: new Set(members) })),
  );

const aProfile = (n: number, schedule: readonly WeeklyWindow[]): KeySystemProfile => ({
  reference: idOf(n),
  name: `Plan / Rule ${n}`,
  description: '',
  cylinders: [`C-${n}`],
  cylinder_groups: [],
  schedule,
});

/** Minute by minute, as in the design: what all rules of a person allow, or any of them. */
function openMinutes(schedules: readonly (readonly WeeklyWindow[])[], policy: 'union' | 'intersection'): number[] {
  const all = schedules.map(minutesOfSchedule);
  return Array.from({ length: minutesOfWeek }, (_, minute) => minute).filter((minute) => {
    const open = all.map((bits) => hasBit(bits, minute));
    return policy === 'union' ? open.some(Boolean) : open.every(Boolean);
  });
}

const minutesIn = (schedule: readonly WeeklyWindow[]) => openMinutes([schedule], 'union');

describe('mergeSchedules', () => {
  it('gives each person one schedule, that of all their rules together, and each of their doors', () => {
    const somePolicy = fc.constantFrom('union' as const, 'intersection' as const);
    fc.assert(
      fc.property(someWanted, somePolicy, (wanted, policy) => {
        const merged = mergeSchedules(wanted, policy);
        for (const person of ['p1', 'p2', 'p3', 'p4']) {
          const before = wanted.filter(({ members }) => members.has(person));
          const after = merged.filter(({ members }) => members.has(person));
          const expected = openMinutes(
            before.map(({ profile }) => profile.schedule),
            policy,
          );
          if (before.length === 0 || expected.length === 0) {
            expect(after).toEqual([]);
            continue;
          }
          for (const { profile } of after) expect(minutesIn(profile.schedule)).toEqual(expected);
          const doors = (some: readonly WantedProfile[]) => some.flatMap(({ profile }) => profile.cylinders).sort();
          expect(doors(after)).toEqual(doors(before));
        }
        const references = merged.map(({ profile }) => profile.reference);
        expect(new Set(references).size).toBe(references.length);
      }),
      { numRuns: 100 },
    );
  });

  it('makes no unnecessary profile, and the same ones every time', () => {
    const office = [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }];
    const early = [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '12:00' }];
    const wanted = [
      { profile: aProfile(1, office), members: new Set(['p1', 'p2']) },
      { profile: aProfile(2, early), members: new Set(['p2']) },
    ];
    const merged = mergeSchedules(wanted, 'union');
    const actual = merged.map(({ profile, members }) => [profile.name, [...members]]);
    expect(actual).toEqual([
      ['Plan / Rule 1', ['p1']],
      ['Plan / Rule 2', []],
      ['Plan / Rule 1 (Mon-Fri 06:00-18:00)', ['p2']],
      ['Plan / Rule 2 (Mon-Fri 06:00-18:00)', ['p2']],
    ]);
    expect(mergeSchedules(wanted, 'union')).toEqual(merged);
    const [, , third] = merged;
    expect(referenceStart(third?.profile.reference ?? '')).toBe(referenceStart(idOf(1)));
    expect(third?.profile.reference).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('scheduleOfMinutes', () => {
  it('round-trips the minutes', () => {
    fc.assert(
      fc.property(someSchedule, (schedule) => {
        const minutes = minutesOfSchedule(schedule);
        const actual = scheduleOfMinutes(minutes);
        expect(actual && [...minutesOfSchedule(actual)]).toEqual([...minutes]);
      }),
      { numRuns: 100 },
    );
  });

  it('has a readable name', () => {
    const schedule = [
      { days: [1, 2, 3, 5], from: '06:00', to: '12:00' },
      { days: [7], from: '08:00', to: '24:00' },
    ];
    expect(nameOfSchedule(schedule)).toBe('Mon-Wed, Fri 06:00-12:00, Sun 08:00-24:00');
  });
});
