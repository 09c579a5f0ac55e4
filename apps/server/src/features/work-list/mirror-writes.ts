import type { KeySystemWrite } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/deps';

/**
 * Brings the mirror up to what was just written or ticked, so that "recorded" is right before the next read. Takes
 * writes of one kind. Which identity a new person has in the key system is known only after that read.
 */
export async function mirrorWrites(
  tx: Tx,
  connectionId: string,
  { kind, writes }: { kind: KeySystemWrite['kind']; writes: readonly object[] },
): Promise<void> {
  if (writes.length === 0) return;
  const json = JSON.stringify(writes);
  if (kind === 'member_add') await nameProfiles(tx, connectionId, json);
  await statementFor(kind, connectionId, json).execute(tx);
}

function statementFor(kind: KeySystemWrite['kind'], connectionId: string, writes: string): RawBuilder<unknown> {
  switch (kind) {
    case 'member_add':
      return sql`insert into key_system_profile_member (connection_id, profile_reference, person_reference)
        select ${connectionId}, profile_reference, person_reference from ${memberships(writes)} on conflict do nothing`;
    case 'member_remove':
      return sql`delete from key_system_profile_member as member using ${memberships(writes)}
        where member.connection_id = ${connectionId} and member.profile_reference = w.profile_reference
          and member.person_reference = w.person_reference`;
    case 'person_deactivate':
      return sql`update key_system_person as person set active = false from ${memberships(writes)}
        where person.connection_id = ${connectionId} and person.reference = w.person_reference`;
    case 'profile_put':
      return sql`insert into key_system_profile (connection_id, reference, name, content)
        select ${connectionId}, (content ->> 'reference')::uuid, content ->> 'name', content
        from jsonb_array_elements(${writes}::jsonb) as w(content)
        on conflict (connection_id, reference) do update set name = excluded.name, content = excluded.content`;
    default:
      return sql`insert into key_system_person (connection_id, reference, identity, first_name, surname, email, employee_id, active)
        select ${connectionId}, reference, '', first_name, surname, email, employee_id, coalesce(active, true)
        from jsonb_to_recordset(${writes}::jsonb)
          as w(reference uuid, first_name text, surname text, email text, employee_id text, active boolean)
        on conflict (connection_id, reference) do update
        set first_name = excluded.first_name, surname = excluded.surname, email = excluded.email,
          employee_id = excluded.employee_id, active = excluded.active`;
  }
}

const memberships = (writes: string) =>
  sql`jsonb_to_recordset(${writes}::jsonb) as w(profile_reference uuid, person_reference uuid)`;

/** A membership may be ticked before its profile: then only the name of the profile is known. */
const nameProfiles = (tx: Tx, connectionId: string, writes: string) =>
  sql`insert into key_system_profile (connection_id, reference, name)
    select distinct ${connectionId}::uuid, w.profile_reference, coalesce(plan.name || ' / ' || rule.name, '')
    from ${memberships(writes)}
    left join access_rule as rule on rule.id = w.profile_reference
    left join key_plan as plan on plan.id = rule.keyplan_id
    on conflict do nothing`.execute(tx);
