import type { RuleObject } from '@key2xs/contract';
import type { AccessFacts, PersonFacts, RuleFacts } from '../src/index';
import { aPerson, aPlan, aRule, aWindow, cylinder, department, group, jobTitle, location } from './plans';
import { zones } from './some-access';

export const cylinderCount = 10_000;

/**
 * 50,000 people with 200 titles in 60 departments; 10,000 cylinders in 800 groups, on 100 floors of 10 houses; 600 rules in
 * 5 plans, each in its own time zone. A third of the rules has hours.
 */
export function aLargeHouse(people = 50_000) {
  const plans = range(5, (p) => {
    const rules = range(120, (r) => ruleOf(p * 120 + r));
    return aPlan(rules, { id: `plan${p}`, name: `Plan ${p}`, time_zone: zones[p] ?? 'UTC' });
  });
  return {
    plans,
    rules: plans.flatMap((plan) => plan.rules),
    people: manyPersons(people),
    cylinders: range(cylinderCount, (c) => {
      return { id: `c${c}`, group_id: `g${c % 800}`, location_id: `floor${Math.floor(c / 100)}` };
    }),
    locations: [
      ...range(10, (h) => ({
        id: `house${h}`,
        parent_id: null,
        time_zone: h % 2 === 0 ? (zones[h / 2] ?? null) : null,
      })),
      ...range(100, (f) => ({ id: `floor${f}`, parent_id: `house${Math.floor(f / 10)}`, time_zone: null })),
    ],
    profiles: range(100, (f) => ({
      id: `f${f}`,
      cylinder_ids: range(10, (c) => `c${(f * 97 + c) % cylinderCount}`),
      cylinder_group_ids: [`g${f}`, `g${f + 100}`],
    })),
  } satisfies AccessFacts;
}

export function manyPersons(count: number) {
  return range(count, (i) =>
    aPerson({
      id: `p${i}`,
      department: `Department of ${(i * 7) % 60}`,
      job_title: `JOB TITLE ${((i * 13) ^ (i >> 3)) % 200} (SENIOR)`,
      display_name: `Given${i} Family${i}`,
    }),
  );
}

function ruleOf(r: number): RuleFacts {
  const hours = [aWindow(), aWindow({ days: [6], to: '12:00' })];
  return aRule({ id: `r${r}`, ...subjectsOf(r), objects: objectsOf(r), time_restrictions: r % 3 === 0 ? hours : [] });
}

/** A tenth matches whole departments, a third titles in one department, the rest a few titles. */
function subjectsOf(r: number): Pick<RuleFacts, 'subjects' | 'subject_match'> {
  const titles = range(2, (t) => jobTitle(`Job title ${(r * 4 + t * 97) % 200} (senior)`));
  if (r % 10 === 0) return { subject_match: 'any', subjects: [department(`department of ${(r / 10) % 60}`)] };
  if (r % 3 !== 0) return { subject_match: 'any', subjects: titles };
  return { subject_match: 'all', subjects: [department(`department of ${r % 60}`), ...titles.slice(0, 1)] };
}

function objectsOf(r: number): RuleObject[] {
  const named = [cylinder(`c${(r * 31) % cylinderCount}`), group(`g${r % 800}`), group(`g${(r * 7) % 800}`)];
  if (r % 4 === 0) return [...named, { object_type: 'access_profile', object_identifier: `f${r % 100}` }];
  return r % 4 === 1 ? [...named, location(`floor${r % 100}`)] : named;
}

export type LargeHouse = { people: PersonFacts[] } & Omit<ReturnType<typeof aLargeHouse>, 'people'>;

function range<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}
