import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyPlan } from '../../../../../tools/lib/verify-plan/verify-plan.mjs';
import { runToEnd } from '../../run-to-end';
import { mineExact } from '../exact/mine-exact';
import { plantedRelation } from '../testing/planted';
import { type MinedPlanFile, minedPlanFile } from './mined-plan-file';

const relation = plantedRelation({
  profiles: 12,
  people: 40,
  cylinders: 30,
  maxCylinders: 6,
  maxProfiles: 3,
  seed: 5,
});

function rightFile(): MinedPlanFile {
  const { profiles, proof } = runToEnd(mineExact(relation, { seed: 1 }));
  return minedPlanFile({
    people: Array.from({ length: relation.people }, (_, at) => `Jürgen ${at}`),
    cylinders: Array.from({ length: relation.cylinders }, (_, at) => `Tür-${at}`),
    relation,
    profiles: profiles.map((profile, at) => ({ id: `profile ${at}`, ...profile })),
    proof,
  });
}

/** Each makes a right file wrong, whichever part `n` chooses. */
const attacks: Record<string, (file: MinedPlanFile, n: number) => void> = {
  'a person taken out of a profile': ({ profiles }, n) => profiles[n % profiles.length]?.people.splice(0),
  'a cylinder more than someone of the profile has': ({ profiles, rights, cylinders }, n) => {
    const profile = profiles[n % profiles.length];
    const person = profile?.people[0] ?? 0;
    const more = cylinders.findIndex((_, at) => !rights[person]?.includes(at));
    profile?.cylinders.push(more);
    profile?.cylinders.sort((one, other) => one - other);
  },
  'a right that is gone from the input': ({ rights }, n) => rights[n % rights.length]?.pop(),
  'a profile left out': ({ profiles }, n) => profiles.splice(n % profiles.length, 1),
  'a higher bound': (file) => file.lower_bound.profiles++,
  'a lower bound than proven': (file) => file.lower_bound.profiles--,
  'a right twice in the certificate': ({ lower_bound: { grants } }, n) => {
    const at = n % (grants.people.length - 1);
    grants.people[at + 1] = grants.people[at] ?? 0;
    grants.cylinders[at + 1] = grants.cylinders[at] ?? 0;
  },
  'a core that needs fewer profiles': (file) => {
    file.lower_bound.core = {
      profiles: 2,
      people: file.lower_bound.grants.people.splice(0, 1),
      cylinders: file.lower_bound.grants.cylinders.splice(0, 1),
    };
    file.lower_bound.profiles++;
  },
  'a right that is single and in a profile': ({ singles, rights }, n) => {
    const person = rights.findIndex((row, at) => at >= n % 20 && row.length > 0);
    singles.people.push(person);
    singles.cylinders.push(rights[person]?.[0] ?? 0);
  },
  'an addition no one gets': ({ additions, rights, cylinders }, n) => {
    const person = n % rights.length;
    additions.people.push(person);
    additions.cylinders.push(cylinders.findIndex((_, at) => !rights[person]?.includes(at)));
  },
  'a position that does not exist': ({ profiles, cylinders }, n) =>
    profiles[n % profiles.length]?.cylinders.push(cylinders.length),
  'an id twice': ({ people }) => people.push(...people.splice(1, 1, people[0] ?? '')),
};

test('accepts what was mined, and says what it checked', () => {
  const { failures, report } = verifyPlan(JSON.stringify(rightFile()));
  expect(failures).toEqual([]);
  expect(report).toEqual([
    `40 people, 30 cylinders, ${relation.list.length} rights.`,
    'No one gains a right.',
    'No one loses a right.',
    `Sum: ${relation.list.length} by 12 profiles and 0 rules, 0 single, 0 on request, 0 removed; together ${relation.list.length}.`,
    'Lower bound: 12 rights no two of which fit into one profile. So at least 12 are needed.',
    'Fewer than 12 is impossible.',
  ]);
});

test('accepts rights that are given, ended and kept outside of profiles as approved', () => {
  const file = minedPlanFile({
    people: ['a', 'b', 'c'],
    cylinders: ['1', '2', '3'],
    relation: { people: 3, cylinders: 3, start: Int32Array.of(0, 2, 3, 5), list: Int32Array.of(0, 1, 0, 1, 2) },
    profiles: [],
    rules: [{ id: 'rule', people: Int32Array.of(0, 1), cylinders: Int32Array.of(0, 1) }],
    singles: { people: [2], cylinders: [1] },
    requestOnly: { people: [], cylinders: [] },
    additions: { people: [1], cylinders: [1] },
    removals: { people: [2], cylinders: [2] },
    proof: { grants: [[0, 0]] },
  });
  expect(verifyPlan(JSON.stringify(file))).toMatchObject({ failures: [] });
  expect(verifyPlan(JSON.stringify({ ...file, additions: { people: [], cylinders: [] } })).failures).toEqual([
    'The right of b at 2 is gained, and that was not approved.',
  ]);
  expect(verifyPlan(JSON.stringify({ ...file, removals: { people: [], cylinders: [] } })).failures).toEqual([
    'The right of c at 3 is lost, and that was not approved.',
    'Of 5 rights only 4 end in exactly one place.',
  ]);
});

test('redoes the proof of a core', () => {
  // Six people, each without one of six cylinders: of no four rights all pairs are apart, yet four profiles are needed.
  const rows = Array.from({ length: 6 }, (_, own) =>
    Array.from({ length: 6 }, (_, at) => at).filter((at) => at !== own),
  );
  const cells = rows.flatMap((row, person) => row.map((cylinder) => [person, cylinder] as [number, number]));
  const halves = [
    [0, 1, 2],
    [0, 3, 4],
    [1, 3, 5],
    [2, 4, 5],
  ]; // each person is out of two, in two others
  const file = minedPlanFile({
    people: rows.map((_, at) => `p${at}`),
    cylinders: rows.map((_, at) => `c${at}`),
    relation: {
      people: 6,
      cylinders: 6,
      start: Int32Array.from({ length: 7 }, (_, at) => 5 * at),
      list: Int32Array.from(rows.flat()),
    },
    profiles: halves.map((half, at) => ({
      id: `${at}`,
      people: Int32Array.from(half),
      cylinders: Int32Array.from([0, 1, 2, 3, 4, 5].filter((cylinder) => !half.includes(cylinder))),
    })),
    proof: { grants: [], core: { grants: cells, profiles: 4 } },
  });
  expect(verifyPlan(JSON.stringify(file)).failures).toEqual([]);
});

test('refuses a file that was changed anywhere', () => {
  const text = JSON.stringify(rightFile());
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(attacks)), fc.nat(1_000), (name, n) => {
      const file: MinedPlanFile = JSON.parse(text);
      attacks[name]?.(file, n);
      expect(verifyPlan(JSON.stringify(file)).failures, name).not.toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['', 'It is not JSON'],
  ['[]', 'It is not a mined plan'],
  ['{"format":"key2xs-mined-plan","version":2}', 'Version 2 is not known'],
])('refuses %j', (text, sentence) => {
  expect(verifyPlan(text).failures).toEqual([expect.stringContaining(sentence)]);
});

test('shares no code with what it checks', () => {
  const folder = new URL('../../../../../tools/', import.meta.url);
  const files = [
    'verify-plan.mjs',
    ...readdirSync(new URL('lib/verify-plan/', folder)).map((name) => `lib/verify-plan/${name}`),
  ].filter((name) => name.endsWith('.mjs'));
  const imported = files.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
      (match) => match[1] ?? '',
    ),
  );
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter((from) => !/^(node:|\.\/)/.test(from))).toEqual([]);
});
