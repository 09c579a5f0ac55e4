import { keyRecipientList } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { AppError, notFound } from '#platform/errors';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { peopleLike } from '../people/service';

const heldKeys = (reader: Reader) => sql<number>`(
  select count(*)::int from key_standing as standing join ${keysOf(reader)} on key.id = standing.key_id
  where standing.person_id = person.id and standing.state = 'handed_out' and key.deleted_at is null)`;

/** People who count for access, and those who have keys although they do not any more. */
export const recipientSource = (reader: Reader) =>
  listSource(keyRecipientList, (db) =>
    db.selectFrom(peopleOf(reader)).where(
      sql<boolean>`(person.active or person.id in (
          select person_id from key_assignment where ended_at is null and person_id is not null)
        or exists (select from recorded_person as recorded join ${keysOf(reader)}
          on key.connection_id = recorded.connection_id and key.holder_identity = recorded.identity
          where recorded.own_reference = person.id and key.deleted_at is null))`,
    ),
  )({
    resource: 'key_desk',
    show: (people) =>
      people.select([
        'person.id',
        'display_name',
        'department',
        'job_title',
        'employee_id',
        'state',
        sql<string | null>`ends_on::text`.as('ends_on'),
        heldKeys(reader).as('keys'),
      ]),
    id: 'person.id',
    isCostly: true,
    filters: {},
    search: peopleLike,
    sorts: { display_name: 'display_name' },
    present: (row) => row,
    cells: {},
  });

export type Recipient = {
  id: string;
  display_name: string;
  employee_id: string | null;
  ends_on: string | null;
  keys: number;
  overdue: number;
};

/** @throws AppError not_found, conflict for someone who does not count for access */
export async function getRecipient(reader: Reader, id: string, now: Date): Promise<Recipient> {
  const found = await reader.db
    .selectFrom(peopleOf(reader))
    .select([
      'person.id',
      'display_name',
      'employee_id',
      'active',
      sql<string | null>`ends_on::text`.as('ends_on'),
      heldKeys(reader).as('keys'),
      sql<number>`(select count(*)::int from key_assignment as assignment
        where assignment.person_id = person.id and assignment.ended_at is null and assignment.due_at < ${now})`.as(
        'overdue',
      ),
    ])
    .where('person.id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('person');
  const { active, ...person } = found;
  if (!active) throw new AppError('conflict', say('keyDesk.notActive', { person: person.display_name }));
  return person;
}
