import type { PersonDetails } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Reader, visibleTo } from '#platform/visible-to';
import type { PersonRow } from './queries';
import { peopleOf } from './relation';

/** Leaves out people whose id was reused for another person. */
const isCurrent = sql`superseded_at is null`;

/**
 * Id of the person that a text names as manager within one source: the one with this external id, else the only one
 * with this username. Matches exactly, because anything else would be a guess.
 */
const idOfManager = (reader: Reader, connection: RawBuilder<unknown>, ref: RawBuilder<unknown>) => sql<
  string | null
>`coalesce(
  (select id from ${peopleOf(reader, 'one')} where one.connection_id = ${connection} and one.external_id = ${ref} and ${isCurrent}),
  (select min(id::text)::uuid from ${peopleOf(reader, 'one')}
    where one.connection_id = ${connection} and one.username = ${ref} and ${isCurrent} having count(*) = 1))`;

/** Whether a person reports to this one. The texts that name this person are computed once. */
export const hasManager = (reader: Reader, id: string): RawBuilder<boolean> => sql<boolean>`(
  (person.connection_id, manager_ref) in (
    select manager.connection_id, name.ref from ${peopleOf(reader, 'manager')}
    cross join lateral (values (manager.external_id), (manager.username)) as name(ref)
    where manager.id = ${id} and ${idOfManager(reader, sql`manager.connection_id`, sql`name.ref`)} = manager.id))`;

type Reporting = Pick<PersonDetails, 'manager' | 'reports'>;

/** The manager of a person, and how many active people report to the person. */
export async function findManager(
  reader: Reader,
  { id, connection_id, manager_ref }: Pick<PersonRow, 'id' | 'connection_id' | 'manager_ref'>,
): Promise<Reporting> {
  const people = reader.db.selectFrom(peopleOf(reader)).where(visibleTo(reader.viewer, 'people'));
  const manager =
    manager_ref === null
      ? undefined
      : await people
          .select(['id', 'display_name', 'state'])
          .where('id', '=', idOfManager(reader, sql`${connection_id}::uuid`, sql`${manager_ref}::text`))
          .executeTakeFirst();
  const { reports } = await people
    .select(sql<number>`count(*)::int`.as('reports'))
    .where('active', '=', true)
    .where(hasManager(reader, id))
    .executeTakeFirstOrThrow();
  return { manager: manager ?? null, reports };
}
