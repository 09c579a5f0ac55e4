import { type AwaitedPerson, type FoundPerson, linkByName, nameKey } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Tx } from '#platform/deps';

/** Brings what was just read of persons into the mirror of ours, where they are recognised by identity or by name. */
export async function linkPersons(tx: Tx, connectionId: string): Promise<void> {
  await refreshLinked(tx, connectionId);
  const awaited = await listAwaited(tx, connectionId);
  if (awaited.length === 0) return;
  const links = linkByName(awaited, await listFound(tx, connectionId));
  const byReference = new Map(awaited.map((person) => [person.reference, person]));
  const rows = [...links].flatMap(([reference, identity]) => {
    const person = byReference.get(reference);
    return person ? [{ ...person, identity }] : [];
  });
  await sql`
    insert into key_system_person (connection_id, reference, identity, first_name, surname, email, employee_id, active)
    select ${connectionId}, reference, identity, first_name, surname, email, employee_id, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as w(reference uuid, identity text, first_name text, surname text, email text, employee_id text)
    on conflict (connection_id, reference) do update set identity = excluded.identity, active = true`.execute(tx);
}

type Linked = { reference: string; first_name: string; surname: string; active: boolean };

/** Who is gone counts as inactive. A name that is only spelled differently is taken as ours: nobody has to mend that. */
async function refreshLinked(tx: Tx, connectionId: string): Promise<void> {
  const { rows } = await sql<Linked & { old: { first_name: string; surname: string } }>`
    select person.reference, coalesce(found.first_name, person.first_name) as first_name,
      coalesce(found.surname, person.surname) as surname, coalesce(found.active, false) as active,
      jsonb_build_object('first_name', person.first_name, 'surname', person.surname) as old
    from key_system_person as person
    left join recorded_person as found
      on found.connection_id = person.connection_id and found.identity = person.identity and found.deleted_at is null
    where person.connection_id = ${connectionId} and person.identity <> ''
      and exists (select from recorded_person where connection_id = ${connectionId})
      and (person.first_name, person.surname, person.active) is distinct from
        (coalesce(found.first_name, person.first_name), coalesce(found.surname, person.surname), coalesce(found.active, false))`.execute(
    tx,
  );
  const changed = rows.map(({ old, ...row }) => ({ ...row, ...(nameKey(row) === nameKey(old) && old) }));
  if (changed.length === 0) return;
  await sql`
    update key_system_person as person set first_name = w.first_name, surname = w.surname, active = w.active
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as w(reference uuid, first_name text, surname text, active boolean)
    where person.connection_id = ${connectionId} and person.reference = w.reference
      and (person.first_name, person.surname, person.active) is distinct from (w.first_name, w.surname, w.active)`.execute(
    tx,
  );
}

type Awaited = AwaitedPerson & { email: string | null; employee_id: string | null };

/** Who is to be created or brought back, and who was ticked by hand and is still to be found. */
async function listAwaited(tx: Tx, connectionId: string): Promise<Awaited[]> {
  const { rows } = await sql<Omit<Awaited, 'since'> & { since: Date }>`
    select w.reference, w.first_name, w.surname, w.email, w.employee_id, entry.created_at as since
    from work_item as entry
    cross join jsonb_to_record(entry.write)
      as w(reference text, first_name text, surname text, email text, employee_id text)
    left join key_system_person as person
      on person.connection_id = entry.connection_id and person.reference = w.reference::uuid
    where entry.connection_id = ${connectionId} and (
      (entry.state = 'open' and entry.kind = 'person_create')
      or (entry.state = 'open' and entry.kind = 'person_update' and entry.before @> '{"active": false}'
        and not person.active)
      or (entry.state = 'done' and entry.closed_by = 'operator' and entry.kind in ('person_create', 'person_update')
        and person.identity = ''))`.execute(tx);
  return rows.map(({ since, ...row }) => ({ ...row, since: since.getTime() }));
}

/** Active persons who are nobody's yet: neither by our reference nor by a link. */
async function listFound(tx: Tx, connectionId: string): Promise<FoundPerson[]> {
  const { rows } = await sql<Omit<FoundPerson, 'firstSeen'> & { first_read_at: Date }>`
    select found.identity, found.first_name, found.surname, found.first_read_at
    from recorded_person as found
    where found.connection_id = ${connectionId} and found.active and found.deleted_at is null
      and found.reference is null
      and not exists (select from key_system_person as person
        where person.connection_id = found.connection_id and person.identity = found.identity)
      and found.first_read_at >= (select min(created_at) from work_item
        where connection_id = ${connectionId} and kind in ('person_create', 'person_update'))`.execute(tx);
  return rows.map(({ first_read_at, ...row }) => ({ ...row, firstSeen: first_read_at.getTime() }));
}
