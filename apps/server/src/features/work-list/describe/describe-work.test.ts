import { renderSentence } from '@key2xs/texts/render-sentence';
import { describe, expect, it } from 'vitest';
import { describeWork } from './describe-work';

const doors = {
  cylinder: (id: string) => ({ 'C-1': 'A1 Gate', 'C-2': 'A2 Hall' })[id] ?? id,
  group: (id: string) => ({ 'G-1': 'Ward One' })[id] ?? id,
};
const person = { reference: 'r', first_name: 'Odo', surname: 'Brackwater', email: null, employee_id: null };
const profile = {
  reference: 'w',
  name: 'City / Garage',
  description: '',
  cylinders: ['C-1'],
  cylinder_groups: ['G-1'],
};
const monday = { days: [1, 7], from: '08:00', to: '18:00' };

type Item = Parameters<typeof describeWork>[0];
const what = (kind: string, write: object, change: Partial<Item> = {}) =>
  renderSentence(
    describeWork(
      {
        kind,
        write: { ...write },
        label: kind === 'profile_put' ? 'City / Garage' : 'Odo Brackwater',
        reference: '4711',
        person_id: 'r',
        detail: 'City / Garage',
        before: null,
        after: null,
        ...change,
      },
      doors,
    ).what,
  );

describe('describeWork', () => {
  it('names people with their number, or by name alone', () => {
    expect(what('person_create', person)).toBe('Create the person Odo Brackwater (employee number 4711).');
    expect(what('person_deactivate', { person_reference: 'r' }, { reference: 'r' })).toBe(
      'Deactivate the person Odo Brackwater.',
    );
    expect(what('member_remove', {})).toBe(
      "Take the access profile 'City / Garage' from Odo Brackwater (employee number 4711).",
    );
  });

  it('names the fields that change, and what becomes of them', () => {
    const change = { before: { surname: 'Old', email: null }, after: { surname: 'Brackwater', email: 'o@acme.test' } };
    expect(what('person_update', person, change)).toBe(
      "Change the person Odo Brackwater (employee number 4711): surname 'Old' becomes 'Brackwater', " +
        "e-mail (empty) becomes 'o@acme.test'.",
    );
    const back = { before: { active: false, surname: 'Old' }, after: { active: true, surname: 'Brackwater' } };
    expect(what('person_update', person, back)).toBe(
      "Make the person Odo Brackwater (employee number 4711) active again and change it: surname 'Old' becomes 'Brackwater'.",
    );
  });

  it.each<[string, object, Partial<Item>, string]>([
    [
      'a new one with its doors and hours',
      { ...profile, schedule: [monday] },
      {},
      "Create the access profile 'City / Garage' with the cylinder groups Ward One and the cylinders A1 Gate, open Mon, Sun 08:00–18:00.",
    ],
    [
      'only the doors that come and go',
      { ...profile, cylinders: ['C-2'], schedule: [] },
      { before: { cylinders: ['C-1'] }, after: { cylinders: ['C-2'] } },
      "Change the access profile 'City / Garage': take out the cylinders A1 Gate; add the cylinders A2 Hall.",
    ],
    [
      'other hours and another name',
      { ...profile, schedule: [] },
      { before: { name: 'Old', schedule: [monday] }, after: { name: 'City / Garage', schedule: [] } },
      "Change the access profile 'City / Garage': open at all times; name it 'City / Garage' instead of 'Old'.",
    ],
    [
      'one without a person',
      { ...profile, cylinders: [], cylinder_groups: [], schedule: [] },
      { before: { cylinders: ['C-1'] }, after: { cylinders: [] } },
      "Take all doors out of the access profile 'City / Garage'.",
    ],
  ])('describes of a profile %s', (_, write, change, expected) => {
    expect(what('profile_put', write, change)).toBe(expected);
  });

  it('names forty doors at most, and counts the others', () => {
    const cylinders = Array.from({ length: 45 }, (_, n) => `X-${n}`);
    const sentence = what('profile_put', { ...profile, cylinders, cylinder_groups: [], schedule: [] });
    expect(sentence).toContain('X-39 and 5 more, open at all times.');
  });
});
