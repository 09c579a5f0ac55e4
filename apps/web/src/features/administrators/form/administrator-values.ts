import type { Administrator, AdministratorUpdate, AdminScope, Role } from '@key2xs/contract';
import { scopeOrNull } from '#lib/scope-field';

/** What the form of an administrator or an invitation holds. An undefined date is being typed. */
export type AdministratorValues = {
  name: string;
  mail_address: string;
  role: Role;
  role_ids: string[];
  scope: AdminScope;
  valid_from: string | null | undefined;
  valid_until: string | null | undefined;
  reason: string;
};

export const newValues: AdministratorValues = {
  name: '',
  mail_address: '',
  role: 'subadmin',
  role_ids: [],
  scope: { departments: null, places: null },
  valid_from: null,
  valid_until: null,
  reason: '',
};

export const valuesOf = (administrator: Administrator): AdministratorValues => ({
  name: administrator.name ?? '',
  mail_address: administrator.mail_address ?? '',
  role: administrator.role,
  role_ids: administrator.roles.map(({ id }) => id),
  scope: {
    departments: administrator.scope?.departments ?? null,
    places: administrator.scope?.places?.map(({ id }) => id) ?? null,
  },
  valid_from: administrator.valid_from,
  valid_until: administrator.valid_until,
  reason: '',
});

/** Without limits, or of a super admin, there is none. */
export const scopeOf = ({ role, scope }: Pick<AdministratorValues, 'role' | 'scope'>): AdminScope | null =>
  role === 'superadmin' ? null : scopeOrNull(scope);

/** The rights as the API takes them. */
export const rightsOf = (values: AdministratorValues) => ({
  role: values.role,
  role_ids: values.role === 'superadmin' ? [] : values.role_ids,
  scope: scopeOf(values),
  valid_from: values.valid_from ?? null,
  valid_until: values.valid_until ?? null,
});

type Problem = 'chooseRole' | 'chooseDepartments' | 'choosePlaces' | 'order' | 'missing';
export type Problems = Partial<Record<'role_ids' | 'departments' | 'places' | 'valid_from' | 'valid_until', Problem>>;

/** What the reader has to correct before anything is sent. */
export function problemsOf({ role, role_ids, scope, valid_from, valid_until }: AdministratorValues): Problems {
  const isSub = role === 'subadmin';
  const isWrongOrder = valid_from && valid_until && valid_until <= valid_from;
  return {
    ...(isSub && role_ids.length === 0 && { role_ids: 'chooseRole' }),
    ...(isSub && scope.departments?.length === 0 && { departments: 'chooseDepartments' }),
    ...(isSub && scope.places?.length === 0 && { places: 'choosePlaces' }),
    ...(valid_from === undefined && { valid_from: 'missing' }),
    ...(valid_until === undefined ? { valid_until: 'missing' } : isWrongOrder && { valid_until: 'order' }),
  };
}

/** Only what differs: a change of rights ends sessions and needs a reason. */
export function changesOf(before: AdministratorValues, after: AdministratorValues): AdministratorUpdate {
  const textOf = (value: string) => value.trim() || null;
  const [old, next] = [rightsOf(before), rightsOf(after)];
  const changed = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof typeof old]), // its own names
  );
  return {
    ...(textOf(after.name) !== textOf(before.name) && { name: textOf(after.name) }),
    ...(textOf(after.mail_address) !== textOf(before.mail_address) && { mail_address: textOf(after.mail_address) }),
    ...Object.fromEntries(changed),
    ...(after.reason.trim() && { reason: after.reason }),
  };
}
