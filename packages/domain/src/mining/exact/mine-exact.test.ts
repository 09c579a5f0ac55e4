import { expect, test } from 'vitest';
import { runToEnd } from '../../run-to-end';
import { type AccessRelation, relationOfRows, rowOf } from '../access-relation';
import { grantedBy } from '../testing/granted';
import { someInput } from '../testing/mining-input';
import { plantedRelation } from '../testing/planted';
import { mineExact } from './mine-exact';
import type { GrantPair, MinedProfiles } from './mined-profiles';

const planted = plantedRelation({
  profiles: 30,
  people: 150,
  cylinders: 100,
  maxCylinders: 12,
  maxProfiles: 4,
  seed: 3,
});

const mine = (relation: AccessRelation, seed = 1): MinedProfiles => runToEnd(mineExact(relation, { seed }));

const isGranted = (person: number, cylinder: number) => rowOf(planted, person).includes(cylinder);

/** Pairs of grants of `planted` that one profile could hold. */
const fittingPairs = (grants: readonly GrantPair[]) =>
  grants.flatMap(([person, cylinder], n) =>
    grants.slice(n + 1).filter((other) => isGranted(person, other[1]) && isGranted(other[0], cylinder)),
  );

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

test('finds as many profiles as were planted, proves that fewer are impossible, and changes no access', () => {
  const { profiles, lowerBound, proof } = mine(planted);
  expect([profiles.length, lowerBound, proof.grants.length]).toEqual([30, 30, 30]);
  expect(grantedBy(profiles, planted)).toEqual(planted);
});

test('finds the same with the same seed', () => {
  expect(mine(planted, 7)).toEqual(mine(planted, 7));
});

test('has an exact cover whenever it is stopped, and never claims more than it has', () => {
  const steps = mineExact(planted, { seed: 2 });
  const phases = new Set<string>();
  let [pauses, bound] = [0, 0];
  for (let step = steps.next(); !step.done; step = steps.next()) {
    const { phase, profiles, lowerBound, cover, proof } = step.value;
    expect(lowerBound).toBeGreaterThanOrEqual(bound);
    bound = lowerBound;
    if (phases.has(phase) && ++pauses % 10 > 0) continue; // each first one, and some of the others
    phases.add(phase);
    const blocks = cover();
    expect(blocks).toHaveLength(profiles);
    expect(grantedBy(blocks, planted)).toEqual(planted);
    const { grants, core } = proof();
    expect(grants.length + (core?.profiles ?? 0)).toBe(lowerBound);
    expect(fittingPairs(grants)).toEqual([]);
  }
  expect([...phases]).toEqual(['reduce', 'cover', 'tighten']);
});

test.each<{ name: string; rows: number[][]; cylinders: number; minimum: number }>([
  { name: 'nobody', rows: [], cylinders: 0, minimum: 0 },
  { name: 'people without any access', rows: [[], []], cylinders: 3, minimum: 0 },
  { name: 'one person', rows: [[0, 1, 2]], cylinders: 3, minimum: 1 },
  { name: 'everybody everything, over a word of bits', rows: upTo(40).map(() => upTo(65)), cylinders: 65, minimum: 1 },
  { name: 'everybody a cylinder of their own', rows: upTo(65).map((at) => [at]), cylinders: 65, minimum: 65 },
  { name: 'stairs of 33 cylinders', rows: upTo(33).map((at) => upTo(at + 1)), cylinders: 33, minimum: 33 },
])('mines $name', ({ rows, cylinders, minimum }) => {
  const relation = relationOfRows(cylinders, rows);
  const { profiles, lowerBound } = mine(relation);
  expect([profiles.length, lowerBound]).toEqual([minimum, minimum]);
  expect(grantedBy(profiles, relation)).toEqual(relation);
});

// A person lacks a cylinder when all its profiles do: with k profiles at most as many people as k has halves can differ.
test.each([
  { people: 4, minimum: 4 },
  { people: 6, minimum: 4 },
  { people: 7, minimum: 5 },
])('proves by trying all divisions that $people people, each without one cylinder, need $minimum profiles', (lacking) => {
  const relation = eachWithoutOne(lacking.people);
  const { profiles, lowerBound, proof } = mine(relation);
  expect([profiles.length, lowerBound]).toEqual([lacking.minimum, lacking.minimum]);
  expect(proof.core?.profiles).toBe(lacking.minimum);
});

test('needs few profiles for many people, each without one cylinder', () => {
  const relation = eachWithoutOne(14);
  const { profiles } = mine(relation);
  expect(profiles.length).toBeLessThan(8); // 6 are enough
  expect(grantedBy(profiles, relation)).toEqual(relation);
});

const eachWithoutOne = (count: number) =>
  relationOfRows(
    count,
    upTo(count).map((own) => upTo(count).filter((cylinder) => cylinder !== own)),
  );

const linksOf = ({ profiles }: MinedProfiles) =>
  profiles.reduce((sum, { people, cylinders }) => sum + people.length + cylinders.length, 0);

test('needs fewer links than maximal profiles would', () => {
  // Everybody has the first two cylinders, and each team of three one more: no team has to be listed with the doors of all.
  const relation = relationOfRows(
    6,
    upTo(12).map((person) => [0, 1, 2 + Math.floor(person / 3)]),
  );
  const mined = mine(relation);
  expect([mined.profiles.length, linksOf(mined)]).toEqual([4, 24]);
});

test('looks for fewer links only where these are wanted', () => {
  const { relation } = someInput(1);
  const untightened = runToEnd(mineExact(relation, { seed: 1, aim: 'profiles' }));
  expect(linksOf(untightened)).toBeGreaterThan(linksOf(mine(relation)));
  expect(grantedBy(untightened.profiles, relation)).toEqual(relation);
});

test.each(['profiles', 'bound'] as const)('with the aim %s has the same bound and changes no access', (aim) => {
  const { profiles, lowerBound, proof } = runToEnd(mineExact(planted, { seed: 1, aim }));
  expect([lowerBound, proof.grants.length]).toEqual([30, 30]);
  expect(grantedBy(profiles, planted)).toEqual(planted);
});
