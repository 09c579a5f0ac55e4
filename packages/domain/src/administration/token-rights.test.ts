import { adminFunctions } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import type { Rights } from './rights';
import { narrowRights } from './token-rights';

const all: Rights = { role: 'superadmin', functions: [], scope: null };
const zoe: Rights = {
  role: 'subadmin',
  functions: ['view_cylinders', 'assign_keys', 'run_syncs'],
  scope: { departments: ['ward', 'lab'], places: null },
};
const token = { functions: null, departments: null, places: null };

describe('the rights of a token', () => {
  it('are all of a super admin only without any limit', () => {
    expect(narrowRights(all, token)).toEqual(all);
    const limited = narrowRights(all, { ...token, functions: ['view_plans'] });
    expect(limited).toEqual({
      role: 'subadmin',
      functions: ['view_cylinders', 'view_people', 'view_plans'],
      scope: null,
    });
  });

  it('within a scope leave out what reaches over the whole installation, of a super admin too', () => {
    const { role, functions, scope } = narrowRights(all, { ...token, departments: ['ward'] });
    expect([role, scope]).toEqual(['subadmin', { departments: ['ward'], places: null }]);
    expect(functions).toContain('view_people');
    expect(functions).not.toContain('edit_plans');
    expect(functions.length).toBeLessThan(adminFunctions.length);
  });

  it('end with those of the owner', () => {
    const wanted = { ...token, functions: ['view_cylinders', 'edit_plans', 'run_syncs'] as const };
    expect(narrowRights(zoe, wanted).functions).toEqual(['view_cylinders']); // run_syncs needs no scope
    expect(narrowRights({ ...zoe, functions: [] }, wanted).functions).toEqual([]);
    expect(narrowRights(zoe, token).functions, 'once a super admin').toEqual([]);
  });

  it('reach no further than the owner, of each kind', () => {
    const narrowed = narrowRights(zoe, { ...token, departments: ['lab', 'kitchen'], places: ['cellar'] });
    expect(narrowed.scope).toEqual({ departments: ['lab'], places: ['cellar'] });
    expect(narrowRights(zoe, token).scope).toEqual(zoe.scope);
    const none = { departments: [], places: [] };
    expect(narrowRights({ ...zoe, scope: none }, { ...token, departments: ['lab'] }).scope).toEqual(none);
  });
});
