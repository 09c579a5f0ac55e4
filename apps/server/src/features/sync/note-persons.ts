import type { RecordedPerson } from '@key2xs/drivers';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { storable, storableJson } from '#platform/storable-json';
import { refuseLoss } from '../key-systems/service';

/**
 * Stops a sync that has found too few of the persons known, unless somebody has accepted the loss: the inventory that
 * this starts has taken it over by then.
 * @throws TaskFailed
 */
export async function guardPersons(db: Db, connectionId: string, persons: readonly RecordedPerson[]): Promise<void> {
  const identities = [...new Set(persons.map(({ identity }) => storable(identity)))];
  const { rows } = await sql<{ known: number; gone: number }>`
    select count(*)::int as known,
      (count(*) filter (where identity not in (select unnest(${identities}::text[]))))::int as gone
    from recorded_person where connection_id = ${connectionId} and deleted_at is null`.execute(db);
  const [{ known, gone } = { known: 0, gone: 0 }] = rows;
  const loss = { list: 'persons', known, gone, listed: identities.length } as const;
  await refuseLoss(db, connectionId, { loss, retry: 'sync again' });
}

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
  await forgetLoss(tx, connectionId);
}

/** The mirror no longer holds the list of persons as an inventory has read it. */
const forgetDigest = (tx: Tx, connectionId: string) =>
  sql`update key_system_connection set list_digests = list_digests - 'persons' where id = ${connectionId}`.execute(tx);

/** Whatever stopped a read over persons is over. */
const forgetLoss = (tx: Tx, connectionId: string) =>
  sql`update key_system_connection set inventory_loss = null
    where id = ${connectionId} and inventory_loss ->> 'list' = 'persons'`.execute(tx);
