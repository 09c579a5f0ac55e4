import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Choices, objectsOf, planOfChoices } from './plan-of-choices';

const row = (id: string, ...names: string[]): Choices['rows'][number] => ({
  id,
  all_of: names.map((name) => ({ subject_type: 'department', subject_identifier: name, name })),
});
const column = (id: string, object_type: 'location' | 'cylinder_group' = 'cylinder_group') => ({
  id,
  object_type,
  object_identifier: `id of ${id}`,
  name: id.toUpperCase(),
});
const time = (id: string): Choices['times'][number] => ({ id, name: `At ${id}`, time_restrictions: [] });
const choices = (values: Partial<Choices>): Choices => ({
  rows: [row('ward', 'Ward'), row('gate', 'Gate'), row('both', 'Ward', 'Nurses')],
  columns: [column('a'), column('b'), column('hall', 'location')],
  times: [time('day')],
  grants: [],
  names: [],
  ...values,
});
/** "ward a day" grants column a to row ward at day; without a time, always. */
const grants = (...said: string[]) =>
  said.map((one) => {
    const [who = '', what = '', when = null] = one.split(' ');
    return { row: who, column: what, time: when };
  });
const shown = (made: Choices) =>
  planOfChoices(made).rules.map(({ name, profile, columns }) => [name, profile?.name, columns.map(({ id }) => id)]);

describe('the rules of a wizard', () => {
  it('merge rows with the same doors and times', () => {
    expect(shown(choices({ grants: grants('ward a', 'gate a') }))).toEqual([['Ward, Gate', undefined, ['a']]]);
    expect(shown(choices({ grants: grants('ward a', 'gate a day') }))).toEqual([
      ['Ward', undefined, ['a']],
      ['Gate – At day', undefined, ['a']],
    ]);
  });

  it('keep a row with several required subjects separate', () => {
    const { rules } = planOfChoices(choices({ grants: grants('ward a', 'both a') }));
    expect(rules.map(({ subject_match, subjects }) => [subject_match, subjects.length])).toEqual([
      ['any', 1],
      ['all', 2],
    ]);
  });

  it('share a profile of what several rows open, and keep places', () => {
    const made = choices({ grants: grants('ward a', 'ward b', 'ward hall', 'gate a day', 'gate b day') });
    expect(shown(made)).toEqual([
      ['Ward', 'A, B', ['hall']],
      ['Gate – At day', 'A, B', []],
    ]);
    expect(planOfChoices(made).profiles).toHaveLength(1);
  });

  it('make no profile of one group, or of what one row opens', () => {
    expect(planOfChoices(choices({ grants: grants('ward a', 'gate a') })).profiles).toEqual([]);
    expect(planOfChoices(choices({ grants: grants('ward a', 'ward b') })).profiles).toEqual([]);
  });

  it('take the administrator’s names, never twice, and keep them while the first row stays', () => {
    const names = [
      { key: 'rule ward', name: 'Staff' },
      { key: 'rule gate day', name: 'staff' },
    ];
    const made = choices({ names, grants: grants('ward a', 'gate a day') });
    expect(shown(made).map(([name]) => name)).toEqual(['Staff', 'staff (2)']);
    const more = choices({ names, grants: grants('ward a', 'ward b', 'both hall') });
    expect(shown(more)[0]?.[0]).toBe('Staff');
  });

  it('grant exactly what was chosen, each time once', () => {
    const ids = { row: ['ward', 'gate', 'both'], column: ['a', 'b', 'hall'], time: [null, 'day'] } as const;
    const cell = fc.record({
      row: fc.constantFrom(...ids.row),
      column: fc.constantFrom(...ids.column),
      time: fc.constantFrom(...ids.time),
    });
    const cells = fc.uniqueArray(cell, { selector: ({ row: who, column: what }) => `${who} ${what}` });
    fc.assert(
      fc.property(cells, (chosen) => {
        const { rules, profiles } = planOfChoices(choices({ grants: chosen }));
        const inProfile = new Map(
          profiles.map(({ key, columns }) => [key, columns.map((one) => one.object_identifier)]),
        );
        const granted = rules.flatMap((rule) =>
          objectsOf(rule, (key) => key)
            .flatMap(({ object_identifier: id }) => inProfile.get(id) ?? [id])
            .flatMap((id) => rule.rows.map((who) => `${who.id} ${id} ${rule.time?.id ?? null}`)),
        );
        const wanted = chosen.map((one) => `${one.row} id of ${one.column} ${one.time}`);
        expect(granted.sort()).toEqual(wanted.sort());
        expect(new Set(rules.map(({ name }) => name.toLowerCase())).size).toBe(rules.length);
        expect(new Set(rules.map(({ key }) => key)).size).toBe(rules.length);
      }),
    );
  });
});
