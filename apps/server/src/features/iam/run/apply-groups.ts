import { groupLimits } from '@key2xs/contract';
import { groupsKey, listGroups } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';
import { keyOfGroup } from '../called/group-key';

/** Limit of cached combinations of groups, because each person may have a different one. */
const maxCached = 10_000;

/** From the ids of a person's groups, as one text, to `CurrentPerson.groups`. */
export async function loadGroupKeys(db: Db, connectionId: string): Promise<(ids: string) => string> {
  const rows = await db
    .selectFrom('person_group')
    .select(['id', 'external_id'])
    .where('connection_id', '=', connectionId)
    .execute();
  const keys = new Map(rows.map(({ id, external_id }) => [id, external_id]));
  const known = new Map<string, string>();
  return (ids) => {
    const found = known.get(ids);
    if (found !== undefined) return found;
    const groups = ids === '{}' ? [] : ids.slice(1, -1).split(',');
    const key = groupsKey(groups.map((id) => keys.get(id) ?? '').join(';'));
    if (known.size >= maxCached) known.clear();
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
export async function ensureGroups(
  tx: Tx,
  { newId }: Pick<Deps, 'newId'>,
  { connectionId, items }: Chunk,
): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ groups: string }>`
    select distinct ${groupsOf} as groups from change_set_item as item
    where ${items} and item.after ? 'groups' order by 1`.execute(tx);
  const namesById = await listSourceGroups(tx, connectionId);
  const named = rows.map(({ groups }) => ({ groups, names: listGroups(groups) }));
  const spelt = named.toReversed().flatMap((one) => [...one.names]);
  const names = new Map(spelt.map(([key, name]) => [key, namesById.get(key) ?? name]));
  const ids = await ensureNames(tx, newId, { connectionId, names });
  const known = named.map(({ groups, names }) => ({
    groups,
    ids: [...names.keys()].flatMap((key) => ids.get(key) ?? []).sort(),
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as known(groups text, ids uuid[])`;
}

type Names = { connectionId: string; names: ReadonlyMap<string, string> };

/** Groups of an item: by id where they have one. */
export const groupsOf = sql`coalesce(item.after ->> 'group_keys', item.after ->> 'groups')`;

/** A group keeps the spelling it came with. */
async function ensureNames(tx: Tx, newId: Deps['newId'], { connectionId, names }: Names): Promise<Map<string, string>> {
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

/** The names of groups that have ids, by what stands for their id; none for a source of which groups are names. */
async function listSourceGroups(db: Db, connectionId: string): Promise<ReadonlyMap<string, string>> {
  const groups = await db
    .selectFrom('source_group')
    .select(['external_id', 'name'])
    .where('connection_id', '=', connectionId)
    .execute();
  return new Map(groups.map(({ external_id, name }) => [keyOfGroup(external_id), fitName(name ?? external_id)]));
}

const fitName = (name: string): string => name.slice(0, groupLimits.name);

/** A group that has another name in the source is the same; rules that name it stay. */
export async function renameGroups(tx: Tx, connectionId: string): Promise<void> {
  const names = await listSourceGroups(tx, connectionId);
  if (names.size === 0) return;
  const groups = [...names].map(([external_id, name]) => ({ external_id, name }));
  await sql`
    update person_group as known set name = source.name
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as source(external_id text, name text)
    where known.connection_id = ${connectionId} and known.external_id = source.external_id
      and known.name <> source.name`.execute(tx);
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
