import { type AdminFunction, functionReach } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';

/**
 * Whether an administrator is neither suspended nor outside their dates.
 * @param admin the table or alias that holds the administrator
 * @param now the database's time unless given
 */
export const isInForce = (admin: string, now: Date | RawBuilder<Date> = sql<Date>`now()`): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${admin}.${name}`);
  return sql<boolean>`(${column('suspended_at')} is null
    and (${column('valid_from')} is null or ${column('valid_from')} <= ${now})
    and (${column('valid_until')} is null or ${column('valid_until')} > ${now}))`;
};

/** The functions that the roles of an administrator give, each once, sorted. */
export const functionsOf = (admin: string) => sql<AdminFunction[]>`coalesce((
    select array_agg(distinct given.name order by given.name)
    from admin_role_member as member
    join admin_role on admin_role.id = member.role_id
    cross join unnest(admin_role.functions) as given(name)
    where member.admin_id = ${sql.ref(`${admin}.id`)}), '{}')`;

/** Whether an administrator of the table `admin` is a super admin or has been given the function for the part it reaches. */
export const mayDo = (name: AdminFunction): RawBuilder<boolean> => {
  const isLimited = sql`exists (select from admin_scope where admin_scope.admin_id = admin.id)`;
  const isGiven = sql<boolean>`${name} = any(${functionsOf('admin')})`;
  const isReached = functionReach[name] === 'scope' ? isGiven : sql<boolean>`${isGiven} and not ${isLimited}`;
  return sql<boolean>`(admin.role = 'superadmin' or (${isReached}))`;
};

type Validity = { suspended_at: Date | null; valid_from: Date | null; valid_until: Date | null };

/** The same of a row that has been read. */
export const isAdminInForce = ({ suspended_at, valid_from, valid_until }: Validity, now: Date): boolean =>
  !suspended_at && !(valid_from && valid_from > now) && !(valid_until && valid_until <= now);
