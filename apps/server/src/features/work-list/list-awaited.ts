import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { Awaited } from '../recorded/service';

/** Persons on the work list to be created or reactivated, and ticked ones not yet found by a read. */
export async function listAwaited(db: Db, connectionId: string): Promise<Awaited[]> {
  const { rows } = await sql<Omit<Awaited, 'since'> & { since: Date }>`
    select w.reference, w.first_name, w.surname, w.email, w.employee_id, entry.created_at as since
    from work_item as entry
    cross join jsonb_to_record(entry.write)
      as w(reference text, first_name text, surname text, email text, employee_id text)
    left join recorded_person as person
      on person.connection_id = entry.connection_id and person.own_reference = w.reference::uuid
    where entry.connection_id = ${connectionId} and (
      (entry.state = 'open' and entry.kind = 'person_create')
      or (entry.state = 'open' and entry.kind = 'person_update' and entry.before @> '{"active": false}'
        and not (person.active and person.deleted_at is null))
      or (entry.state = 'done' and entry.closed_by = 'operator' and entry.kind in ('person_create', 'person_update')
        and person.id is not null and person.identity is null))`.execute(db);
  return rows.map(({ since, ...row }) => ({ ...row, since: since.getTime() }));
}
