import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** Tables of which readers with a scope see a part: read through the relation of their feature (`relation.ts`). */
const scoped = [
  'access_event',
  'cylinder',
  'door',
  'key',
  'key_system_cylinder',
  'location',
  'person',
  'recorded_drift',
  'work_item',
] as const;
type Scoped = (typeof scoped)[number];

/** Features that keep a table, for everybody: an import, a reading of a key system, the tree of places. */
const keepers: Record<Scoped, readonly string[]> = {
  access_event: ['recorded'],
  cylinder: ['recorded'],
  door: ['doors'],
  key: ['recorded'],
  key_system_cylinder: ['doors', 'recorded'],
  location: ['locations'],
  person: ['iam'],
  recorded_drift: ['recorded'],
  work_item: ['work-list'],
};

const kept = 'names of what the index of the reader has answered, and of the places above it';
const whole = 'makes what everybody is answered from, before anybody asks';
const write = 'checks a write against all that there is, seen or not';
const superAdmins = 'only callers without a scope may see any of it';
const narrowing = 'narrows the places of a token to those of its owner';

/** Who else names one of them, and why. */
const others: Record<string, string> = {
  'features/access/as-of/as-of-source.ts': kept,
  'features/access/as-of/recorded-then.ts':
    'what was recorded, of people and doors that the index of the reader has answered',
  'features/access/live/descriptions.ts': kept,
  'features/access/live/load-facts.ts': whole,
  'features/access/queries.ts': kept,
  'features/api-tokens/check-token.ts': narrowing,
  'features/change-sets/base.ts': whole,
  'features/change-sets/effect-sources.ts': superAdmins,
  'features/change-sets/save-effect.ts': whole,
  'features/cylinders/manage-cylinder.ts': write,
  'features/cylinders/own-words.ts': write,
  'features/drift/accept.ts': 'locks what is read again as far as its reader may see it',
  'features/effective-access/held-past.ts': whole,
  'features/effective-access/opened-then.ts':
    'what keys opened, of people and doors that the index of the reader has answered',
  'features/generator/findings/finding-source.ts':
    'who answers for a finding, by name; the generator is for those who see the whole installation',
  'features/plan-views/check/check-plan.ts': 'how well places are protected, by id',
  'features/plans/parts/hide-parts.ts': 'places that rules name: those above the reader’s may be shown',
  'features/plans/parts/name-objects.ts': 'places that rules name: those above the reader’s may be shown',
  'features/plans/parts/reach-beyond.ts': write,
  'features/plans/parts/rule-queries.ts': 'names of parts that are shown, and checks of a write',
  'features/plans/effect/effect-queries.ts': 'names and protection of places, by id',
  'features/key-systems/queries.ts': write,
  'features/key-times/key-classes.ts': superAdmins,
  'features/key-times/zones.ts': 'the time zone of a whole system, without a place',
  'features/locations/differences.ts': whole,
  'features/locations/import/import-locations.ts': write,
  'features/locations/merge.ts': write,
  'features/locking-plans/queries.ts': superAdmins,
  'features/overview/search.ts': 'the name of the place above one that was found',
  'features/privacy/erasure/blockers.ts': superAdmins,
  'features/privacy/erasure/erase-person.ts': superAdmins,
  'features/privacy/erasure/traces.ts': superAdmins,
  'features/privacy/erasure/write-erasure.ts': superAdmins,
  'features/privacy/held-parts.ts': superAdmins,
  'features/privacy/hide-others.ts': superAdmins,
  'features/privacy/retention.ts': superAdmins,
  'features/reports/definitions/access-reports.ts': kept,
  'features/standing/service.ts':
    'how key systems stand, which is measured over all people and not shown within a scope',
  'features/sync/explain-people.ts': whole,
  'features/sync/queries.ts': whole,
  'features/work-list/describe/door-names.ts': whole,
  'platform/manager-names.ts': superAdmins,
  'platform/sign-in/token-actors.ts': narrowing,
};

const source = import.meta.dirname;

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/ \/\/ .*$/gm, '');

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .sort()
  .map((name) => ({
    path: relative(source, join(source, name)),
    text: withoutComments(readFileSync(join(source, name), 'utf8')),
  }));

const named = new RegExp(
  `(?:(?:From|Join|Into|Table|table)\\(\\s*'|\\b(?:from|join|into|update|using)\\s+)(${scoped.join('|')})\\b(?!\\()`,
  'g',
);

/** The scoped tables that a text names as tables, in SQL or for Kysely. */
const tablesIn = (text: string): Scoped[] => [...text.matchAll(named)].map(([, table]) => table as Scoped); // one of them

test('people, doors, keys, places and events are read as far as the reader may see them', () => {
  const raw = files.flatMap(({ path, text }) => {
    if (path.endsWith('/relation.ts') || path.endsWith('/tree-sql.ts')) return [];
    const feature = /^features\/([^/]+)\//.exec(path)?.[1] ?? '';
    const foreign = tablesIn(text).filter((table) => !keepers[table].includes(feature));
    return foreign.length > 0 ? [path] : [];
  });
  expect(raw).toEqual(Object.keys(others).sort());
});

test('the check sees every way to name a table', () => {
  const ways = [
    "db.selectFrom('person')",
    "db.selectFrom('person as one')",
    ".leftJoin('key', 'key.id', 'x')",
    ".innerJoin('cylinder as door', (join) =>",
    "db.updateTable('location')",
    'select count(*) from person where true',
    'from x join\n  access_event as event on true',
    "sql.table('cylinder')",
  ];
  expect(ways.map((way) => tablesIn(way).length)).toEqual(ways.map(() => 1));
  const none = [
    "select('person.id')",
    'from cylinder_group where',
    "from('persons')",
    'from key_plan',
    'join person_group',
  ];
  expect(none.flatMap(tablesIn)).toEqual([]);
});
