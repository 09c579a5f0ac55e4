import { type KeyCustody, keyList } from '@key2xs/contract';
import { sql } from 'kysely';
import { isFullFrom } from '#platform/list/fullness';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../people/relation';
import { carriesRights, heldKeys, rightsChangedAt } from './held-keys';
import { hasTask } from './key-tasks';
import { presentKey } from './present';
import { keysOf, standingsOf } from './relation';

/** A reference is ours if it is the id of a person; foreign ones may have any form. */
const ownPerson = (reader: Reader) => sql<string | null>`(
  select person.id from ${peopleOf(reader)} where person.id = case
    when holder.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then holder.reference::uuid end)`;

const holders = (reader: Reader) => ({
  any: sql<boolean>`standing.recorded_holder is not null`,
  ours: sql<boolean>`standing.key_id in (select held.id from (${heldKeys(reader)}) as held)`,
  none: sql<boolean>`standing.recorded_holder is null`,
});

/** Rights of a holder reach a key only if it carries them; those of others are only known as far as the key system tells. */
const changedAt = sql<Date | null>`case
  when ${carriesRights} and holder.own_reference is not null then ${rightsChangedAt} else key.changed_at end`;

const weekMs = 7 * 86_400_000;

/** `standing.state`, said so that the database knows how many are. */
const isIn = (state: KeyCustody['state']) =>
  sql<boolean>`(standing.kept_state = ${state} or (standing.kept_state is null and standing.found_state = ${state}))`;

const overdue = (now: Date) => sql<boolean>`coalesce(${isIn('handed_out')} and standing.due_at < ${now}, false)`;

/** Changes with every commit, and when a key is overdue or due soon by the clock. */
const keyStamp = (now: Date) => {
  const nextDue = (after: Date) =>
    sql`(select min(due_at) from key_assignment where ended_at is null and due_at >= ${after})`;
  return sql<string>`concat_ws(' ', pg_current_snapshot(), ${nextDue(now)}, ${nextDue(new Date(now.getTime() + weekMs))})`;
};

/** Conditions on `known_key as standing`. */
export const custodyConditions = (now: Date) => ({
  in_stock: isIn('in_stock'),
  reserved: isIn('reserved'),
  handed_out: isIn('handed_out'),
  lost: isIn('lost'),
  broken: isIn('broken'),
  retired: isIn('retired'),
  overdue: overdue(now),
  due_soon: sql<boolean>`coalesce(${isIn('handed_out')} and standing.due_at >= ${now}
    and standing.due_at < ${new Date(now.getTime() + weekMs)}, false)`,
  to_record: sql<boolean>`(not standing.is_same or standing.is_to_write or standing.problem is not null)`,
});

const custodyColumns = [
  'standing.state as custody_state',
  'standing.holder_identity as custody_identity',
  'custodian.id as custodian_id',
  'custodian.display_name as custodian_name',
  'custodian.department as custodian_department',
  'outsider.full_name as outsider_name',
  'reserver.id as reserver_id',
  'reserver.display_name as reserver_name',
  'reserver.department as reserver_department',
  'standing.handed_out_at',
  'standing.due_at',
  'standing.storage',
  'standing.is_kept_here',
  'standing.is_same',
  'standing.is_to_write',
  'standing.problem',
  'standing.recorded_at',
  'standing.version',
] as const;

/**
 * Only what filters and orders need is joined before rows are shown.
 * @param now what is due by then is overdue
 */
export const keySource = (reader: Reader, now: Date) =>
  listSource(keyList, (db) =>
    db
      .selectFrom(standingsOf(reader))
      .leftJoin('recorded_person as holder', (join) =>
        join
          .onRef('holder.connection_id', '=', 'standing.connection_id')
          .onRef('holder.identity', '=', 'standing.recorded_holder'),
      )
      .where('standing.deleted_at', 'is', null),
  )({
    resource: 'keys',
    show: (keys) =>
      keys
        .innerJoin(keysOf(reader), 'key.id', 'standing.key_id')
        .innerJoin('key_system_connection as system', 'system.id', 'key.connection_id')
        .leftJoin(peopleOf(reader, 'custodian'), 'custodian.id', 'standing.person_id')
        .leftJoin(peopleOf(reader, 'reserver'), 'reserver.id', 'standing.reserved_for')
        .leftJoin('recorded_person as outsider', (join) =>
          join
            .onRef('outsider.connection_id', '=', 'standing.connection_id')
            .onRef('outsider.identity', '=', 'standing.holder_identity'),
        )
        .select([
          'key.id',
          'key.connection_id',
          'system.name as connection_name',
          'key.external_id',
          'key.marking',
          'key.name',
          'key.serial',
          'key.key_type',
          'key.state',
          'key.holder_identity',
          'holder.full_name as holder_name',
          ownPerson(reader).as('holder_person_id'),
          'key.last_update_at',
          'key.validity',
          'key.valid_from',
          'key.valid_until',
          'key.revalidation_minutes',
          'key.schedule',
          'key.access_used',
          'key.access_limit',
          changedAt.as('changed_at'),
          'system.inventory_read_at as read_at',
          ...custodyColumns,
          overdue(now).as('is_overdue'),
        ]),
    id: 'standing.key_id',
    isCostly: true,
    stamp: keyStamp(now),
    filters: {
      connection_id: 'standing.connection_id',
      key_type: 'standing.key_type',
      full_from: (percent) => sql`standing.key_id in (
        select id from ${keysOf(reader)} where ${isFullFrom(percent, 'key.access_used', 'key.access_limit')})`,
      state: 'standing.recorded_state',
      person_id: (id) => sql`(standing.connection_id, standing.recorded_holder) in (
      select connection_id, identity from recorded_person where reference = ${id})`,
      custodian_id: (id) => sql`standing.person_id in (select id from ${peopleOf(reader)} where person.id = ${id})`,
      task: (task) => hasTask(reader, task),
      holder: (holder) => holders(reader)[holder],
      custody: (custody) => custodyConditions(now)[custody],
    },
    search: (pattern) => sql`(standing.search_text like ${pattern}
      or standing.person_id in (select id from ${peopleOf(reader)} where search_text like ${pattern})
      or (standing.connection_id, standing.recorded_holder) in (
        select connection_id, identity from recorded_person where search_text like ${pattern}))`,
    sorts: {
      marking: 'standing.marking',
      name: 'standing.name',
      holder: { unknownLast: 'holder.full_name' },
      state: 'standing.recorded_state',
      last_update_at: { unknownLast: 'standing.last_update_at' },
      due_at: { unknownLast: 'standing.due_at' },
    },
    present: presentKey,
    cells: {
      holder_identity: ({ holder }) => holder?.identity ?? null,
      holder_name: ({ holder }) => holder?.name ?? null,
      validity: ({ times }) => times?.validity ?? null,
      valid_from: ({ times }) => times?.valid_from ?? null,
      valid_until: ({ times }) => times?.valid_until ?? null,
      revalidation_minutes: ({ times }) => times?.revalidation_minutes ?? null,
      custody_state: ({ custody }) => custody.state,
      custody_holder: ({ custody }) => custody.holder?.name ?? null,
      since: ({ custody }) => custody.since,
      due_at: ({ custody }) => custody.due_at,
      storage: ({ custody }) => custody.storage,
      recording: ({ custody }) => custody.recording,
    },
  });
