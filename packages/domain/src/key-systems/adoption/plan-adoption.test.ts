import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DesiredKeySystem, KeySystemPerson, KeySystemProfile, RecordedKeySystem } from '../key-system-state';
import { planKeySystem } from '../plan-key-system';
import { leaveAsAdopted, personTexts, profileTexts } from './leave-as-adopted';
import { planAdoption, type Unreferenced, type UnreferencedProfile, withAdopted } from './plan-adoption';
import type { UnreferencedPerson } from './same-person';

const doors = new Map<string, string | null>([
  ['C1', 'G'],
  ['C2', 'G'],
  ['C3', null],
]);
const nothing: RecordedKeySystem = { persons: [], profiles: [], members: new Map() };

const person = (reference: string): KeySystemPerson => ({
  reference,
  first_name: 'Ida',
  surname: `Of ${reference}`,
  email: `${reference}@acme.test`,
  employee_id: `N-${reference}`,
});
const there = (reference: string, fields: Partial<UnreferencedPerson> = {}): UnreferencedPerson => {
  const { reference: _, ...rest } = person(reference);
  return { ...rest, email: null, identity: `P-${reference}`, active: true, ...fields };
};
const profile = (reference: string, fields: Partial<KeySystemProfile> = {}): KeySystemProfile => ({
  reference,
  name: `House / ${reference}`,
  description: 'ours',
  cylinders: ['C1', 'C2'],
  cylinder_groups: [],
  schedule: [],
  ...fields,
});
const handmade = (name: string, people: string[], fields: Partial<UnreferencedProfile> = {}): UnreferencedProfile => ({
  identity: `A-${name}`,
  name,
  description: 'theirs',
  cylinders: [],
  cylinder_groups: ['G'],
  schedule: [],
  members: [],
  other_members: people.map((one) => `P-${one}`),
  ...fields,
});

function desire(members: Record<string, string[]>, profiles = Object.keys(members).map((name) => profile(name))) {
  const people = [...new Set(Object.values(members).flat())].map(person);
  const byProfile = new Map(Object.entries(members).map(([name, some]) => [name, new Set(some)]));
  return { persons: people, profiles, members: byProfile };
}

const adopt = (desired: DesiredKeySystem, unreferenced: Unreferenced, recorded = nothing) =>
  planAdoption({ desired, recorded }, unreferenced, doors);

const pairsOf = (desired: DesiredKeySystem, unreferenced: Unreferenced) =>
  Object.fromEntries(adopt(desired, unreferenced).profiles.map(({ reference, record }) => [reference, record.name]));

/** What is left to write once all that can be is adopted. */
function itemsAfter(desired: DesiredKeySystem, unreferenced: Unreferenced) {
  const adoption = adopt(desired, unreferenced);
  const recorded = withAdopted(nothing, adoption);
  const isAdopted = (of: readonly { reference: string }[], reference: string) =>
    of.some((one) => one.reference === reference);
  const adopted = {
    persons: new Map(
      desired.persons
        .filter(({ reference }) => isAdopted(adoption.persons, reference))
        .map((one) => [one.reference, personTexts(one)]),
    ),
    profiles: new Map(
      desired.profiles
        .filter(({ reference }) => isAdopted(adoption.profiles, reference))
        .map((one) => [one.reference, profileTexts(one)]),
    ),
  };
  const known = { persons: new Set<string>(), profiles: new Set<string>() };
  const items = planKeySystem(leaveAsAdopted(desired, recorded, { adopted, doors }), recorded, known);
  return [...items].map(({ kind, reference }) => `${kind} ${reference}`);
}

const of = (profiles: UnreferencedProfile[], ...people: string[]): Unreferenced => ({
  persons: people.map((one) => there(one)),
  profiles,
});

describe('planAdoption', () => {
  it('takes a profile with the same doors and people, named and written otherwise, and leaves nothing to write', () => {
    const desired = desire({ Nurses: ['a', 'b'] });
    const unreferenced = of([handmade('Ward', ['a', 'b'])], 'a', 'b');
    expect(adopt(desired, unreferenced)).toMatchObject({
      persons: [{ reference: 'a', record: { identity: 'P-a' } }, { reference: 'b' }],
      profiles: [{ reference: 'Nurses', record: { identity: 'A-Ward' }, members: new Set(['a', 'b']) }],
    });
    expect(itemsAfter(desired, unreferenced)).toEqual([]);
  });

  it('leaves the one person who differs to be written, whether too many there or too few', () => {
    const desired = desire({ Nurses: ['a', 'b'], Doctors: ['c'] }, [
      profile('Nurses'),
      profile('Doctors', { cylinders: ['C3'] }),
    ]);
    const c3 = handmade('Lab', ['c'], { cylinders: ['C3'], cylinder_groups: [] });
    expect(itemsAfter(desired, of([handmade('Ward', ['a', 'b', 'c']), c3], 'a', 'b', 'c'))).toEqual([
      'member_remove c',
    ]);
    expect(
      itemsAfter(desired, of([handmade('Ward', ['a']), { ...c3, other_members: ['P-c'] }], 'a', 'b', 'c')),
    ).toEqual(['member_add b']);
  });

  it.each<[string, UnreferencedProfile]>([
    ['other doors', handmade('Ward', ['a', 'b'], { cylinders: ['C3'] })],
    ['a door that is not known', handmade('Ward', ['a', 'b'], { cylinders: ['C9'] })],
    ['other hours', handmade('Ward', ['a', 'b'], { schedule: [{ days: [1], from: '08:00', to: '12:00' }] })],
    ['a member whom the plans give nothing', handmade('Ward', ['a', 'b', 'z'])],
    ['a member who is not ours', handmade('Ward', ['a', 'b'], { members: ['someone'] })],
    ['mostly other members', handmade('Ward', ['b', 'c', 'd'])],
  ])('leaves a profile with %s', (_, record) => {
    const desired = desire({ Nurses: ['a', 'b'], Doctors: ['c', 'd'] }, [
      profile('Nurses'),
      profile('Doctors', { cylinders: ['C3'] }),
    ]);
    const persons = ['a', 'b', 'c', 'd', 'z'].map((one) => there(one));
    expect(adopt(desired, { persons, profiles: [record] }).profiles).toEqual([]);
  });

  it('does not mind members who were deleted there', () => {
    const persons = [there('a'), there('z', { active: false })];
    const desired = desire({ Nurses: ['a'] });
    expect(pairsOf(desired, { persons, profiles: [handmade('Ward', ['a', 'z'])] })).toEqual({ Nurses: 'Ward' });
  });

  it('chooses among equal doors by members, then by name, then by members in common, and each once', () => {
    const desired = desire({ One: ['a'], Two: ['b'], Three: ['c', 'd'], Four: ['e', 'f', 'g'], Five: ['e'] });
    const found = [
      handmade('Two', ['a']),
      handmade('Single', ['b']),
      handmade('Three', ['c', 'd', 'e', 'f']),
      handmade('Crew', ['e', 'f']),
    ];
    expect(pairsOf(desired, of(found, ...'abcdefg'))).toEqual({
      One: 'Two',
      Two: 'Single',
      Three: 'Three',
      Four: 'Crew',
    });
  });

  it('takes for a person only a record that is certainly theirs', () => {
    const desired = desire({ Nurses: ['a', 'b', 'c', 'd', 'e', 'f'] });
    const persons = [
      there('a', { first_name: 'Ann', surname: 'Else', email: 'A@acme.test' }),
      there('b', { employee_id: null, email: 'b@acme.test' }),
      there('c', { surname: 'Else' }),
      there('d', { employee_id: 'N-9', email: 'd@acme.test' }),
      there('e'),
      there('e', { identity: 'P-e2' }),
      there('f', { active: false }),
    ];
    expect(adopt(desired, { persons, profiles: [] }).persons.map(({ reference }) => reference)).toEqual(['a', 'b']);
  });

  it('leaves nothing to write of any plan that means exactly what was entered by hand', () => {
    const people = ['a', 'b', 'c', 'd'];
    const rights = [
      { ours: { cylinders: ['C1', 'C2'] }, theirs: { cylinders: [], cylinder_groups: ['G'] } },
      { ours: { cylinders: ['C3', 'C1'] }, theirs: { cylinders: ['C1', 'C3'], cylinder_groups: [] } },
    ] as const;
    const some = fc.array(fc.record({ right: fc.nat(1), members: fc.subarray(people) }), { maxLength: 7 });
    fc.assert(
      fc.property(some, fc.integer(), (plans, seed) => {
        const members = Object.fromEntries(plans.map((one, i) => [`R${i}`, one.members]));
        const profiles = plans.map(({ right }, i) => profile(`R${i}`, rights[right]?.ours));
        const handmadeOnes = plans.map((one, i) =>
          handmade(`R${(i + Math.abs(seed)) % plans.length}`, one.members, {
            ...rights[one.right]?.theirs,
            identity: `A-${i}`,
          }),
        );
        const desired = desire(members, profiles);
        expect(itemsAfter(desired, of(handmadeOnes.reverse(), ...people))).toEqual([]);
      }),
    );
  });

  it('leaves another name until ours changes, and other doors not at all', () => {
    const before = profile('Nurses');
    const recorded = { ...profile('Nurses', { name: 'Ward', cylinders: [], cylinder_groups: ['G'] }) };
    const adopted = { persons: new Map(), profiles: new Map([['Nurses', profileTexts(before)]]) };
    const left = (changes: Partial<KeySystemProfile>) =>
      leaveAsAdopted(
        { persons: [], profiles: [{ ...before, ...changes }], members: new Map() },
        { ...nothing, profiles: [recorded] },
        { adopted, doors },
      ).profiles;
    expect(left({})).toEqual([recorded]);
    expect(left({ name: 'House / Nurses 2' })).toMatchObject([{ name: 'House / Nurses 2', cylinder_groups: ['G'] }]);
    expect(left({ cylinders: ['C3'] })).toMatchObject([{ name: 'Ward', cylinders: ['C3'], cylinder_groups: [] }]);
  });
});
