import { describe, expect, it } from 'vitest';
import { handWork, workSignature } from './hand-work';
import type { KeySystemItem, KeySystemWrite } from './plan-key-system';

const person = { first_name: 'Odo', surname: 'Brackwater', email: null, employee_id: null };
const profile = { name: 'Wards', description: '', cylinders: [], cylinder_groups: [], schedule: [] };

type Change = Partial<Pick<KeySystemItem, 'before' | 'after'>>;
const item = (write: KeySystemWrite, change: Change = {}): KeySystemItem => ({
  ...write,
  label: '',
  reference: '',
  detail: null,
  before: null,
  after: null,
  ...change,
});
const create = (reference: string) => item({ kind: 'person_create', write: { reference, ...person } });
const update = (reference: string, before: Record<string, unknown>) =>
  item({ kind: 'person_update', write: { reference, ...person } }, { before, after: {} });
const deactivate = (person_reference: string) => item({ kind: 'person_deactivate', write: { person_reference } });
const put = (reference: string, change?: Change) =>
  item({ kind: 'profile_put', write: { reference, ...profile } }, change);
const member = (kind: 'member_add' | 'member_remove', profile_reference: string, person_reference: string) =>
  item({ kind, write: { profile_reference, person_reference } });

const everything = ['write_persons', 'write_profiles', 'write_profile_members'];
const without = (missing: string) => everything.filter((capability) => capability !== missing);

/** Which of these items, in order, are done by hand. */
function byHand(
  items: readonly KeySystemItem[],
  { capabilities = everything, persons = [] as string[], profiles = [] as string[] } = {},
) {
  const handmade = { persons: new Set(persons), profiles: new Set(profiles) };
  const isByHand = handWork({ capabilities: new Set(capabilities), handmade });
  return items.map(isByHand);
}

describe('handWork', () => {
  it('is empty where everything can be written', () => {
    const items = [
      member('member_remove', 'w', 'a'),
      deactivate('a'),
      put('w'),
      create('b'),
      member('member_add', 'w', 'b'),
    ];
    expect(byHand(items)).toEqual([false, false, false, false, false]);
  });

  it.each([
    ['write_persons', [true, false, true, true, true, false]],
    ['write_profiles', [false, true, false, false, true, true]],
    ['write_profile_members', [false, false, false, false, true, true]],
  ])('without %s leaves that, and what builds on it', (missing, expected) => {
    const items = [
      deactivate('x'),
      put('w'),
      create('a'),
      update('c', { surname: 'Old' }),
      member('member_add', 'w', 'a'),
      member('member_add', 'w', 'c'),
    ];
    expect(byHand(items, { capabilities: without(missing) })).toEqual(expected);
  });

  it('delays a membership until the person is reactivated by hand', () => {
    const items = [update('a', { active: false }), member('member_add', 'w', 'a')];
    expect(byHand(items, { capabilities: without('write_persons') })).toEqual([true, true]);
  });

  it('leaves records made by an operator to operators, whatever can be written', () => {
    const items = [
      member('member_remove', 'w', 'a'),
      deactivate('a'),
      update('a', { surname: 'Old' }),
      member('member_add', 'v', 'a'),
      member('member_add', 'w', 'b'),
      put('w'),
    ];
    expect(byHand(items, { persons: ['a'] })).toEqual([true, true, true, true, false, false]);
    expect(byHand(items, { profiles: ['w'] })).toEqual([true, false, false, false, true, true]);
  });

  it('opens no more doors of a profile while a member is to be removed by hand', () => {
    const wider = { before: { cylinders: [] }, after: { cylinders: ['1'] } };
    const narrower = { before: { cylinders: ['1'] }, after: { cylinders: [] } };
    const leaving = member('member_remove', 'w', 'a');
    const capabilities = without('write_profile_members');
    expect(byHand([leaving, put('w', wider)], { capabilities })).toEqual([true, true]);
    expect(byHand([leaving, put('w', narrower)], { capabilities })).toEqual([true, false]);
    expect(byHand([leaving, put('v', wider)], { capabilities })).toEqual([true, false]);
  });
});

describe('workSignature', () => {
  it('distinguishes work by kind and record, not by content', () => {
    expect(workSignature(create('a'))).toBe('person_create a');
    expect(workSignature(deactivate('a'))).toBe('person_deactivate a');
    expect(workSignature(member('member_add', 'w', 'a'))).toBe('member_add w a');
    expect(workSignature(put('w', { before: { name: 'Old' } }))).toBe(workSignature(put('w')));
  });
});
