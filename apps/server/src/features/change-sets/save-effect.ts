import { type ChangeSetDelta, subjectOf } from '@key2xs/contract';
import { addToDelta, emptyDelta } from '@key2xs/domain';
import type { Sentence } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { presentDelta } from '#platform/present-delta';
import type { ChangeSetRow } from '#platform/schema/schema';
import { carriesRights, keysOfSourceReadAt, keysOfSystemReadAt } from '../keys/service';
import { batchWriter } from './batch-writer';

/** A person whose doors change; `reference` is shown to people. */
export type PersonConcerned = {
  person_id: string;
  label: string;
  reference: string;
  department: string | null;
  because: readonly Sentence[];
};

/** People with the same change, and the doors: our ids of cylinders. */
export type DoorsChange = {
  gained: readonly string[];
  lost: readonly string[];
  other_hours: readonly string[];
  people: readonly PersonConcerned[];
};

/**
 * Saves the effect of a change set that is being computed on people and doors, replacing what an interrupted run
 * saved. An overtaken worker deletes nothing from the set that its successor has closed.
 * @param peopleBefore people who have some door before it
 */
export async function saveEffect(
  db: Db,
  changeSetId: string,
  { changes, peopleBefore }: { changes: readonly DoorsChange[]; peopleBefore: number },
): Promise<ChangeSetDelta> {
  for (const table of ['change_set_person', 'change_set_doors', 'change_set_door'] as const) {
    await db
      .deleteFrom(table)
      .where('change_set_id', '=', (q) =>
        q.selectFrom('change_set').select('id').where('id', '=', changeSetId).where('state', '=', 'computing'),
      )
      .execute();
  }
  const doorsWriter = batchWriter((rows) => insertDoors(db, changeSetId, rows));
  const peopleWriter = batchWriter((rows) => insertPeople(db, changeSetId, rows));
  for (const [number, { people, gained, lost, other_hours }] of changes.entries()) {
    await doorsWriter.add({ number, gained: asArray(gained), lost: asArray(lost), other_hours: asArray(other_hours) });
    const counts = { gained: gained.length, lost: lost.length, other_hours: other_hours.length, doors: number };
    for (const person of people) await peopleWriter.add({ ...person, ...counts });
  }
  await doorsWriter.end();
  await peopleWriter.end();
  const { gainedAt, lostAt, ...sums } = sumUp(changes);
  const keys_read_at = await keysReadAt(db, await getSubject(db, changeSetId));
  await insertDoorCounts(db, changeSetId, { gainedAt, lostAt });
  return { ...sums, people_before: peopleBefore, ...(await countKeys(db, changeSetId)), keys_read_at };
}

function sumUp(changes: readonly DoorsChange[]) {
  const [gainedAt, lostAt] = [new Map<string, number>(), new Map<string, number>()];
  const delta = emptyDelta();
  let everyone = 0;
  for (const { people, gained, lost, other_hours } of changes) {
    const count = people.length;
    everyone += count;
    addToDelta(delta, count, { gained: gained.length, lost: lost.length, otherHours: other_hours.length });
    for (const door of gained) gainedAt.set(door, (gainedAt.get(door) ?? 0) + count);
    for (const door of lost) lostAt.set(door, (lostAt.get(door) ?? 0) + count);
  }
  const doors = new Set([...gainedAt.keys(), ...lostAt.keys()]).size;
  const counts = { people: everyone, doors_gained: gainedAt.size, doors_lost: lostAt.size };
  return { ...presentDelta(delta), ...counts, doors, gainedAt, lostAt };
}

const asArray = (ids: readonly string[]) => `{${ids.join()}}`;

async function insertDoors(db: Db, changeSetId: string, rows: readonly string[]): Promise<void> {
  await sql`insert into change_set_doors (change_set_id, number, gained, lost, other_hours)
    select ${changeSetId}, number, gained::uuid[], lost::uuid[], other_hours::uuid[]
    from jsonb_to_recordset(${`[${rows.join()}]`}::jsonb)
      as doors(number int, gained text, lost text, other_hours text)
    on conflict do nothing`.execute(db);
}

async function insertPeople(db: Db, changeSetId: string, rows: readonly string[]): Promise<void> {
  await sql`insert into change_set_person
      (change_set_id, person_id, label, reference, department, gained, lost, other_hours, doors, because)
    select ${changeSetId}, person.* from jsonb_to_recordset(${`[${rows.join()}]`}::jsonb) as person(
      person_id uuid, label text, reference text, department text, gained int, lost int, other_hours int, doors int,
      because jsonb)
    on conflict do nothing`.execute(db);
}

async function insertDoorCounts(
  db: Db,
  changeSetId: string,
  { gainedAt, lostAt }: { gainedAt: ReadonlyMap<string, number>; lostAt: ReadonlyMap<string, number> },
): Promise<void> {
  const rows = [...new Set([...gainedAt.keys(), ...lostAt.keys()])].map((id) => ({
    id,
    gained: gainedAt.get(id) ?? 0,
    lost: lostAt.get(id) ?? 0,
  }));
  await sql`insert into change_set_door (change_set_id, cylinder_id, gained, lost)
    select ${changeSetId}, door.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as door(id uuid, gained int, lost int)
    on conflict do nothing`.execute(db);
}

/** Keys held by the people of a change set, as recorded in its key system, or in any key system for an import. */
export const keysConcerned = (db: Db) =>
  db
    .selectFrom('change_set_person as concerned')
    .innerJoin('change_set', 'change_set.id', 'concerned.change_set_id')
    .innerJoin('recorded_person as holder', 'holder.own_reference', 'concerned.person_id')
    .innerJoin('key', (join) =>
      join
        .onRef('key.connection_id', '=', 'holder.connection_id')
        .onRef('key.holder_identity', '=', 'holder.identity')
        .on('key.deleted_at', 'is', null),
    )
    .where((q) =>
      q.or([
        q('change_set.key_system_connection_id', 'is', null),
        q('change_set.key_system_connection_id', '=', q.ref('key.connection_id')),
      ]),
    );

/** People of a directory change set who stay and whose doors change by it. */
export async function countMoved(db: Db, changeSetId: string): Promise<number> {
  const { count } = await db
    .selectFrom('change_set_person as person')
    .innerJoin('change_set_item as item', (join) =>
      join.onRef('item.change_set_id', '=', 'person.change_set_id').onRef('item.person_id', '=', 'person.person_id'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .where('person.change_set_id', '=', changeSetId)
    .where('item.kind', 'in', ['mover', 'update'])
    .executeTakeFirstOrThrow();
  return count;
}

type Subject = Pick<ChangeSetRow, 'kind' | 'iam_connection_id' | 'key_system_connection_id'>;

/** When the keys of the people concerned were last read. */
export function keysReadAt(db: Db, of: Subject): Promise<string | null> {
  const { table, id } = subjectOf(of);
  return table === 'key_system_connection' ? keysOfSystemReadAt(db, id) : keysOfSourceReadAt(db, id);
}

const getSubject = (db: Db, changeSetId: string): Promise<Subject> =>
  db
    .selectFrom('change_set')
    .select(['kind', 'iam_connection_id', 'key_system_connection_id'])
    .where('id', '=', changeSetId)
    .executeTakeFirstOrThrow();

async function countKeys(db: Db, changeSetId: string): Promise<{ keys: number; updatable_keys: number }> {
  const row = await keysConcerned(db)
    .where('concerned.change_set_id', '=', changeSetId)
    .select([
      sql<number>`count(*)::int`.as('keys'),
      sql<number>`(count(*) filter (where ${carriesRights}))::int`.as('updatable_keys'),
    ])
    .executeTakeFirstOrThrow();
  return row;
}
