import { bench, describe } from 'vitest';
import { aLargeHouse, manyPersons } from '../../test/large-house';
import { compilePlan } from './compile-plan';
import { evaluateAccess } from './evaluate-access';

const { plans, inventory } = aLargeHouse();
const compiled = compilePlan(plans, inventory);
const persons = manyPersons(50_000);
let next = 0;

describe('600 rules, 10,000 cylinders', () => {
  // Budget of design §5, "cylinders of a person", is without reasons; this gives every reason with its path.
  bench('evaluateAccess, one of 50,000 persons', () => {
    const person = persons[next++ % persons.length];
    if (person) evaluateAccess(compiled, person, '2025-01-06T12:00:00Z');
  });
});
