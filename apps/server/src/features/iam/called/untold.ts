import { sql } from 'kysely';
import type { Tx } from '#platform/deps';

export type Told = {
  people: readonly string[];
  groups: readonly string[];
  members: readonly { person_id: string; group_id: string }[];
};

/** Of a page of a reading from the start. A mark on each row of the copy would write all of it anew, also without news. */
export async function noteTold(tx: Tx, connection_id: string, { people, groups, members }: Told): Promise<void> {
  const member_people = members.map(({ person_id }) => person_id);
  const member_groups = members.map(({ group_id }) => group_id);
  const told = { people: [...people], groups: [...groups], member_people, member_groups };
  await tx
    .insertInto('source_told')
    .values({ connection_id, ...told })
    .execute();
}

export async function forgetTold(tx: Tx, connectionId: string): Promise<void> {
  await tx.deleteFrom('source_told').where('connection_id', '=', connectionId).execute();
}

/**
 * After a reading from the start: whoever no page told of is gone, and so are groups and members. Sets are subtracted: in a
 * database without statistics each row might be looked for in all that was told.
 */
export async function dropUntold(tx: Tx, connectionId: string): Promise<void> {
  const ofSource = sql`connection_id = ${connectionId}`;
  await sql`
    with untold as materialized (
      select external_id from source_person where ${ofSource} and gone is null
      except select unnest(people) from source_told where ${ofSource})
    update source_person as known set gone = 'unlisted', gone_at = now() from untold
    where ${ofSource} and known.external_id = untold.external_id`.execute(tx);
  // Whoever can come back keeps their groups meanwhile: a source tells of them neither while they are gone nor afterwards.
  await sql`
    with untold as materialized (
      select person_id, group_id from source_member where ${ofSource}
      except select unnest(member_people), unnest(member_groups) from source_told where ${ofSource})
    delete from source_member as known using untold
    where ${ofSource} and known.person_id = untold.person_id and known.group_id = untold.group_id and not exists (
      select from source_person as person where person.connection_id = ${connectionId}
        and person.external_id = untold.person_id and person.gone <> 'for_good')`.execute(tx);
  await sql`
    with untold as materialized (
      select external_id from source_group where ${ofSource}
      except select unnest(groups) from source_told where ${ofSource})
    delete from source_group as known using untold
    where ${ofSource} and known.external_id = untold.external_id`.execute(tx);
  await forgetTold(tx, connectionId);
}
