import { groupsKey, listGroups } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';

/** From the ids of a person's groups, as one text, to `CurrentPerson.groups`. People in the same groups share a string. */
export async function loadGroupKeys(db: Db, connectionId: string): Promise<(ids: string) => string> {
  const rows = await db
    .selectFrom('person_group')
    .select(['id', 'external_id'])
    .where('connection_id', '=', connectionId)
    .execute();
  const keys = new Map(rows.map(({ id, external_id }) => [id, external_id]));
  const known = new Map([['{}', '']]);
  return (ids) => {
    const found = known.get(ids);
    if (found !== undefined) return found;
    const groups = ids.slice(1, -1).split(',');
    const key = groupsKey(groups.map((id) => keys.get(id) ?? '').join(';'));
    known.set(ids, key);
    return key;
  };
}

type Chunk = { connectionId: string; items: RawBuilder<unknown> };

/**
 * Makes the groups that items of a change set name, where they are not there yet; one that was gone is back.
 * @param items which items, as a condition over `item`
 * @returns a table `known` of each text of groups with the ids for `person.group_ids`
 */
export async function keepGroups(
  tx: Tx,
  { newId }: Pick<Deps, 'newId'>,
  { connectionId, items }: Chunk,
): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ groups: string }>`
    select distinct item.after ->> 'groups' as groups from change_set_item as item
    where ${items} and item.after ? 'groups' order by 1`.execute(tx);
  const named = rows.map(({ groups }) => ({ groups, names: listGroups(groups) }));
  const names = new Map(named.toReversed().flatMap((one) => [...one.names]));
  const ids = await keepNames(tx, newId, { connectionId, names });
  const known = named.map(({ groups, names }) => ({
    groups,
    ids: [...names.keys()].flatMap((key) => ids.get(key) ?? []).sort(),
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as known(groups text, ids uuid[])`;
}

type Names = { connectionId: string; names: ReadonlyMap<string, string> };

/** A group keeps the spelling it came with. */
async function keepNames(tx: Tx, newId: Deps['newId'], { connectionId, names }: Names): Promise<Map<string, string>> {
  if (names.size === 0) return new Map();
  const groups = [...names].map(([external_id, name]) => ({ id: newId(), external_id, name }));
  const { rows } = await sql<{ id: string; external_id: string }>`
    insert into person_group (id, connection_id, external_id, name)
    select id, ${connectionId}, external_id, name
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as named(id uuid, external_id text, name text)
    on conflict (connection_id, external_id) do update set gone_at = null
    returning id, external_id`.execute(tx);
  return new Map(rows.map(({ id, external_id }) => [external_id, id]));
}

/** Groups that no active person has any more. */
export async function markGone(tx: Tx, connectionId: string): Promise<void> {
  await sql`
    update person_group set gone_at = now()
    where connection_id = ${connectionId} and gone_at is null and id not in (
      select unnest(group_ids) from person where connection_id = ${connectionId} and active and group_ids <> '{}')`.execute(
    tx,
  );
}
