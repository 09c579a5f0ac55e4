import { anInventory, aPerson, aPlan, aRule, aWindow, cylinder, department, group, jobTitle, profile } from './plans';

/** 600 rules over 10,000 cylinders in 200 groups and 100 profiles; 1,120 titles and 36 departments, as a city has them. */
export function aLargeHouse() {
  const groups = Object.fromEntries(range(200, (g) => [`g${g}`, range(50, (c) => `c${g * 50 + c}`)]));
  const profiles = Object.fromEntries(
    range(100, (f) => {
      const content: [string[], string[]] = [range(10, (c) => `c${(f * 97 + c) % 10_000}`), [`g${f}`, `g${f + 100}`]];
      return [`f${f}`, content];
    }),
  );
  const rules = range(600, (r) =>
    aRule({
      id: `r${r}`,
      ...subjectsOf(r),
      objects: [cylinder(`c${(r * 31) % 10_000}`), group(`g${r % 200}`), profile(`f${r % 100}`)],
      time_restrictions: r % 2 === 0 ? [] : [aWindow(), aWindow({ days: [6], to: '12:00' })],
    }),
  );
  return { plans: [aPlan(rules)], inventory: anInventory({ groups, profiles }) };
}

export function manyPersons(count: number) {
  return range(count, (i) =>
    aPerson({
      id: `p${i}`,
      department: `Department of ${(i * 7) % 36}`,
      job_title: `JOB TITLE ${(i * 13) % 1_120} (SENIOR)`,
      display_name: `Given${i} Family${i}`,
    }),
  );
}

/** A tenth speaks of whole departments, a third of titles in one department, the rest of a few titles. */
function subjectsOf(r: number) {
  const titles = range(4, (t) => jobTitle(`Job title ${(r * 4 + t * 280) % 1_120} (senior)`));
  if (r % 10 === 0) return { subjects: [department(`department of ${(r / 10) % 36}`)] };
  if (r % 3 !== 0) return { subjects: titles };
  return { subject_match: 'all' as const, subjects: [department(`department of ${r % 36}`), ...titles.slice(0, 1)] };
}

function range<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}
