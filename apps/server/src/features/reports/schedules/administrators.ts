import { functionsWithin, type Role } from '@key2xs/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, Scope } from '#platform/deps';
import { functionsOf, isInForce } from '#platform/sign-in/rights';
import type { Reader } from '#platform/visible-to';

export type Administrator = { id: string; name: string; has_mail: boolean; viewer: Reader['viewer'] };

/** Administrators of people, in force, with what each may see now; by name. */
export async function listAdministrators(db: Db, now: Date, ids?: readonly string[]): Promise<Administrator[]> {
  const isWanted: Expression<SqlBool> =
    ids === undefined ? sql<boolean>`true` : sql<boolean>`admin.id = any(${[...ids]}::uuid[])`;
  const rows = await db
    .selectFrom('admin')
    .leftJoin('admin_scope as scope', 'scope.admin_id', 'admin.id')
    .select(['admin.id', 'admin.role', 'scope.departments', 'scope.places'])
    .select([
      sql<string>`coalesce(admin.name, admin.username)`.as('name'),
      functionsOf('admin').as('functions'),
      sql<boolean>`scope.admin_id is not null`.as('is_limited'),
      sql<boolean>`exists (select from notification_settings as chosen
        where chosen.admin_id = admin.id and chosen.mail_address is not null)`.as('has_mail'),
    ])
    .where('admin.is_service', '=', false)
    .where(isInForce('admin', now))
    .where(isWanted)
    .orderBy('name')
    .orderBy('admin.id')
    .execute();
  return rows.map(({ id, name, has_mail, role, functions, is_limited, departments, places }) => {
    const scope: Scope | null = is_limited ? { departments, places } : null;
    return {
      id,
      name,
      has_mail,
      viewer: { id, role: role as Role, scope, functions: functionsWithin(scope, functions) },
    };
  });
}

/** Whether a scope has all that another one has. */
export function covers(scope: Scope | null, other: Scope | null): boolean {
  if (scope === null) return true;
  return other !== null && (['departments', 'places'] as const).every((name) => hasAll(scope[name], other[name]));
}

const hasAll = (own: readonly string[] | null, others: readonly string[] | null): boolean =>
  own === null || others?.every((one) => own.includes(one)) === true;
