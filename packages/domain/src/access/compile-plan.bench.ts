import { bench, describe } from 'vitest';
import { aLargeHouse, manyPersons } from '../../test/large-house';
import { compilePlan, reachedPersons } from './compile-plan';

const { plans, inventory } = aLargeHouse();
const compiled = compilePlan(plans, inventory);
const persons = manyPersons(50_000);
let next = 0;

describe('600 rules, 10,000 cylinders', () => {
  bench('compilePlan', () => void compilePlan(plans, inventory));
  bench('compilePlan and every cylinder of every rule', () => {
    for (const rule of compilePlan(plans, inventory).rules) rule.reach();
  });
  bench('matchRules, 1,000 of 50,000 persons', () => {
    for (let i = 0; i < 1_000; i++) {
      const person = persons[next++ % persons.length];
      if (person) compiled.matchRules(person);
    }
  });
  bench('reachedPersons, 50,000 persons', () => void reachedPersons(compiled, persons));
});
