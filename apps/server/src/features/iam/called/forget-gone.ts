import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** As long as directories can restore somebody; what is told of them then may be only what has changed. */
const restorableDays = 30;
/** Of one go; the rest has time until the next. */
const mostPeople = 10_000;

/**
 * Deletes what sources have told of people who are gone, once nobody needs it: they cannot be restored any more, and whoever
 * comes under their id is asked about, or has never been taken over.
 */
export async function forgetGone(db: Db): Promise<void> {
  await sql`
    with forgotten as (
      delete from source_person where (connection_id, external_id) in (
        select connection_id, external_id from source_person as told
        where gone is not null and gone_at < now() - make_interval(days => ${restorableDays})
          and not exists (select from person
            where person.connection_id = told.connection_id and person.external_id = told.external_id
              and superseded_at is null and (state = 'left' and forgotten_after <= now()) is not true)
        order by gone_at limit ${mostPeople} for update skip locked)
      returning connection_id, external_id)
    delete from source_member using forgotten
    where source_member.connection_id = forgotten.connection_id and person_id = forgotten.external_id`.execute(db);
}
