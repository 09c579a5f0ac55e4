import type { RuleObject, RuleSubject, TimeRestriction } from '@key2xs/contract';
import fc from 'fast-check';
import type { CylinderFacts, LocationFacts, PersonFacts, PlanFacts, ProfileFacts, RuleFacts } from '../src/index';
import { type ListedFacts, noSuchZone } from './naive-access';

// Few distinct values, so that people, rules, groups and places overlap often.
const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);
export const personIds = ids('p', 6);
export const cylinderIds = ids('c', 8);
const sourceIds = ['hr', 'contractors'];
const groupIds = ids('g', 3);
const locationIds = ids('l', 5);
const profileIds = ids('f', 3);
const planIds = ids('plan', 3);
const memberIds = ['on-call', 'On-Call', 'night'];
const departments = ['Surgery', ' SURGERY ', 'Straße', 'STRASSE', 'Pharmacy', ''];
const titles = ['Nurse', 'nurse', 'Porter'];
/** Five zones with daylight saving, one of them by half an hour, and one that does not exist. */
export const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
];
const anyZone = fc.constantFrom('UTC', ...zones, noSuchZone);

const one = fc.constantFrom<string[]>;
const mostly = fc.nat({ max: 4 }).map((n) => n > 0);
const oneOf = (type: RuleObject['object_type'], of: readonly string[]): fc.Arbitrary<RuleObject> =>
  one(...of).map((object_identifier) => ({ object_type: type, object_identifier }));
const subject = (type: RuleSubject['subject_type'], of: readonly string[]): fc.Arbitrary<RuleSubject> =>
  one(...of).map((subject_identifier) => ({ subject_type: type, subject_identifier }));

const somePerson = (id: string): fc.Arbitrary<PersonFacts> =>
  fc.record({
    id: fc.constant(id),
    connection_id: one(...sourceIds),
    active: mostly,
    department: fc.option(one(...departments)),
    job_title: fc.option(one(...titles)),
    group_ids: fc.array(one(...memberIds), { maxLength: 3 }),
  });
const someCylinder = (id: string): fc.Arbitrary<CylinderFacts> =>
  fc.record({
    id: fc.constant(id),
    group_id: fc.option(one(...groupIds)),
    location_id: fc.option(one(...locationIds, 'gone')),
  });
/** Random parents, including cycles and missing places. */
const someLocation = (id: string): fc.Arbitrary<LocationFacts> =>
  fc.record({ id: fc.constant(id), parent_id: fc.option(one(...locationIds, 'gone')), time_zone: fc.option(anyZone) });
const someProfile = (id: string): fc.Arbitrary<ProfileFacts> =>
  fc.record({
    id: fc.constant(id),
    cylinder_ids: fc.array(one(...cylinderIds, 'gone'), { maxLength: 3 }),
    cylinder_group_ids: fc.array(one(...groupIds), { maxLength: 2 }),
  });
const somePlan = (id: string): fc.Arbitrary<PlanFacts> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(`Plan ${id}`),
    is_active: mostly,
    time_zone: anyZone,
    iam_connection_ids: fc.oneof({ weight: 4, arbitrary: fc.constant(sourceIds) }, fc.subarray(sourceIds)),
  });

/** Moments in 2025, half of them within a day of a change of some clock. */
export const someInstant = fc
  .oneof(
    fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2025, 11, 31) }),
    fc
      .tuple(
        fc.constantFrom(
          ...['02-23', '03-09', '03-30', '04-06', '09-07', '10-05', '10-26', '11-02'].map((d) => `2025-${d}`),
        ),
        fc.integer({ min: -86_400_000, max: 86_400_000 }),
      )
      .map(([day, off]) => Date.parse(`${day}T02:00:00Z`) + off),
  )
  .map((epochMs) => new Date(epochMs));
const someTime = one('00:00', '02:00', '02:30', '06:00', '18:00', '22:00');
export const someWindow: fc.Arbitrary<TimeRestriction> = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  from: someTime,
  to: fc.oneof(someTime, fc.constant('24:00')),
  valid_from: fc.option(someInstant.map((date) => date.toISOString())),
  valid_until: fc.option(someInstant.map((date) => date.toISOString())),
});
export const someRule = (id: string): fc.Arbitrary<RuleFacts> =>
  fc.record({
    id: fc.constant(id),
    keyplan_id: fc.oneof({ weight: 9, arbitrary: one(...planIds) }, fc.constant('gone')),
    name: fc.constant(`Rule ${id}`),
    is_active: mostly,
    subject_match: fc.constantFrom('any' as const, 'all' as const),
    subjects: fc.array(
      fc.oneof(
        subject('department', departments),
        subject('job_title', titles),
        subject('group', memberIds),
        subject('user', [...personIds, 'gone']),
      ),
      { maxLength: 3, size: 'max' },
    ),
    objects: fc.array(
      fc.oneof(
        oneOf('cylinder', [...cylinderIds, 'gone']),
        oneOf('cylinder_group', [...groupIds, 'gone']),
        oneOf('location', [...locationIds, 'gone']),
        oneOf('access_profile', [...profileIds, 'gone']),
      ),
      { maxLength: 4, size: 'max' },
    ),
    time_restrictions: fc.array(someWindow, { maxLength: 2 }),
  });

/** Most of the things with these ids, each made by `make`. */
const some = <T>(of: readonly string[], make: (id: string) => fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc
    .tuple(...of.map((id) => fc.option(make(id), { freq: 8 })))
    .map((made) => made.flatMap((one) => (one === null ? [] : [one])));

export const someFacts: fc.Arbitrary<ListedFacts> = fc.record({
  people: some(personIds, somePerson),
  cylinders: some(cylinderIds, someCylinder),
  locations: some(locationIds, someLocation),
  profiles: some(profileIds, someProfile),
  plans: some(planIds, somePlan),
  rules: some(ids('r', 9), someRule),
});
