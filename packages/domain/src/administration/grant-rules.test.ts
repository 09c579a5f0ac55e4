import { type AdminFunction, functionsWithin } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkDeputy, checkGrant, checkRoleEdit, type Granter, isDeputyRole } from './grant-rules';
import { isWithin, type Rights } from './rights';

/** A site with a building, which has two floors; and another site. */
const above: Record<string, string> = { building: 'site', floor1: 'building', floor2: 'building' };
const placeAbove = (id: string) => above[id];

const all: Rights = { role: 'superadmin', functions: [], scope: null };
const rightsOf = (functions: AdminFunction[], scope: Rights['scope'] = null): Rights => ({
  role: 'subadmin',
  functions,
  scope,
});
const granter = (rights: Rights, actsFor: string | null = null): Granter => ({ id: 'granter', actsFor, rights });

describe('isWithin', () => {
  const outer = rightsOf(['view_cylinders', 'assign_keys', 'edit_plans'], {
    departments: ['ward'],
    places: ['building'],
  });
  it.each<[what: string, inner: Rights, expected: boolean]>([
    ['the same, as far as it has effect', rightsOf(['view_cylinders'], outer.scope), true],
    ['a place below', rightsOf(['assign_keys'], { departments: [], places: ['floor1'] }), true],
    ['the place above', rightsOf(['assign_keys'], { departments: ['ward'], places: ['site'] }), false],
    ['another department', rightsOf(['assign_keys'], { departments: ['lab'], places: [] }), false],
    ['all departments', rightsOf([], { departments: null, places: [] }), false],
    ['all places', rightsOf([], { departments: [], places: null }), false],
    ['no scope', rightsOf([]), false],
    [
      'a function that the scope leaves without effect',
      rightsOf(['edit_plans'], { departments: [], places: [] }),
      false,
    ],
    ['another function', rightsOf(['request_keys'], { departments: [], places: [] }), false],
    ['a super admin', all, false],
  ])('%s', (_, inner, expected) => {
    expect(isWithin(inner, outer, placeAbove)).toBe(expected);
    expect(isWithin(inner, all, placeAbove)).toBe(true);
  });
});

describe('rules of granting', () => {
  const less = rightsOf([]);
  it('refuses own rights, those of the represented one, and a person who has or would get more', () => {
    const mine = rightsOf(['assign_keys']);
    const change = (id: string, before: Rights, after: Rights, by = granter(mine)) =>
      checkGrant(by, { id, before, after }, placeAbove);
    expect(change('granter', less, less)).toBe('own_rights');
    expect(change('boss', less, less, granter(all, 'boss'))).toBe('own_rights');
    expect(change('other', all, less)).toBe('has_more');
    expect(change('other', less, rightsOf(['request_keys']))).toBe('gets_more');
    expect(change('other', less, mine)).toBeUndefined();
  });

  it('lets no one edit a role of their own, nor one with more functions', () => {
    const edit = (before: AdminFunction[], after: AdminFunction[], member?: string) => {
      const members = member ? [{ id: member, before: less, after: less }] : [];
      return checkRoleEdit(granter(rightsOf(['assign_keys'])), { before, after, members }, placeAbove);
    };
    expect(edit([], ['assign_keys'], 'granter')).toBe('own_rights');
    expect(edit(['request_keys'], [])).toBe('has_more');
    expect(edit([], ['request_keys'])).toBe('gets_more');
    expect(edit([], ['assign_keys'], 'other')).toBeUndefined();
  });

  it('lets a super admin be represented by a super admin only, and no one appoint themselves', () => {
    const check = (of: string, ofRights: Rights, deputy: string, rights: Rights, by = granter(all)) =>
      checkDeputy(by, { of: { id: of, rights: ofRights }, deputy: { id: deputy, rights } }, placeAbove);
    expect(check('a', less, 'a', less)).toBe('same_person');
    expect(check('a', less, 'granter', all)).toBe('own_rights');
    expect(check('boss', all, 'b', all, granter(all, 'boss'))).toBe('own_rights');
    expect(check('a', all, 'b', less)).toBe('lower_role');
    expect(check('a', all, 'b', less, granter(less))).toBe('has_more');
    expect(check('granter', all, 'b', all)).toBeUndefined();
    expect(check('a', less, 'b', less)).toBeUndefined();
  });
});

// Any sequence of changes of rights, edits of roles and deputies, by administrators and their deputies.

const functionNames = ['assign_keys', 'request_keys', 'view_cylinders', 'edit_plans'] as const;
const people = ['a', 'b', 'c', 'd', 'e'] as const;
const roleNames = ['r', 's', 't'] as const;
type Person = (typeof people)[number];
type RoleName = (typeof roleNames)[number];

const someScope = fc.option(
  fc.record({
    departments: fc.option(fc.subarray(['ward', 'lab'])),
    places: fc.option(fc.subarray(['site', 'building', 'floor1', 'floor2', 'other'])),
  }),
);
const someAccount = fc.record({
  isSuper: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  roles: fc.subarray([...roleNames]),
  scope: someScope,
});
type Account = { isSuper: boolean; roles: RoleName[]; scope: Rights['scope'] };
const someFunctions = fc.subarray([...functionNames]);
const someone = fc.constantFrom(...people);
const someStep = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    by: someone,
    asDeputy: fc.boolean(),
    of: someone,
    account: someAccount,
  }),
  fc.record({
    kind: fc.constant('role' as const),
    by: someone,
    asDeputy: fc.boolean(),
    role: fc.constantFrom(...roleNames),
    functions: someFunctions,
  }),
  fc.record({
    kind: fc.constant('deputy' as const),
    by: someone,
    asDeputy: fc.boolean(),
    of: someone,
    deputy: someone,
  }),
);

type State = {
  accounts: Record<Person, Account>;
  roles: Record<RoleName, AdminFunction[]>;
  deputies: Partial<Record<Person, Person>>;
};

const rightsIn = ({ roles }: State, { isSuper, roles: names, scope }: Account): Rights =>
  isSuper ? all : rightsOf([...new Set(names.flatMap((name) => roles[name]))], scope);

/** What the scope leaves without effect is not had. */
const withEffect = (rights: Rights): Rights => ({
  ...rights,
  functions: functionsWithin(rights.scope, rights.functions),
});

/** The person, or the one they are a deputy of. */
function granterOf(state: State, by: Person, asDeputy: boolean): Granter {
  const represented = people.find((one) => state.deputies[one] === by);
  const own = rightsIn(state, state.accounts[by]);
  if (!asDeputy || !represented) return { id: by, actsFor: null, rights: own };
  const rights = rightsIn(state, state.accounts[represented]);
  return isDeputyRole(rights, own) ? { id: by, actsFor: represented, rights } : { id: by, actsFor: null, rights: own };
}

test('in 10,000 random histories no one ends with more than the one who granted it had', () => {
  const record = <Key extends string, T>(keys: readonly Key[], values: readonly T[]) =>
    Object.fromEntries(keys.map((key, at) => [key, values[at]])) as Record<Key, T>;
  const start = fc.record({
    accounts: fc.array(someAccount, { minLength: people.length, maxLength: people.length }),
    roles: fc.array(someFunctions, { minLength: roleNames.length, maxLength: roleNames.length }),
  });
  let changes = 0;
  fc.assert(
    fc.property(start, fc.array(someStep, { maxLength: 12 }), ({ accounts, roles }, steps) => {
      let state: State = { accounts: record(people, accounts), roles: record(roleNames, roles), deputies: {} };
      const atFirst = people.map((one) => rightsIn(state, state.accounts[one]));
      for (const step of steps) {
        const by = granterOf(state, step.by, step.asDeputy);
        const next = take(state, by, step);
        if (!next) continue;
        changes++;
        if (step.kind === 'deputy') {
          const passedOn = rightsIn(state, state.accounts[step.of]);
          expect(isWithin(passedOn, by.rights, placeAbove), 'passes on more').toBe(true);
        }
        for (const one of people) {
          const [before, after] = [rightsIn(state, state.accounts[one]), rightsIn(next, next.accounts[one])];
          if (JSON.stringify(before) === JSON.stringify(after)) continue;
          expect([by.id, by.actsFor], 'own rights').not.toContain(one);
          expect(isWithin(before, by.rights, placeAbove) && isWithin(after, by.rights, placeAbove)).toBe(true);
        }
        state = next;
      }
      for (const one of people) {
        const acting = [false, true].map((asDeputy) => withEffect(granterOf(state, one, asDeputy).rights));
        for (const rights of acting)
          expect(
            atFirst.some((before) => isWithin(rights, before, placeAbove)),
            'more than anybody had',
          ).toBe(true);
      }
    }),
    { numRuns: 10_000, seed: 7 },
  );
  expect(changes).toBeGreaterThan(5_000);
});

type Step = typeof someStep extends fc.Arbitrary<infer S> ? S : never;

/** @returns undefined when the rules refuse it */
function take(state: State, by: Granter, step: Step): State | undefined {
  if (step.kind === 'change') {
    const before = rightsIn(state, state.accounts[step.of]);
    const after = rightsIn(state, step.account);
    if (checkGrant(by, { id: step.of, before, after }, placeAbove)) return undefined;
    return { ...state, accounts: { ...state.accounts, [step.of]: step.account } };
  }
  if (step.kind === 'deputy') {
    const one = (id: Person) => ({ id, rights: rightsIn(state, state.accounts[id]) });
    if (checkDeputy(by, { of: one(step.of), deputy: one(step.deputy) }, placeAbove)) return undefined;
    return { ...state, deputies: { ...state.deputies, [step.of]: step.deputy } };
  }
  const next = { ...state, roles: { ...state.roles, [step.role]: step.functions } };
  const members = people
    .filter((one) => state.accounts[one].roles.includes(step.role) && !state.accounts[one].isSuper)
    .map((id) => ({
      id,
      before: rightsIn(state, state.accounts[id]),
      after: rightsIn(next, state.accounts[id]),
    }));
  const edit = { before: state.roles[step.role], after: step.functions, members };
  return checkRoleEdit(by, edit, placeAbove) ? undefined : next;
}
