import {
  type CountDifference,
  type CountDifferenceName,
  type CountFigures,
  countDifferences,
  type Page,
} from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Reader, visibleTo } from '#platform/visible-to';
import { keysOf } from '../../keys/relation';
import { peopleOf } from '../../people/relation';

type Counted = { id: string; connection_id: string | null; storage: string };

/**
 * What a key would be in a count: recorded in stock where it is counted, or how it is recorded otherwise. Reads `standing`.
 * @param connection of the key
 */
export const judged = ({ connection_id, storage }: Counted, connection: RawBuilder<unknown>) => sql<string>`case
  when standing.state = 'handed_out' or (standing.state = 'broken' and standing.assignment_id is not null) then 'handed_out'
  when standing.state in ('lost', 'retired') then standing.state
  when ${connection} is distinct from coalesce(${connection_id}::uuid, ${connection}) or not ${isWithin(storage)} then 'elsewhere'
  else 'expected' end`;

/** Kept at a place or in a part of it: "cabinet 2" holds "Cabinet 2, hook 14", and not "cabinet 21". */
const isWithin = (storage: string) => sql<boolean>`(${storage} = '' or (
  starts_with(lower(standing.storage), lower(${storage}))
  and substr(standing.storage, length(${storage}) + 1, 1) !~ '[[:alnum:]]'))`;

/** The keys of the reader that an open count is about, or that were counted in it, each with its difference or null. */
const judgedKeys = (reader: Reader, count: Counted) => sql`(
  select key.id, key.marking, key.name, key.connection_id, standing.state, standing.person_id, standing.holder_identity,
    standing.storage, scan.id is not null as is_counted,
    case when scan.id is null then case when now.kind = 'expected' then 'missing' end
      when scan.kind = 'expected' or now.kind = 'expected' then null else now.kind end as difference
  from ${keysOf(reader)}
  join key_standing as standing on standing.key_id = key.id
  cross join lateral (select ${judged(count, sql`key.connection_id`)} as kind) as now
  left join key_count_scan as scan on scan.count_id = ${count.id}::uuid and scan.key_id = key.id
  where key.deleted_at is null and ${visibleTo(reader.viewer, 'key_desk')} and (scan.id is not null or now.kind = 'expected')) as judged`;

/** How an open count stands now. */
export async function figuresOf(reader: Reader, count: Counted): Promise<CountFigures> {
  const of = (kind: CountDifferenceName) => sql<number>`count(*) filter (where difference = ${kind})::int`;
  const { rows } = await sql<Omit<CountFigures, 'unknown'>>`
    select count(*) filter (where difference is null or difference = 'missing')::int as expected,
      count(*) filter (where difference is null and is_counted)::int as counted, ${of('missing')} as missing,
      ${of('handed_out')} as handed_out, ${of('lost')} as lost, ${of('retired')} as retired, ${of('elsewhere')} as elsewhere
    from ${judgedKeys(reader, count)}`.execute(reader.db);
  const { count: unknown } = await reader.db
    .selectFrom('key_count_scan')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('count_id', '=', count.id)
    .where('key_id', 'is', null)
    .executeTakeFirstOrThrow();
  const [figures] = rows;
  if (!figures) throw new Error('an aggregate without a row');
  return { ...figures, unknown };
}

export type Difference = CountDifference & { person_id: string | null };

/** The differences of an open count, by kind and marking. */
export async function differencesOf(
  reader: Reader,
  count: Counted,
  { kind, limit, offset }: Page & { kind?: CountDifferenceName | undefined },
): Promise<Difference[]> {
  const order = sql.join(countDifferences);
  const { rows } = await sql<Difference>`
    select found.id, found.kind, found.key_id, found.marking, found.name, system.name as connection_name, found.state,
      coalesce(shown.display_name, nullif(outsider.full_name, ''), found.holder_identity) as holder, shown.id as person_id, found.storage,
      null as correction
    from (
      select id, difference as kind, id as key_id, marking, name, connection_id, state, person_id, holder_identity, storage
      from ${judgedKeys(reader, count)} where difference is not null
      union all
      select id, 'unknown', null, text, '', null, null, null, null, '' from key_count_scan
      where count_id = ${count.id}::uuid and key_id is null) as found
    left join key_system_connection as system on system.id = found.connection_id
    left join ${peopleOf(reader, 'shown')} on shown.id = found.person_id
    left join recorded_person as outsider
      on outsider.connection_id = found.connection_id and outsider.identity = found.holder_identity
    where ${kind ? sql`found.kind = ${kind}` : sql`true`}
    order by array_position(array[${order}]::text[], found.kind), lower(found.marking), found.id
    limit ${limit} offset ${offset}`.execute(reader.db);
  return rows;
}

/** What was frozen when a count was closed, as far as the reader may see its keys and their holders. */
export async function frozenFor(reader: Reader, frozen: readonly Difference[]): Promise<Difference[]> {
  if (!reader.viewer.scope) return [...frozen];
  const ids = frozen.flatMap(({ key_id }) => key_id ?? []);
  const people = frozen.flatMap(({ person_id }) => person_id ?? []);
  const { rows: keys } = await sql<{ id: string }>`
    select key.id from ${keysOf(reader)} where key.id = any(${ids}::uuid[])`.execute(reader.db);
  const { rows: shown } = await sql<{ id: string }>`
    select person.id from ${peopleOf(reader)} where person.id = any(${people}::uuid[])`.execute(reader.db);
  const [seenKeys, seenPeople] = [new Set(keys.map(({ id }) => id)), new Set(shown.map(({ id }) => id))];
  return frozen
    .filter(({ key_id }) => key_id === null || seenKeys.has(key_id))
    .map((one) => ({ ...one, holder: one.person_id && seenPeople.has(one.person_id) ? one.holder : null }));
}
