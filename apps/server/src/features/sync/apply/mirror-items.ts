import { type RawBuilder, sql } from 'kysely';
import type { ItemRow } from '#features/change-sets/service';
import type { Tx } from '#platform/deps';

/**
 * Brings the mirror up to what was just written, so that "recorded" is right before the next read. Takes items of one
 * kind; a new person's identity in the key system is known only after that read.
 */
export async function mirrorItems(tx: Tx, connectionId: string, items: readonly ItemRow[]): Promise<void> {
  const kind = items[0]?.kind;
  if (!kind) return;
  await statementFor(kind, connectionId, JSON.stringify(items.map(({ write }) => write)))?.execute(tx);
}

function statementFor(kind: string, connectionId: string, writes: string): RawBuilder<unknown> | undefined {
  const memberships = sql`jsonb_to_recordset(${writes}::jsonb) as w(profile_reference uuid, person_reference uuid)`;
  switch (kind) {
    case 'member_add':
      return sql`insert into key_system_profile_member (connection_id, profile_reference, person_reference)
        select ${connectionId}, profile_reference, person_reference from ${memberships} on conflict do nothing`;
    case 'member_remove':
      return sql`delete from key_system_profile_member as member using ${memberships}
        where member.connection_id = ${connectionId} and member.profile_reference = w.profile_reference
          and member.person_reference = w.person_reference`;
    case 'person_deactivate':
      return sql`update key_system_person as person set active = false from ${memberships}
        where person.connection_id = ${connectionId} and person.reference = w.person_reference`;
    case 'profile_put':
      return sql`insert into key_system_profile (connection_id, reference, name)
        select ${connectionId}, reference, name from jsonb_to_recordset(${writes}::jsonb) as w(reference uuid, name text)
        on conflict (connection_id, reference) do update set name = excluded.name`;
    default:
      return sql`insert into key_system_person (connection_id, reference, identity, first_name, surname, email, employee_id, active)
        select ${connectionId}, reference, '', first_name, surname, email, employee_id, true
        from jsonb_to_recordset(${writes}::jsonb)
          as w(reference uuid, first_name text, surname text, email text, employee_id text)
        on conflict (connection_id, reference) do update
        set first_name = excluded.first_name, surname = excluded.surname, email = excluded.email,
          employee_id = excluded.employee_id, active = true`;
  }
}
