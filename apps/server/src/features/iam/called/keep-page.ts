import type { CalledGroup, CalledPerson, GoneFromSource, SourcePage } from '@key2xs/drivers';
import type { Sentence } from '@key2xs/texts';
import { sql } from 'kysely';
import { storable, storableJson } from '#platform/database/storable-json';
import type { Tx } from '#platform/deps';
import type { CopyRow } from './copy-queries';
import { unsettle } from './unsettled';

type Mark = Pick<CopyRow, 'connection_id' | 'reading'>;

/** One more than a person's id may have, so that a longer one is refused with the others of its row. */
const mostOfId = 501;

/** Ids as they are stored. One that cannot be is refused when it is mapped; it never becomes that of another. */
export const keptId = (id: string): string => storable(id.slice(0, mostOfId));

/** Takes over what a page tells: of somebody told several times, the last counts. Whoever is not as before is unsettled. */
export async function keepPage(
  tx: Tx,
  copy: Mark & Pick<CopyRow, 'settled'>,
  { people, groups }: Pick<SourcePage, 'people' | 'groups'>,
) {
  const { told, gone } = sumUpPeople(people);
  const changes = sumUpGroups(groups);
  const changed = [await keepPeople(tx, copy, told), await keepGone(tx, copy, gone)];
  await leaveGroups(tx, copy, [
    ...[...gone].flatMap(([id, how]) => (how === 'for_good' ? id : [])),
    ...[...told].flatMap(([id, { is_another }]) => (is_another ? id : [])),
  ]);
  changed.push(await keepGroups(tx, copy, changes), await keepMembers(tx, copy, changes));
  if (copy.settled !== null) await unsettle(tx, copy.connection_id, changed.flat());
}

type Changed = { rows: { id: string }[] };
const idsOf = ({ rows }: Changed) => rows.map(({ id }) => id);

type Told = { values: Record<string, string | null>; problems: readonly Sentence[] | null; is_another: boolean };

function sumUpPeople(people: SourcePage['people']) {
  const told = new Map<string, Told>();
  const gone = new Map<string, GoneFromSource['gone']>();
  for (const one of people) {
    const id = keptId(one.id);
    if (isGone(one)) {
      told.delete(id);
      gone.set(id, one.gone);
      continue;
    }
    const is_another = gone.get(id) === 'for_good';
    gone.delete(id);
    const before = told.get(id);
    told.set(id, {
      values: { ...before?.values, ...one.values },
      problems: one.problems?.length ? one.problems : null,
      is_another: is_another || before?.is_another === true,
    });
  }
  return { told, gone };
}

const isGone = (one: CalledPerson | CalledGroup | GoneFromSource): one is GoneFromSource => 'gone' in one;

/** Writes nobody who is as told before. Values are kept, but not of somebody who is gone for good: this is another. */
async function keepPeople(
  tx: Tx,
  { connection_id, reading }: Mark,
  told: ReadonlyMap<string, Told>,
): Promise<string[]> {
  if (told.size === 0) return [];
  const rows = [...told].map(([external_id, one]) => ({ external_id, ...one }));
  const written = await sql<{ id: string }>`
    insert into source_person as known (connection_id, external_id, values, problems, read_mark, is_another)
    select ${connection_id}, external_id, values, problems, ${reading}, is_another
    from jsonb_to_recordset(${storableJson(rows)}::jsonb)
      as told(external_id text, values jsonb, problems jsonb, is_another boolean)
    on conflict (connection_id, external_id) do update set
      values = case when known.gone = 'for_good' or excluded.is_another then excluded.values
        else known.values || excluded.values end,
      is_another = known.is_another or excluded.is_another or coalesce(known.gone = 'for_good', false),
      problems = excluded.problems, read_mark = excluded.read_mark, gone = null, gone_at = null
    where known.gone is not null or excluded.is_another
      or (known.values || excluded.values, known.problems, known.read_mark)
        is distinct from (known.values, excluded.problems, excluded.read_mark)
    returning external_id as id`.execute(tx);
  return idsOf(written);
}

async function keepGone(
  tx: Tx,
  { connection_id, reading }: Mark,
  gone: ReadonlyMap<string, GoneFromSource['gone']>,
): Promise<string[]> {
  if (gone.size === 0) return [];
  const rows = [...gone].map(([external_id, gone]) => ({ external_id, gone }));
  const written = await sql<{ id: string }>`
    update source_person as known
    set gone = told.gone, gone_at = coalesce(known.gone_at, now()), read_mark = ${reading}
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as told(external_id text, gone text)
    where known.connection_id = ${connection_id} and known.external_id = told.external_id
      and (known.gone is null or told.gone = 'for_good')
    returning known.external_id as id`.execute(tx);
  return idsOf(written);
}

/** Of those who are gone for good: whoever comes under their id was in none of them. */
async function leaveGroups(tx: Tx, { connection_id }: Mark, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from source_member
    where connection_id = ${connection_id} and person_id = any(${ids}::text[])`.execute(tx);
}

type GroupChange = { is_gone: boolean; name: string | undefined; members: Map<string, boolean> };

/** Of each group, whether it is gone, its last name, and who is in it or no longer. */
function sumUpGroups(groups: SourcePage['groups']): ReadonlyMap<string, GroupChange> {
  const changes = new Map<string, GroupChange>();
  for (const one of groups) {
    const id = keptId(one.id);
    if (isGone(one)) {
      changes.set(id, { is_gone: true, name: undefined, members: new Map() });
      continue;
    }
    const change = changes.get(id) ?? { is_gone: false, name: undefined, members: new Map<string, boolean>() };
    changes.set(id, { ...change, is_gone: false, name: one.name ?? change.name });
    for (const person of one.joined) change.members.set(keptId(person), true);
    for (const person of one.left) change.members.set(keptId(person), false);
  }
  return changes;
}

/** @returns who was in groups that are gone; a group that is new has nobody in it yet */
async function keepGroups(
  tx: Tx,
  { connection_id, reading }: Mark,
  changes: ReadonlyMap<string, GroupChange>,
): Promise<string[]> {
  const rows = [...changes].map(([external_id, { is_gone, name = null }]) => ({ external_id, is_gone, name }));
  const gone = rows.flatMap(({ is_gone, external_id }) => (is_gone ? external_id : []));
  const told = rows.filter(({ is_gone }) => !is_gone);
  if (told.length > 0) {
    await sql`
      insert into source_group as known (connection_id, external_id, name, read_mark)
      select ${connection_id}, external_id, name, ${reading}
      from jsonb_to_recordset(${storableJson(told)}::jsonb) as told(external_id text, name text)
      on conflict (connection_id, external_id) do update
      set name = coalesce(excluded.name, known.name), read_mark = excluded.read_mark`.execute(tx);
  }
  if (gone.length === 0) return [];
  await sql`
    delete from source_group where connection_id = ${connection_id} and external_id = any(${gone}::text[])`.execute(tx);
  const left = await sql<{ id: string }>`
    delete from source_member where connection_id = ${connection_id} and group_id = any(${gone}::text[])
    returning person_id as id`.execute(tx);
  return idsOf(left);
}

/** A member may be told before the person is. */
async function keepMembers(
  tx: Tx,
  { connection_id, reading }: Mark,
  changes: ReadonlyMap<string, GroupChange>,
): Promise<string[]> {
  const rows = [...changes].flatMap(([group_id, { members }]) =>
    [...members].map(([person_id, is_in]) => ({ group_id, person_id, is_in })),
  );
  if (rows.length === 0) return [];
  const told = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told(group_id text, person_id text, is_in boolean)`;
  const left = await sql<{ id: string }>`
    delete from source_member as known using ${told}
    where not told.is_in and known.connection_id = ${connection_id}
      and known.person_id = told.person_id and known.group_id = told.group_id
    returning known.person_id as id`.execute(tx);
  const joined = await sql<{ id: string }>`
    insert into source_member as known (connection_id, person_id, group_id, read_mark)
    select ${connection_id}, person_id, group_id, ${reading} from ${told} where is_in
    on conflict (connection_id, person_id, group_id) do update set read_mark = excluded.read_mark
    where known.read_mark <> excluded.read_mark
    returning person_id as id`.execute(tx);
  return [...idsOf(left), ...idsOf(joined)];
}
