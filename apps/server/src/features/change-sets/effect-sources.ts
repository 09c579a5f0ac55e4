import { changedDoorList, changedKeyList, changedPersonList } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { cylinderLike, shownName } from '#platform/door-names';
import { listSource } from '#platform/list/list-source';
import { carriesRights } from '../keys/service';
import { keysConcerned } from './save-effect';

/** Markings of the keys a person holds, as last read. */
const heldKeys = sql<string[]>`array(
  select key.marking from change_set
  join recorded_person as holder on holder.own_reference = person.person_id
    and holder.connection_id = coalesce(change_set.key_system_connection_id, holder.connection_id)
  join key on key.connection_id = holder.connection_id and key.holder_identity = holder.identity
  where change_set.id = person.change_set_id and key.deleted_at is null
  order by key.marking)`;

const isChanged = {
  gains: sql<boolean>`gained > 0`,
  loses: sql<boolean>`lost > 0`,
  other_hours: sql<boolean>`other_hours > 0`,
};

export const changedPersonSource = listSource(changedPersonList, (db, { id }) =>
  db.selectFrom('change_set_person as person').where('person.change_set_id', '=', id),
)({
  resource: 'change_sets',
  show: (people) =>
    people.select([
      'person.person_id',
      'label',
      'reference',
      'department',
      'gained',
      'lost',
      'other_hours',
      'because',
      heldKeys.as('keys'),
    ]),
  id: 'person.person_id',
  isCostly: true,
  filters: { change: (wanted) => isChanged[wanted], department: 'department' },
  search: (pattern) => sql`(lower(label) like ${pattern} or lower(reference) like ${pattern})`,
  sorts: {
    lost: ['lost', { ascending: 'label' }],
    gained: ['gained', { ascending: 'label' }],
    label: 'label',
    department: { unknownLast: 'department' },
  },
  present: ({ because, ...row }, language) => ({
    ...row,
    because: because.map((one) => renderSentence(one, language)),
  }),
  cells: {
    because: ({ because }) => because.join('; '),
    keys: ({ keys }) => keys.join('; '),
  },
});

// The door may be gone from the inventory.
const doorName = sql<string>`coalesce(${shownName('cylinder')}, '')`;

export const changedDoorSource = listSource(changedDoorList, (db, { id }) =>
  db
    .selectFrom('change_set_door as door')
    .leftJoin('cylinder', 'cylinder.id', 'door.cylinder_id')
    .where('door.change_set_id', '=', id),
)({
  resource: 'change_sets',
  show: (doors) =>
    doors.select([
      'door.cylinder_id',
      'door.gained',
      'door.lost',
      sql<string>`coalesce(cylinder.marking, '')`.as('marking'),
      doorName.as('name'),
      sql<string>`coalesce(cylinder.location, '')`.as('location'),
    ]),
  id: 'door.cylinder_id',
  filters: {},
  search: (pattern) => cylinderLike('cylinder', pattern),
  sorts: {
    lost: ['door.lost', { ascending: 'cylinder.marking' }],
    gained: ['door.gained', { ascending: 'cylinder.marking' }],
    marking: 'cylinder.marking',
    name: doorName,
  },
  present: (row) => row,
  cells: {},
});

export const changedKeySource = listSource(changedKeyList, (db, { id }) =>
  keysConcerned(db).where('concerned.change_set_id', '=', id),
)({
  resource: 'change_sets',
  show: (keys) =>
    keys
      .innerJoin('key_system_connection as system', 'system.id', 'key.connection_id')
      .select([
        'key.id',
        'key.marking',
        'key.name',
        'key.key_type',
        'system.name as connection_name',
        carriesRights.as('carries_rights'),
        'key.last_update_at',
        'concerned.person_id',
        'concerned.label as holder',
        'concerned.gained',
        'concerned.lost',
      ]),
  id: 'key.id',
  filters: { carries_rights: (wanted) => sql`${carriesRights} = ${wanted}` },
  search: (pattern) => sql`(key.search_text like ${pattern} or lower(concerned.label) like ${pattern})`,
  sorts: { marking: 'key.marking', holder: 'concerned.label', last_update_at: { unknownLast: 'key.last_update_at' } },
  present: ({ last_update_at, ...row }) => ({ ...row, last_update_at: last_update_at?.toISOString() ?? null }),
  cells: {},
});
