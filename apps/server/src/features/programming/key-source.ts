import { type ProgrammingKey, programmingDeviceList, programmingKeyList } from '@key2xs/contract';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import { type Reader, sees } from '#platform/visible-to';
import { peopleOf } from '../people/relation';
import { jobsPerKey } from './policy';

/** As the key system counts them; where its jobs are known, from those and from what is about to be assigned. */
const load = sql<number>`case
  when 'read_programming_jobs' = any(system.capabilities) then (
    select count(*)::int from programming_work as work left join programming_order as ordered on ordered.id = work.order_id
    where work.connection_id = carrier.connection_id and case when ordered.is_to_assign
      then ordered.programming_key_id = carrier.id
      else work.assigned_key = carrier.marking and work.stage in ('assigned', 'loaded_on_key') end)
  else carrier.jobs end`;

type KeyRow = {
  id: string;
  connection_id: string;
  connection_name: string;
  marking: string;
  kind: string;
  holder_identity: string | null;
  holder_name: string | null;
  holder_person_id: string | null;
  jobs: number;
  job_limit: number | null;
  usual_limit: number;
  read_at: Date | null;
};

/** Programming keys belong to no place; its holder is shown to readers who may see that person. */
export const programmingKeySource = (reader: Reader) =>
  listSource(programmingKeyList, (db) =>
    db
      .selectFrom('programming_key as carrier')
      .innerJoin('key_system_connection as system', 'system.id', 'carrier.connection_id')
      .where('carrier.deleted_at', 'is', null),
  )({
    resource: 'inventory',
    show: (keys) =>
      keys
        .leftJoin('recorded_person as holder', (join) =>
          join
            .onRef('holder.connection_id', '=', 'carrier.connection_id')
            .onRef('holder.identity', '=', 'carrier.holder_identity'),
        )
        .leftJoin(peopleOf(reader, 'person'), 'person.id', 'holder.own_reference')
        .select([
          'carrier.id',
          'carrier.connection_id',
          'system.name as connection_name',
          'carrier.marking',
          'carrier.kind',
          'carrier.holder_identity',
          'holder.full_name as holder_name',
          'person.id as holder_person_id',
          load.as('jobs'),
          'carrier.job_limit',
          jobsPerKey.as('usual_limit'),
          'system.inventory_read_at as read_at',
        ]),
    id: 'carrier.id',
    filters: { connection_id: 'carrier.connection_id' },
    search: (pattern) => sql`lower(carrier.marking) like ${pattern}`,
    sorts: { marking: 'carrier.marking', jobs: load },
    present: presentKey,
    cells: { holder: ({ holder }) => holder?.name ?? null },
  });

function presentKey(row: KeyRow, _language: unknown, viewer: Reader['viewer']): ProgrammingKey {
  const { holder_identity, holder_name, holder_person_id, job_limit, usual_limit, read_at, ...key } = row;
  const isShown = sees(viewer, 'people') && (viewer.scope?.departments ? holder_person_id !== null : true);
  return {
    ...key,
    holder:
      holder_identity !== null && isShown
        ? { name: holder_name || holder_identity, person_id: holder_person_id }
        : null,
    job_limit: job_limit ?? usual_limit,
    is_limit_told: job_limit !== null,
    read_at: read_at?.toISOString() ?? null,
  };
}

export const programmingDeviceSource = listSource(programmingDeviceList, (db) =>
  db
    .selectFrom('programming_device as device')
    .innerJoin('key_system_connection as system', 'system.id', 'device.connection_id')
    .where('device.deleted_at', 'is', null),
)({
  resource: 'inventory',
  show: (devices) =>
    devices.select([
      'device.id',
      'device.connection_id',
      'system.name as connection_name',
      'device.name',
      'device.kind',
      'device.place',
      'device.last_contact_at',
      'system.inventory_read_at as read_at',
    ]),
  id: 'device.id',
  filters: { connection_id: 'device.connection_id' },
  search: (pattern) => sql`lower(device.name || ' ' || device.place) like ${pattern}`,
  sorts: {
    name: 'device.name',
    last_contact_at: { unknownLast: 'device.last_contact_at' },
    place: 'device.place',
  },
  present: ({ last_contact_at, read_at, ...device }) => ({
    ...device,
    last_contact_at: last_contact_at?.toISOString() ?? null,
    read_at: read_at?.toISOString() ?? null,
  }),
  cells: {},
});
