import type { CalledGroup, CalledPerson, GoneFromSource, SourcePage } from '@key2xs/drivers';
import type { Sentence } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { storable, storableJson } from '#platform/database/storable-json';
import type { Tx } from '#platform/deps';
import { markForComparison } from './needs-compare';
import type { CopyRow } from './replica-queries';
import type { ListedIds } from './unlisted';

type OfCopy = Pick<CopyRow, 'connection_id'>;

/** One more than an id may have, so that a longer one is refused with the other problems of its row. */
const maxIdLength = 501;

/** An id as it is stored. An id that cannot be stored is refused when it is mapped, and never becomes that of another person. */
export const storedId = (id: string): string => storable(id.slice(0, maxIdLength));

/**
 * Saves a page to the replica. Of several entries of one person the last counts. Marks changed people for the next comparison and
 * writes nothing that is unchanged.
 * @returns the ids that the page lists as present
 */
export async function savePage(
  tx: Tx,
  copy: Pick<CopyRow, 'connection_id' | 'settled'>,
  { people, groups }: Pick<SourcePage, 'people' | 'groups'>,
): Promise<ListedIds> {
  const { sent, gone } = sumUpPeople(people);
  const changes = sumUpGroups(groups);
  const members = membersOf(changes);
  const changed = [await savePeople(tx, copy, sent), await saveGone(tx, copy, gone)];
  await leaveGroups(tx, copy, [
    ...[...gone].flatMap(([id, how]) => (how === 'for_good' ? id : [])),
    ...[...sent].flatMap(([id, { is_another }]) => (is_another ? id : [])),
  ]);
  changed.push(await saveGroups(tx, copy, changes), await saveMembers(tx, copy, members));
  if (copy.settled !== null) await markForComparison(tx, copy.connection_id, changed.flat());
  return {
    people: [...sent.keys()],
    groups: [...changes].flatMap(([id, { is_gone }]) => (is_gone ? [] : id)),
    members: members.joined,
  };
}

type Changed = { rows: { id: string }[] };
const idsOf = ({ rows }: Changed) => rows.map(({ id }) => id);

type SentPerson = { values: Record<string, string | null>; problems: readonly Sentence[] | null; is_another: boolean };

function sumUpPeople(people: SourcePage['people']) {
  const sent = new Map<string, SentPerson>();
  const gone = new Map<string, GoneFromSource['gone']>();
  for (const one of people) {
    const id = storedId(one.id);
    if (isGone(one)) {
      sent.delete(id);
      gone.set(id, one.gone);
      continue;
    }
    const is_another = gone.get(id) === 'for_good';
    gone.delete(id);
    const before = sent.get(id);
    sent.set(id, {
      values: { ...before?.values, ...one.values },
      problems: one.problems?.length ? one.problems : null,
      is_another: is_another || before?.is_another === true,
    });
  }
  return { sent, gone };
}

const isGone = (one: CalledPerson | CalledGroup | GoneFromSource): one is GoneFromSource => 'gone' in one;

/**
 * Merges values with the stored ones, except those of a person gone for good: this is another one. Leaves out unchanged people, because a
 * conflict alone would write a lock to the row; one by one, because a database without statistics would read the whole copy.
 */
async function savePeople(tx: Tx, { connection_id }: OfCopy, sent: ReadonlyMap<string, SentPerson>): Promise<string[]> {
  if (sent.size === 0) return [];
  const rows = [...sent].map(([external_id, one]) => ({ external_id, ...one }));
  const written = await sql<{ id: string }>`
    insert into source_person as known (connection_id, external_id, values, problems, is_another)
    select ${connection_id}, external_id, values, problems, is_another
    from jsonb_to_recordset(${storableJson(rows)}::jsonb)
      as sent(external_id text, values jsonb, problems jsonb, is_another boolean)
    left join lateral (
      select gone is null and before.values @> sent.values and before.problems is not distinct from sent.problems as is_same
      from source_person as before
      where before.connection_id = ${connection_id} and before.external_id = sent.external_id limit 1) as existing on true
    where sent.is_another or existing.is_same is not true
    on conflict (connection_id, external_id) do update set
      values = case when known.gone = 'for_good' or excluded.is_another then excluded.values
        else known.values || excluded.values end,
      is_another = known.is_another or excluded.is_another or coalesce(known.gone = 'for_good', false),
      problems = excluded.problems, gone = null, gone_at = null
    returning external_id as id`.execute(tx);
  return idsOf(written);
}

async function saveGone(
  tx: Tx,
  { connection_id }: OfCopy,
  gone: ReadonlyMap<string, GoneFromSource['gone']>,
): Promise<string[]> {
  if (gone.size === 0) return [];
  const rows = [...gone].map(([external_id, gone]) => ({ external_id, gone }));
  const written = await sql<{ id: string }>`
    update source_person as known
    set gone = sent.gone, gone_at = coalesce(known.gone_at, now())
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as sent(external_id text, gone text)
    where known.connection_id = ${connection_id} and known.external_id = sent.external_id
      and (known.gone is null or sent.gone = 'for_good')
    returning known.external_id as id`.execute(tx);
  return idsOf(written);
}

/** For people gone for good: a new person under their id is in none of their groups. */
async function leaveGroups(tx: Tx, { connection_id }: OfCopy, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from source_member
    where connection_id = ${connection_id} and person_id = any(${ids}::text[])`.execute(tx);
}

type GroupChange = { is_gone: boolean; name: string | undefined; members: Map<string, boolean> };

/** By group: whether it is gone, its last name, and who joined or left. */
function sumUpGroups(groups: SourcePage['groups']): ReadonlyMap<string, GroupChange> {
  const changes = new Map<string, GroupChange>();
  for (const one of groups) {
    const id = storedId(one.id);
    if (isGone(one)) {
      changes.set(id, { is_gone: true, name: undefined, members: new Map() });
      continue;
    }
    const change = changes.get(id) ?? { is_gone: false, name: undefined, members: new Map<string, boolean>() };
    changes.set(id, { ...change, is_gone: false, name: one.name ?? change.name });
    for (const person of one.joined) change.members.set(storedId(person), true);
    for (const person of one.left) change.members.set(storedId(person), false);
  }
  return changes;
}

/** @returns former members of groups that are gone; a new group has no members yet */
async function saveGroups(
  tx: Tx,
  { connection_id }: OfCopy,
  changes: ReadonlyMap<string, GroupChange>,
): Promise<string[]> {
  const rows = [...changes].map(([external_id, { is_gone, name = null }]) => ({ external_id, is_gone, name }));
  const gone = rows.flatMap(({ is_gone, external_id }) => (is_gone ? external_id : []));
  const sent = rows.filter(({ is_gone }) => !is_gone);
  if (sent.length > 0) {
    const names = sql`jsonb_to_recordset(${storableJson(sent)}::jsonb) as sent(external_id text, name text)`;
    await sql`
      insert into source_group (connection_id, external_id, name)
      select ${connection_id}, external_id, name from ${names} on conflict do nothing`.execute(tx);
    await sql`
      update source_group as known set name = sent.name from ${names}
      where known.connection_id = ${connection_id} and known.external_id = sent.external_id
        and sent.name is not null and sent.name is distinct from known.name`.execute(tx);
  }
  if (gone.length === 0) return [];
  await sql`
    delete from source_group where connection_id = ${connection_id} and external_id = any(${gone}::text[])`.execute(tx);
  const left = await sql<{ id: string }>`
    delete from source_member where connection_id = ${connection_id} and group_id = any(${gone}::text[])
    returning person_id as id`.execute(tx);
  return idsOf(left);
}

type Member = { person_id: string; group_id: string };
type Members = { joined: Member[]; left: Member[] };

function membersOf(changes: ReadonlyMap<string, GroupChange>): Members {
  const found: Members = { joined: [], left: [] };
  for (const [group_id, { members }] of changes) {
    for (const [person_id, is_in] of members) (is_in ? found.joined : found.left).push({ person_id, group_id });
  }
  return found;
}

/** A member may be listed before the person is. */
async function saveMembers(tx: Tx, { connection_id }: OfCopy, { joined, left }: Members): Promise<string[]> {
  const changed: string[] = [];
  if (left.length > 0) {
    const removed = await sql<{ id: string }>`
      delete from source_member as known using ${asTable(left)}
      where known.connection_id = ${connection_id}
        and known.person_id = sent.person_id and known.group_id = sent.group_id
      returning known.person_id as id`.execute(tx);
    changed.push(...idsOf(removed));
  }
  if (joined.length > 0) {
    const added = await sql<{ id: string }>`
      insert into source_member (connection_id, person_id, group_id)
      select ${connection_id}, person_id, group_id from ${asTable(joined)}
      on conflict do nothing returning person_id as id`.execute(tx);
    changed.push(...idsOf(added));
  }
  return changed;
}

const asTable = (members: readonly Member[]): RawBuilder<unknown> =>
  sql`unnest(${members.map(({ person_id }) => person_id)}::text[], ${members.map(({ group_id }) => group_id)}::text[])
    as sent(person_id, group_id)`;
