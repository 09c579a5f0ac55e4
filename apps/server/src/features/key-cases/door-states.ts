import type { KeyCase, KeyCaseDetail, KeyCaseDoor } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { exposureOf } from '../effective-access/service';
import { programmingOf } from '../programming/relation';
import { waitsForJoiner } from './joiner-facts';

export type DoorState = KeyCaseDoor['state'];

/**
 * What has become of a door of a case, on `key_case_door as decided` and the work ordered for it, `work`. A job that is done has
 * secured the door; one that has failed or was cancelled has not.
 */
export const doorState: RawBuilder<DoorState> = sql<DoorState>`case decided.decision
  when 'replaced' then 'secured'
  when 'replace' then 'waiting'
  when 'accept' then 'accepted'
  when 'block' then case
    when work.stage = 'done' then 'secured'
    when work.stage in ('failed', 'cancelled') or work.stage is null then 'failed'
    else 'waiting' end
  else 'undecided' end`;

/** The doors of cases that the reader may see, each with the work ordered for it, as `decided`, `cylinder` and `work`. */
export const caseDoors = (reader: Pick<Reader, 'viewer'>): RawBuilder<unknown> => sql`key_case_door as decided
  join ${doorsOf(reader)} on cylinder.id = decided.cylinder_id
  left join ${programmingOf(reader)} on work.order_id = decided.order_id`;

/** Of `key_case`. */
export const doorCounts = (reader: Pick<Reader, 'viewer'>): RawBuilder<KeyCase['doors']> => sql<KeyCase['doors']>`(
  select json_build_object(
    'undecided', count(*) filter (where state = 'undecided'), 'waiting', count(*) filter (where state = 'waiting'),
    'failed', count(*) filter (where state = 'failed'), 'secured', count(*) filter (where state = 'secured'),
    'accepted', count(*) filter (where state = 'accepted'))
  from (select ${doorState} as state from ${caseDoors(reader)} where decided.case_id = key_case.id) as door)`;

/** Of `key_case`: the doors of a move that the reader may see; null for a case of another kind. */
export const movedDoors = (reader: Pick<Reader, 'viewer'>): RawBuilder<KeyCase['moved_doors']> => sql<
  KeyCase['moved_doors']
>`case when key_case.doors_gained is not null then (
  select json_build_object('gained', count(*) filter (where cylinder.id = any(key_case.doors_gained)),
    'lost', count(*) filter (where cylinder.id = any(key_case.doors_lost)))
  from ${doorsOf(reader)} where cylinder.id = any(key_case.doors_gained || key_case.doors_lost)) end`;

/** Of `key_case`: where it stands on the board, of the doors that the reader may see. The steps are those of `nextCaseStep`. */
export const caseLane = (reader: Pick<Reader, 'viewer'>): RawBuilder<KeyCase['lane']> => sql<KeyCase['lane']>`case
  when key_case.closed_at is not null then 'done'
  when key_case.kind in ('return', 'mover') then 'holder'
  when key_case.kind = 'joiner' then case when ${waitsForJoiner(reader)} then 'holder' else 'to_do' end
  when key_case.kind = 'forgotten' and key_case.replacement_key_id is not null then 'holder'
  when key_case.kind = 'lost' then (
    select case when count(*) filter (where state in ('undecided', 'failed')) = 0 and count(*) filter (where state = 'waiting') > 0
      then 'work' else 'to_do' end
    from (select ${doorState} as state from ${caseDoors(reader)} where decided.case_id = key_case.id) as door)
  else 'to_do' end`;

/** What the key of a case may still open, of what the reader may see; null when nothing is known of what it holds. */
export async function exposureOfCase(
  reader: Reader,
  { id, now }: { id: string; now: Date },
): Promise<KeyCaseDetail['exposure']> {
  const [exposure] = await exposureOf(reader, { key_id: id }, now);
  if (!exposure) return null;
  const { doors, is_known, dead_at } = exposure;
  const isOver = dead_at !== null && Date.parse(dead_at) <= now.getTime();
  const open = isOver ? [] : doors.filter(({ effective }) => effective !== 'no');
  if (open.length === 0 && !is_known && !isOver) return null;
  return { doors: open.length, ends_at: open.length > 0 ? dead_at : null, is_known: is_known || isOver };
}
