import { adminFunctions } from '@key2xs/contract';
import { expect, it } from 'vitest';
import { functionGroups } from './function-groups';

it('every function stands in one group', () => {
  expect(Object.values(functionGroups).flat().sort()).toEqual([...adminFunctions].sort());
});
