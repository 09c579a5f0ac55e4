import { describe, expect, it } from 'vitest';
import { changesOf, newValues, problemsOf, rightsOf } from './administrator-values';

const values = { ...newValues, name: 'Zoe Lang', role_ids: ['r1'] };

describe('what is sent', () => {
  it('is only what differs, so that a new name alone ends no session', () => {
    expect(changesOf(values, { ...values, name: ' Zoe Berg ' })).toEqual({ name: 'Zoe Berg' });
    const scope = { departments: ['Surgery'], places: null };
    expect(changesOf(values, { ...values, scope, reason: 'Moved' })).toEqual({ scope, reason: 'Moved' });
    expect(changesOf(values, { ...values, name: '' })).toEqual({ name: null });
  });

  it('has neither roles nor scope for a super admin, and no scope without limits', () => {
    const limited = { ...values, role: 'superadmin' as const, scope: { departments: ['Surgery'], places: null } };
    expect(rightsOf(limited)).toMatchObject({ role_ids: [], scope: null });
    expect(rightsOf(values)).toMatchObject({ role_ids: ['r1'], scope: null });
  });
});

describe('what has to be corrected', () => {
  it('is a limit to nothing, no role, and an end before the beginning', () => {
    const wrong = {
      ...newValues,
      scope: { departments: [], places: [] },
      valid_from: '2026-03-02T00:00:00Z',
      valid_until: '2026-03-01T00:00:00Z',
    };
    expect(problemsOf(wrong)).toEqual({
      role_ids: 'chooseRole',
      departments: 'chooseDepartments',
      places: 'choosePlaces',
      valid_until: 'order',
    });
    expect(problemsOf({ ...wrong, role: 'superadmin', valid_until: null })).toEqual({});
  });

  it('is a date that is not typed to its end', () => {
    expect(problemsOf({ ...values, valid_from: undefined })).toEqual({ valid_from: 'missing' });
  });
});
