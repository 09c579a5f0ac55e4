import { isOfValues, type WhoMayOpen } from '@key2xs/contract';
import { listBits } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { cylinderWords, shownName } from '#platform/door-names';
import { notFound } from '#platform/errors';
import { type Reader, sees } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { placesOf } from '../../locations/relation';
import { locationPath } from '../../locations/service';
import { type AccessSubject, findDoors } from './asked-doors';
import { countRecordedOnly } from './recorded-only';
import { refuseAsked, refuseOutside } from './refuse-asked';

/**
 * What is asked about by name, how many people may open it, and how many more are still recorded for it.
 * @throws AppError not_found, past_not_kept
 */
export async function countWhoMayOpen(
  deps: Pick<Deps, 'access' | 'clock' | 'db'>,
  reader: Reader,
  { at, ...asked }: AccessSubject & { at?: string | undefined },
): Promise<WhoMayOpen> {
  if (!sees(reader.viewer, 'access')) throw notFound('record');
  await refuseOutside(reader, asked);
  const { index, revision: _, ...moment } = await deps.access.at(at, reader);
  const found = findDoors(index, asked, Date.parse(moment.at));
  const people = (found?.people ?? []).reduce((sum, row) => sum + row.people.length, 0);
  const isOfPeople = isOfValues(asked.of);
  const reached = new Set((found?.people ?? []).flatMap((row) => (isOfPeople ? [...listBits(row.reached)] : [])));
  const doors = isOfPeople ? reached.size : (found?.doors.length ?? 0);
  if (!found) await refuseAsked(reader, asked, moment);
  const named = isOfPeople ? { name: asked.id, keyplan_id: null } : await findName(reader, asked);
  if (!named) throw notFound('record');
  const recorded_only = moment.as_of === 'past' ? null : await countRecordedOnly(deps, reader, asked);
  return { ...asked, ...named, ...moment, doors, people, recorded_only };
}

type NamedRecord = { name: string; keyplan_id: string | null };
type RecordKind = Exclude<AccessSubject['of'], 'department' | 'job_title'>;

/** Of rules and profiles as they are written now; of those that are gone, as they were last in force. */
const planPart = (kind: 'rule' | 'profile') => (id: string) =>
  sql<NamedRecord>`
  select content ->> 'name' as name, keyplan_id from (
    select content, keyplan_id, 'infinity'::float8 as since from key_plan_draft where kind = ${kind} and record_id = ${id}::uuid
    union all
    select content, keyplan_id, since from key_plan_part where kind = ${kind} and record_id = ${id}::uuid) as part
  order by since desc limit 1`;

const names: Record<RecordKind, (id: string, reader: Reader) => RawBuilder<NamedRecord>> = {
  cylinder: (id, reader) =>
    sql`select ${cylinderWords('cylinder')} as name, null as keyplan_id from ${doorsOf(reader)} where id = ${id}::uuid`,
  group: (id) =>
    sql`select ${shownName('cylinder_group')} as name, null as keyplan_id from cylinder_group where id = ${id}::uuid and deleted_at is null`,
  location: (id, reader) =>
    sql`select ${locationPath('location.id')} as name, null as keyplan_id from ${placesOf(reader)} where id = ${id}::uuid`,
  rule: planPart('rule'),
  profile: planPart('profile'),
};

async function findName(reader: Reader, { of, id }: AccessSubject): Promise<NamedRecord | undefined> {
  const { rows } = await names[of as RecordKind](id, reader).execute(reader.db); // the others are their own names
  return rows[0];
}
