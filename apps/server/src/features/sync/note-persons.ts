import type { RecordedPerson } from '@key2xs/drivers';
import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { storableJson } from '#platform/storable-json';

/**
 * Notes everybody who was found in a key system, ours or not, with the time of the first sight, which stays. Who is no
 * longer found is marked as gone. Rows that did not change are not written. `isWhole`: references, addresses and numbers
 * were told too; else they keep what was known.
 */
export async function notePersons(
  tx: Tx,
  connectionId: string,
  { persons, readAt, isWhole }: { persons: readonly RecordedPerson[]; readAt: Date; isWhole: boolean },
): Promise<void> {
  const rows = storableJson(persons);
  const told = (column: string) => sql`case when ${isWhole} then ${sql.ref(`excluded.${column}`)}
    else coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`recorded_person.${column}`)}) end`;
  const noted = await sql`
    insert into recorded_person (connection_id, identity, reference, first_name, surname, email, employee_id, active,
      first_read_at)
    select distinct on (identity) ${connectionId}::uuid, identity, reference, first_name, surname, email, employee_id,
      active, ${readAt}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as r(identity text, reference text, first_name text, surname text, email text,
      employee_id text, active boolean)
    on conflict (connection_id, identity) do update
    set reference = ${told('reference')}, first_name = excluded.first_name, surname = excluded.surname,
      email = ${told('email')}, employee_id = ${told('employee_id')}, active = excluded.active, deleted_at = null,
      row_hash = ''
    where (recorded_person.reference, recorded_person.first_name, recorded_person.surname, recorded_person.email,
        recorded_person.employee_id, recorded_person.active, recorded_person.deleted_at)
      is distinct from (${told('reference')}, excluded.first_name, excluded.surname, ${told('email')},
        ${told('employee_id')}, excluded.active, null::timestamptz)`.execute(tx);
  const gone = await sql`
    update recorded_person set deleted_at = ${readAt}
    where connection_id = ${connectionId} and deleted_at is null
      and identity not in (select identity from jsonb_to_recordset(${rows}::jsonb) as r(identity text))`.execute(tx);
  if (noted.numAffectedRows || gone.numAffectedRows) await forgetDigest(tx, connectionId);
}

/** The mirror no longer holds the list of persons as an inventory has read it. */
const forgetDigest = (tx: Tx, connectionId: string) =>
  sql`update key_system_connection set list_digests = list_digests - 'persons' where id = ${connectionId}`.execute(tx);
