import { type RawBuilder, sql } from 'kysely';
import { asProduct, type Reader, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';

/** Whether the reader may see a row of `item`: its person, and all of its doors. Those who are none of our people are in no scope. */
export function isItemOf(reader: Reader): RawBuilder<boolean> {
  const { scope } = reader.viewer;
  const ofPerson = scope?.departments
    ? sql`item.person_id in (select inside.id from ${peopleOf(reader, 'inside')})`
    : sql`true`;
  const ofDoors = scope?.places
    ? sql`not exists (select from unnest(item.door_ids) as one(id) where one.id not in (select door.id from ${doorsOf(reader, 'door')}))`
    : sql`true`;
  return sql<boolean>`(${ofPerson} and ${ofDoors})`;
}

/**
 * A query of every right of every review that the reader may see, as "right": with the names of the review, of the holder (null once
 * erased) and of the doors.
 */
export const reviewedRightsOf = (reader: Reader): RawBuilder<unknown> => {
  const all = asProduct(reader.db); // the row itself is checked
  return sql`(
    select item.*, access_review.name as review, access_review.started_at,
      coalesce(person.display_name, recorded_holder.full_name, key.marking) as holder,
      (select string_agg(door ->> 'name', '; ' order by door ->> 'name') from jsonb_array_elements(item.doors) as door) as door_names
    from access_review_item as item
    join access_review on access_review.id = item.review_id
    left join ${peopleOf(all)} on person.id = item.person_id
    left join recorded_person as recorded_holder on recorded_holder.id = item.recorded_person_id
    left join ${keysOf(all)} on key.id = item.key_id
    where ${isItemOf(reader)} and ${visibleTo(reader.viewer, 'access_reviews')}) as "right"`;
};
