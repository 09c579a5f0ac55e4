import { type KeyRing, keyRingList } from '@key2xs/contract';
import { ringState } from '@key2xs/domain';
import { sql } from 'kysely';
import { notFound } from '#platform/errors';
import { listSource } from '#platform/list/list-source';
import { readRow } from '#platform/list/read-some';
import type { Reader } from '#platform/visible-to';
import { keysOf } from '../../keys/relation';
import { peopleOf } from '../../people/relation';
import { type Holder, type Standing, sameHolder, stateOf } from '../change-custody';

type Member = Standing & { id: string; marking: string; holder: string | null };

/** The keys of a ring that the reader may see, by marking. */
const members = (reader: Reader) => sql<Member[]>`coalesce((
  select json_agg(json_build_object('id', key.id, 'marking', key.marking, 'state', standing.state, 'person_id', standing.person_id,
    'assignment_id', coalesce(standing.assignment_id, case when standing.holder_identity is not null then key.id end),
    'holder_identity', case when standing.person_id is null then standing.holder_identity end, 'reserved_for', standing.reserved_for,
    'holder', coalesce(shown.display_name, standing.holder_identity)) order by lower(key.marking), key.id)
  from key_ring_member as member join ${keysOf(reader)} on key.id = member.key_id
  join key_standing as standing on standing.key_id = key.id
  left join ${peopleOf(reader, 'shown')} on shown.id = standing.person_id
  where member.ring_id = key_ring.id and key.deleted_at is null), '[]')`;

export const ringSource = (reader: Reader) =>
  listSource(keyRingList, (db) => db.selectFrom('key_ring'))({
    resource: 'key_desk',
    show: (rings) =>
      rings.select([
        'key_ring.id',
        'key_ring.name',
        'key_ring.created_at',
        'key_ring.created_by',
        'key_ring.version',
        members(reader).as('members'),
      ]),
    id: 'key_ring.id',
    isCostly: true,
    filters: {},
    search: (pattern) => sql`lower(key_ring.name) like ${pattern}`,
    sorts: { name: sql`lower(key_ring.name)` },
    present: presentRing,
    cells: { keys: ({ keys }) => keys.map(({ marking }) => marking).join(', ') },
  });

type RingRow = {
  id: string;
  name: string;
  created_at: Date;
  created_by: string;
  version: number;
  members: Member[];
};

function presentRing({ members: keys, created_at, ...row }: RingRow): KeyRing {
  const { is } = ringState<Holder>(
    keys.map((key) => stateOf({ ...key, due_at: null })),
    sameHolder,
  );
  return {
    ...row,
    state: is,
    holder: is === 'handed_out' ? (keys[0]?.holder ?? null) : null,
    keys: keys.map(({ id, marking }) => ({ id, marking })),
    created_at: created_at.toISOString(),
  };
}

/** @throws AppError not_found */
export async function getRing(reader: Reader, id: string): Promise<KeyRing> {
  const row = await readRow(reader, ringSource(reader), id);
  if (!row) throw notFound('key_ring');
  return presentRing(row);
}
