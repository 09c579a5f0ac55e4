import { expect, it } from 'vitest';
import { anAccessRule } from '#data/plans/key-plans.fixture';
import { chosenRules, type RuleListSearch } from './rule-order';

const rules = [
  anAccessRule({ id: 'a', name: 'Alarm', people: 3, updated_at: '2026-03-02T08:00:00Z', is_active: false }),
  anAccessRule({ id: 'b', name: 'Bells', people: 9, updated_at: '2026-03-03T08:00:00Z', type: 'custom' }),
  anAccessRule({ id: 'c', name: 'Cellar', people: 3, updated_at: '2026-03-01T08:00:00Z', description: 'For coal' }),
];
const namesOf = (search: RuleListSearch) => chosenRules(rules, search, new Set(['c'])).map(({ name }) => name);

it.each([
  [{}, ['Alarm', 'Bells', 'Cellar']],
  [{ sort: '-updated_at' }, ['Bells', 'Alarm', 'Cellar']],
  [{ sort: '-people' }, ['Bells', 'Alarm', 'Cellar']],
  [{ sort: 'people' }, ['Alarm', 'Cellar', 'Bells']],
  [{ sort: 'type' }, ['Bells', 'Alarm', 'Cellar']],
  [{ rule_type: 'custom' }, ['Bells']],
  [{ status: 'on' }, ['Bells', 'Cellar']],
  [{ status: 'off' }, ['Alarm']],
  [{ status: 'changed' }, ['Cellar']],
  [{ search: ' COAL ' }, ['Cellar']],
  [{ search: 'fire stations' }, ['Alarm', 'Bells', 'Cellar']],
  [{ search: 'bells', status: 'off' }, []],
] satisfies [RuleListSearch, string[]][])('asked for %j there are %j', (search, names) => {
  expect(namesOf(search)).toEqual(names);
});
