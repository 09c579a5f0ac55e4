import type { PersonFacts, Rename, RenamedField } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { OfChangeSet } from './count-moves';

const pageItems = 2_500;

/** A person in a change set, as stored before it, with the new values; null: none. */
export type MovedPerson = { facts: PersonFacts; to: Partial<Record<RenamedField, string | null>> };

type Row = PersonFacts & { ordinal: number; to: MovedPerson['to'] };

/** People whose department or job title changes, as they are until then, in pages. */
export async function* listMovedPeople(
  db: Db,
  { connectionId, changeSetId }: OfChangeSet,
): AsyncGenerator<readonly MovedPerson[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`
      select item.ordinal, person.id, person.connection_id, person.active, person.department, person.job_title,
        person.group_ids::text[] as group_ids,
        (select jsonb_object_agg(field, item.after ->> field) from unnest(array['department', 'job_title']) as field
          where jsonb_exists(item.before, field)) as to
      from change_set_item as item join person on person.id = item.person_id
      where item.change_set_id = ${changeSetId} and item.ordinal > ${after} and item.kind = 'mover'
        and person.connection_id = ${connectionId}
        and (jsonb_exists(item.before, 'department') or jsonb_exists(item.before, 'job_title'))
      order by item.ordinal limit ${pageItems}`.execute(db);
    yield rows.map(({ ordinal: _, to, ...facts }) => ({ facts, to }));
    after = rows.at(-1)?.ordinal ?? 0;
    if (rows.length < pageItems) return;
  }
}

/** Finds the finding that a move of one field belongs to. */
export function findingsByFlow<F extends Pick<Rename, 'field' | 'flows'>>(findings: readonly F[]) {
  const index = new Map(
    findings.flatMap((one) => one.flows.map(({ from, to }) => [`${one.field} ${from}\n${to}`, one] as const)),
  );
  return ({ facts, to }: MovedPerson, field: RenamedField): F | undefined =>
    field in to ? index.get(`${field} ${facts[field] ?? ''}\n${to[field] ?? ''}`) : undefined;
}
