import { type KeyRequest, keyRequestList } from '@key2xs/contract';

import { type RawBuilder, sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import { type Reader, sees } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { isPersonOf } from './own-person';

const doneStates: KeyRequest['state'][] = ['rejected', 'cancelled', 'expired', 'closed'];
const done = sql<boolean>`key_request.state = any(${doneStates}::text[])`;

const me = ({ viewer }: Reader): RawBuilder<string> => sql`${viewer.id ?? null}::uuid`;

const isOwn = (reader: Reader) => sql<boolean>`coalesce(key_request.asked_by_id = ${me(reader)}, false)`;

/** The reader is known by the mail address of the person whom a request is for: `person` of the query. */
const isForReader = (reader: Reader) => isPersonOf(reader.viewer.id === undefined ? [] : [reader.viewer.id]);

/** Waits for a decision that the reader may make: not their own, and with four eyes no second one. */
const canDecide = (reader: Reader): RawBuilder<boolean> =>
  sees(reader.viewer, 'key_desk')
    ? sql<boolean>`(key_request.state in ('to_complete', 'in_approval') and not ${isOwn(reader)} and not ${isForReader(reader)}
      and not (key_request.needs_four_eyes and exists (
        select from key_request_step as other where other.request_id = key_request.id and other.position <> key_request.step
          and other.decision is not null and other.decided_by_id = ${me(reader)})))`
    : sql<boolean>`false`;

/** The reader has decided last, and nothing has followed. */
const canRevoke = (reader: Reader): RawBuilder<boolean> =>
  sees(reader.viewer, 'key_desk')
    ? sql<boolean>`(key_request.state in ('in_approval', 'approved', 'rejected') and coalesce((
        select last.decided_by_id = ${me(reader)} from key_request_step as last
        where last.request_id = key_request.id and last.decision is not null order by last.position desc limit 1), false))`
    : sql<boolean>`false`;

/** Requests for people whom the reader may see: all of them at the desk, else those that the reader has asked for. */
export const requestSource = (reader: Reader) =>
  listSource(keyRequestList, (db) => {
    const requests = db.selectFrom('key_request').innerJoin(peopleOf(reader), 'person.id', 'key_request.person_id');
    return sees(reader.viewer, 'key_desk') ? requests : requests.where(isOwn(reader));
  })({
    resource: 'key_requests',
    show: (requests) =>
      requests
        .leftJoin('key_request_step as current', (join) =>
          join.onRef('current.request_id', '=', 'key_request.id').onRef('current.position', '=', 'key_request.step'),
        )
        .leftJoin(keysOf(reader, 'about'), 'about.id', 'key_request.key_id')
        .leftJoin(keysOf(reader, 'reserved'), 'reserved.id', 'key_request.reserved_key_id')
        .select([
          'key_request.id',
          'key_request.kind',
          'key_request.state',
          'key_request.person_id',
          'person.display_name as person_name',
          'person.department',
          'key_request.place_id',
          'key_request.place_name',
          'key_request.place_words',
          'key_request.is_by_link',
          'about.id as about_id',
          'about.marking as about_marking',
          'reserved.id as reserved_id',
          'reserved.marking as reserved_marking',
          'key_request.starts_at',
          'key_request.ends_at',
          'key_request.granted_until',
          'key_request.is_urgent',
          'key_request.reason',
          'key_request.protection_class',
          'key_request.asked_by',
          'key_request.asked_at',
          isOwn(reader).as('is_own'),
          'key_request.step',
          'key_request.steps',
          sql<
            KeyRequest['step_kind']
          >`case when key_request.state in ('in_approval', 'needs_info') then current.kind end`.as('step_kind'),
          sql<boolean>`(key_request.state = 'in_approval' and current.escalated_at is not null
            or key_request.state = 'to_complete' and key_request.escalated_at is not null)`.as('is_escalated'),
          canDecide(reader).as('can_decide'),
          canRevoke(reader).as('can_revoke'),
          'key_request.pick_up_by',
          'key_request.closed_at',
          'key_request.version',
        ]),
    id: 'key_request.id',
    filters: {
      tab: (tab) => (tab === 'mine' ? isOwn(reader) : canDecide(reader)),
      kind: 'key_request.kind',
      state: (state) =>
        state === 'open'
          ? sql<boolean>`not ${done}`
          : state === 'done'
            ? done
            : sql<boolean>`key_request.state = ${state}`,
      person_id: 'key_request.person_id',
      key_id: (id) => sql<boolean>`(key_request.key_id = ${id} or key_request.reserved_key_id = ${id})`,
    },
    search: (pattern) => sql`(person.search_text like ${pattern} or lower(key_request.place_name) like ${pattern})`,
    sorts: { asked_at: 'key_request.asked_at', ends_at: 'key_request.ends_at' },
    present: presentRequest,
    cells: {
      person_name: ({ person }) => person.name,
      department: ({ person }) => person.department,
      place_name: ({ place }) => place?.name ?? null,
    },
  });

type Instants = 'starts_at' | 'ends_at' | 'granted_until' | 'pick_up_by' | 'closed_at';
type Row = Omit<KeyRequest, Instants | 'asked_at' | 'person' | 'place' | 'key' | 'reserved_key'> & {
  person_id: string;
  person_name: string;
  department: string | null;
  place_id: string | null;
  place_name: string | null;
  about_id: string | null;
  about_marking: string | null;
  reserved_id: string | null;
  reserved_marking: string | null;
  asked_at: Date;
} & { [Name in Instants]: Date | null };

const at = (date: Date | null) => date?.toISOString() ?? null;
const named = (id: string | null, marking: string | null) => (id === null || marking === null ? null : { id, marking });

export function presentRequest({
  person_id,
  person_name,
  department,
  place_id,
  place_name,
  about_id,
  about_marking,
  reserved_id,
  reserved_marking,
  ...row
}: Row): KeyRequest {
  return {
    ...row,
    person: { id: person_id, name: person_name, department },
    place: place_name === null ? null : { id: place_id, name: place_name },
    key: named(about_id, about_marking),
    reserved_key: named(reserved_id, reserved_marking),
    asked_at: row.asked_at.toISOString(),
    starts_at: at(row.starts_at),
    ends_at: at(row.ends_at),
    granted_until: at(row.granted_until),
    pick_up_by: at(row.pick_up_by),
    closed_at: at(row.closed_at),
  };
}
