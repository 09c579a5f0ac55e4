import type { KeySystemWrite } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';

/** Whether our own call or an operator made the change, and when. */
export type Origin = { by: 'written' | 'ticked'; at: Date };

/** The statement that updates our rows after writes of one kind. */
export function writeStatement(
  connectionId: string,
  { kind, writes, origin }: { kind: KeySystemWrite['kind']; writes: string; origin: Origin },
): RawBuilder<unknown> {
  switch (kind) {
    case 'member_add':
      return sql`insert into recorded_profile_member (connection_id, profile_reference, person_reference)
        select ${connectionId}, profile_reference, person_reference from ${memberships(writes)} on conflict do nothing`;
    case 'member_remove':
      return sql`delete from recorded_profile_member as member using ${memberships(writes)}
        where member.connection_id = ${connectionId} and member.profile_reference = w.profile_reference
          and member.person_reference = w.person_reference`;
    case 'person_deactivate':
      return setActive(connectionId, { writes, origin, active: false });
    case 'profile_put':
      return sql`insert into recorded_profile (connection_id, own_reference, name, description, content, known_from, known_at)
        select ${connectionId}, (content ->> 'reference')::uuid, content ->> 'name', coalesce(content ->> 'description', ''),
          content, ${origin.by}, ${origin.at}::timestamptz
        from jsonb_array_elements(${writes}::jsonb) as w(content)
        on conflict (connection_id, own_reference) do update
        set name = excluded.name, description = excluded.description, content = excluded.content, ${withOrigin}`;
    default:
      return sql`insert into recorded_person as known (connection_id, own_reference, first_name, surname, email, employee_id,
          active, known_from, known_at)
        select ${connectionId}, reference, first_name, surname, email, employee_id, coalesce(active, true), ${origin.by},
          ${origin.at}::timestamptz
        from jsonb_to_recordset(${writes}::jsonb)
          as w(reference uuid, first_name text, surname text, email text, employee_id text, active boolean)
        on conflict (connection_id, own_reference) do update
        set first_name = excluded.first_name, surname = excluded.surname, email = excluded.email,
          employee_id = excluded.employee_id, active = excluded.active,
          deleted_at = case when excluded.active then null else known.deleted_at end, ${withOrigin}`;
  }
}

/** An empty hash makes the next read compare the row again. */
const withOrigin = sql`row_hash = '', known_from = excluded.known_from, known_at = excluded.known_at`;

export const setActive = (
  connectionId: string,
  { writes, origin, active }: { writes: string; origin: Origin; active: boolean },
) =>
  sql`update recorded_person as person
    set active = ${active}, row_hash = '', known_from = ${origin.by}, known_at = ${origin.at} from ${memberships(writes)}
    where person.connection_id = ${connectionId} and person.own_reference = w.person_reference`;

const memberships = (writes: string) =>
  sql`jsonb_to_recordset(${writes}::jsonb) as w(profile_reference uuid, person_reference uuid)`;

/** A membership may be ticked before its profile; then only the profile's name is known. */
export const nameProfiles = (connectionId: string, writes: string, origin: Origin) =>
  sql`insert into recorded_profile (connection_id, own_reference, name, description, known_from, known_at)
    select distinct ${connectionId}::uuid, w.profile_reference, coalesce(plan.name || ' / ' || (rule.content ->> 'name'), ''), '',
      ${origin.by}, ${origin.at}::timestamptz
    from ${memberships(writes)}
    left join lateral (
      select keyplan_id, content from key_plan_part where record_id = w.profile_reference order by id desc limit 1
    ) as rule on true
    left join key_plan as plan on plan.id = rule.keyplan_id
    on conflict do nothing`;
