import { type KeyCaseDoor, keyCaseDoorList } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { locationPath, protectionClass } from '#features/locations/service';
import { cylinderLike, shownName } from '#platform/door-names';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { doorsOf, eventsOf } from '../cylinders/relation';
import { exposureOf } from '../effective-access/service';
import { keysOf } from '../keys/relation';
import { programmingOf } from '../programming/relation';
import { jobsOfSubject, type OrderedJob } from '../programming/service';
import { doorState } from './door-states';
import { readCase } from './read-case';

/** The doors of a case, with the work on each and until when the key may open it. @throws AppError not_found */
export async function caseDoorSource(reader: Reader, { id, now }: { id: string; now: Date }) {
  const { key } = await readCase({ reader, now }, id);
  const jobs = new Map((await jobsOfSubject(reader, { kind: 'case', id })).map((job) => [job.id, job]));
  const [exposed] = key === null ? [] : await exposureOf(reader, { key_id: key.id }, now);
  const deadAt = new Map(exposed?.doors.map(({ cylinder_id, dead_at }) => [cylinder_id, dead_at]));
  return listSource(keyCaseDoorList, (db, params) =>
    db
      .selectFrom('key_case_door as decided')
      .innerJoin(doorsOf(reader), 'cylinder.id', 'decided.cylinder_id')
      .leftJoin(programmingOf(reader), 'work.order_id', 'decided.order_id')
      .where('decided.case_id', '=', params.id),
  )({
    resource: 'key_desk',
    show: (doors) =>
      doors.select([
        'decided.cylinder_id',
        'cylinder.marking',
        shownName('cylinder').as('name'),
        locationPath('cylinder.location_id').as('place'),
        protectionClass('cylinder.location_id').as('protection_class'),
        'decided.decision',
        'decided.accept_until',
        'decided.reason',
        'decided.decided_by',
        'decided.order_id',
        doorState.as('state'),
        'cylinder.block_used',
        'cylinder.block_limit',
        lastOpened(reader, key?.id ?? null).as('last_opened_at'),
      ]),
    id: 'decided.cylinder_id',
    isCostly: true,
    filters: { state: (state) => sql<boolean>`${doorState} = ${state}` },
    search: (pattern) => cylinderLike('cylinder', pattern),
    sorts: {
      protection_class: [{ unknownLast: protectionClass('cylinder.location_id') }, { ascending: 'cylinder.marking' }],
      marking: 'cylinder.marking',
    },
    present: (row, language) => ({
      ...presentDoor(row),
      job: presentJob(row.order_id === null ? undefined : jobs.get(row.order_id), language),
      dead_at: deadAt.get(row.cylinder_id) ?? null,
    }),
    cells: {
      job_state: ({ job }) => job?.state ?? null,
      programming_key: ({ job }) => job?.programming_key ?? null,
    },
  });
}

const lastOpened = (reader: Reader, keyId: string | null) => sql<Date | null>`(
  select max(event.event_time) from ${eventsOf(reader, 'event')} join ${keysOf(reader)} on key.connection_id = event.connection_id
    and key.external_id = event.key_external_id
  where key.id = ${keyId}::uuid and event.connection_id = cylinder.connection_id
    and event.cylinder_external_id = cylinder.external_id and event.result = 'granted')`;

type Row = Omit<KeyCaseDoor, 'job' | 'dead_at' | 'accept_until' | 'last_opened_at' | 'block_list'> & {
  accept_until: Date | null;
  last_opened_at: Date | null;
  block_used: number | null;
  block_limit: number | null;
};

const presentDoor = (row: Row): Omit<KeyCaseDoor, 'job' | 'dead_at'> => ({
  cylinder_id: row.cylinder_id,
  marking: row.marking,
  name: row.name,
  place: row.place,
  protection_class: row.protection_class,
  decision: row.decision,
  accept_until: row.accept_until?.toISOString() ?? null,
  decided_by: row.decided_by,
  reason: row.reason,
  state: row.state,
  last_opened_at: row.last_opened_at?.toISOString() ?? null,
  block_list:
    row.block_used === null || row.block_limit === null ? null : { used: row.block_used, limit: row.block_limit },
});

const presentJob = (job: OrderedJob | undefined, language: Language): KeyCaseDoor['job'] =>
  job
    ? {
        id: job.id,
        state: job.state,
        problem: job.problem ? renderSentence(job.problem, language) : null,
        programming_key: job.assigned_key,
      }
    : null;
