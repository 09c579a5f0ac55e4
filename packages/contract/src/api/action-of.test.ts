import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../all-endpoints';
import { actionOf } from './action-of';

describe('actionOf', () => {
  it.each([
    ['DELETE', 'Delete a rule', 'deleting a rule'],
    ['POST', 'Create a key plan', 'creating a key plan'],
    ['POST', 'Let a rule open more; what it opens stays', 'letting a rule open more'],
    ['POST', 'Stop syncing the plan to a key system', 'stopping syncing the plan to a key system'],
    ['GET', 'Access profiles of a key plan, by name', 'reading access profiles of a key plan'],
    ['POST', 'Who would gain doors by an edit', 'reading who would gain doors by an edit'],
    ['POST', 'Upload a staff list (CSV, UTF-8)', 'uploading a staff list'],
  ] as const)('is what %s "%s" does', (method, summary, action) => {
    expect(actionOf({ method, path: '/rules/:id', summary })).toBe(action);
  });

  it('reads as a sentence for every endpoint with a parameter in its path', () => {
    const endpoints = Object.values(allEndpoints).flatMap((group) => Object.values(group));
    const actions = endpoints.filter(({ path }) => path.includes(':')).map(actionOf);
    expect(actions.length).toBeGreaterThan(100);
    expect(actions.filter((action) => !/^[a-z]+ing [a-z]/.test(action))).toEqual([]);
    expect(actions.filter((action) => /^(?:th|an?|everyon)ing /.test(action))).toEqual([]);
  });

  it('is made of method and path where the build has left the summary out', () => {
    const path = '/key-plan/keyplans/:keyplan_id/time-restrictions/:id';
    expect(actionOf({ method: 'DELETE', path })).toBe('deleting time restrictions');
  });
});
