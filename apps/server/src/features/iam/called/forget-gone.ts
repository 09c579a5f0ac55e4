import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** As long as directories can restore people and then list only their changes. */
const restorableDays = 30;
/** At most so many at once; the rest follow the next time. */
const maxPeople = 10_000;

/**
 * Deletes replicas of people who are gone once they cannot be restored any more, and a new person
 * under their id needs a decision, or they were never imported.
 */
export async function forgetGone(db: Db): Promise<void> {
  await sql`
    with forgotten as (
      delete from source_person where (connection_id, external_id) in (
        select connection_id, external_id from source_person as listed
        where gone is not null and gone_at < now() - make_interval(days => ${restorableDays})
          and not exists (select from person
            where person.connection_id = listed.connection_id and person.external_id = listed.external_id
              and superseded_at is null and (state = 'left' and forgotten_after <= now()) is not true)
        order by gone_at limit ${maxPeople} for update skip locked)
      returning connection_id, external_id)
    delete from source_member using forgotten
    where source_member.connection_id = forgotten.connection_id and person_id = forgotten.external_id`.execute(db);
}
