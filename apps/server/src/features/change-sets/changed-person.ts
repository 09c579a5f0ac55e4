import type { ChangedPersonDetails } from '@key2xs/contract';
import { cylindersOf, hasBit, withinDates } from '@key2xs/domain';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Db, Deps } from '#platform/deps';
import { shownName } from '#platform/door-names';
import { notFound } from '#platform/errors';
import type { ChangeSetRow } from '#platform/schema/schema';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { carriesRights } from '../keys/service';
import { listRecordedDoors } from '../recorded/service';
import { keysConcerned, keysReadAt } from './save-effect';

const maxDoors = 500;

/** One person of a change set: doors, reasons, and the present state of each layer. @throws AppError not_found */
export async function getChangedPerson(
  deps: Pick<Deps, 'access' | 'clock'>,
  reader: Reader,
  { changeSet, personId }: { changeSet: ChangeSetRow; personId: string },
): Promise<ChangedPersonDetails> {
  const { db, language } = reader;
  const row = await findChange(db, changeSet.id, personId);
  if (!row) throw notFound('person');
  const { gained_ids, lost_ids, other_ids, because, ...person } = row;
  const concerned = [...new Set([...gained_ids, ...lost_ids, ...other_ids])];
  const names = await nameDoors(reader, concerned);
  const named = (ids: readonly string[]) =>
    ids
      .flatMap((id) => names.get(id) ?? [])
      .sort((a, b) => a.marking.localeCompare(b.marking))
      .slice(0, maxDoors);
  const held = await listHeld(db, changeSet.id, personId);
  const { key_system_connection_id: connectionId } = changeSet;
  return {
    ...person,
    because: because.map((one) => renderSentence(one, language)),
    keys: held.map(({ marking }) => marking),
    gained_doors: named(gained_ids),
    lost_doors: named(lost_ids),
    other_hours_doors: named(other_ids),
    layers: {
      of: concerned.length,
      desired: await countDesired(deps, reader, personId, concerned),
      recorded: connectionId === null ? null : await countRecorded(db, personId, concerned),
    },
    keys_read_at: await keysReadAt(db, changeSet),
    held_keys: held.map(({ last_update_at, ...key }) => ({
      ...key,
      last_update_at: last_update_at?.toISOString() ?? null,
    })),
  };
}

const findChange = (db: Db, changeSetId: string, personId: string) =>
  db
    .selectFrom('change_set_person as person')
    .innerJoin('change_set_doors as doors', (join) =>
      join.onRef('doors.change_set_id', '=', 'person.change_set_id').onRef('doors.number', '=', 'person.doors'),
    )
    .select(['person_id', 'label', 'reference', 'department', 'because'])
    .select(['person.gained', 'person.lost', 'person.other_hours'])
    .select(['doors.gained as gained_ids', 'doors.lost as lost_ids', 'doors.other_hours as other_ids'])
    .where('person.change_set_id', '=', changeSetId)
    .where('person.person_id', '=', personId)
    .executeTakeFirst();

async function nameDoors(reader: Reader, ids: readonly string[]) {
  const rows = await reader.db
    .selectFrom(doorsOf(reader))
    .select(['id as cylinder_id', 'marking', 'location', shownName('cylinder').as('name')])
    .where('id', '=', (q) => q.fn.any(q.val([...ids])))
    .execute();
  return new Map(rows.map((row) => [row.cylinder_id, row]));
}

async function countDesired(
  { access, clock }: Pick<Deps, 'access' | 'clock'>,
  reader: Reader,
  personId: string,
  doors: readonly string[],
): Promise<number> {
  const index = withinDates((await access.current(reader)).index, clock().getTime());
  const person = index.people.numberOf.get(personId);
  if (person === undefined) return 0;
  const opened = cylindersOf(index, person);
  return doors.filter((id) => hasBit(opened, index.doors.numberOf.get(id) ?? -1)).length;
}

async function countRecorded(db: Db, personId: string, doors: readonly string[]): Promise<number> {
  const doorsOf = await listRecordedDoors(db, { doors, people: [personId] });
  return doorsOf.get(personId)?.size ?? 0;
}

const listHeld = (db: Db, changeSetId: string, personId: string) =>
  keysConcerned(db)
    .select(['key.id', 'key.marking', 'key.key_type', carriesRights.as('carries_rights'), 'key.last_update_at'])
    .where('concerned.change_set_id', '=', changeSetId)
    .where('concerned.person_id', '=', personId)
    .orderBy('key.marking')
    .execute();
