import { sql } from 'kysely';
import type { Tx } from '#platform/deps';

export type ListedIds = {
  people: readonly string[];
  groups: readonly string[];
  members: readonly { person_id: string; group_id: string }[];
};

/** Saves the ids on a page of a full reading. A mark on each row of the replica would rewrite all of it, also without changes. */
export async function saveListed(tx: Tx, connection_id: string, { people, groups, members }: ListedIds): Promise<void> {
  const member_people = members.map(({ person_id }) => person_id);
  const member_groups = members.map(({ group_id }) => group_id);
  const listed = { people: [...people], groups: [...groups], member_people, member_groups };
  await tx
    .insertInto('source_told')
    .values({ connection_id, ...listed })
    .execute();
}

export async function clearListed(tx: Tx, connectionId: string): Promise<void> {
  await tx.deleteFrom('source_told').where('connection_id', '=', connectionId).execute();
}

/**
 * After a full reading: people on no page are gone, and so are groups and members. Subtracts sets: in a
 * database without statistics each row might be searched for in all listed ones.
 */
export async function markUnlisted(tx: Tx, connectionId: string): Promise<void> {
  const ofSource = sql`connection_id = ${connectionId}`;
  await sql`
    with unlisted as materialized (
      select external_id from source_person where ${ofSource} and gone is null
      except select unnest(people) from source_told where ${ofSource})
    update source_person as known set gone = 'unlisted', gone_at = now() from unlisted
    where ${ofSource} and known.external_id = unlisted.external_id`.execute(tx);
  // People who can be restored keep their groups: a source lists these neither while they are gone nor afterwards.
  await sql`
    with unlisted as materialized (
      select person_id, group_id from source_member where ${ofSource}
      except select unnest(member_people), unnest(member_groups) from source_told where ${ofSource})
    delete from source_member as known using unlisted
    where ${ofSource} and known.person_id = unlisted.person_id and known.group_id = unlisted.group_id and not exists (
      select from source_person as person where person.connection_id = ${connectionId}
        and person.external_id = unlisted.person_id and person.gone <> 'for_good')`.execute(tx);
  await sql`
    with unlisted as materialized (
      select external_id from source_group where ${ofSource}
      except select unnest(groups) from source_told where ${ofSource})
    delete from source_group as known using unlisted
    where ${ofSource} and known.external_id = unlisted.external_id`.execute(tx);
  await clearListed(tx, connectionId);
}
