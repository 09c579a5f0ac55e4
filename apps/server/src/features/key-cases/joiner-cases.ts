import { keyRequestKinds } from '@key2xs/contract';
import { endsInKey } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import { recordEvents } from '#platform/audit/audit';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { asProduct } from '#platform/visible-to';
import { zoneOfSystem } from '../key-times/service';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { addEntry, endCase } from './case-events';

export type JoinerDeps = Pick<Deps, 'clock' | 'newId' | 'signEvent'>;

/** In which a joiner is to get a key. */
const keyWithinDays = 7;
const casesATime = 200;

const callerOf = ({ signEvent }: JoinerDeps): Caller => ({
  actor: undefined,
  name: 'key cases',
  request_id: null,
  sign: signEvent,
});

/** As an array of the database. */
export const asIds = (ids: readonly string[]): RawBuilder<string[]> => sql<string[]>`${`{${ids.join()}}`}::uuid[]`;

/** Requests that end with a key that the person has not had before. */
const forNewKey = keyRequestKinds.filter((kind) => endsInKey(kind) && kind !== 'replacement');

/** An open request of a person for a new key; `request` of the query. */
export const openRequests = (person: RawBuilder<unknown>): RawBuilder<unknown> => sql`key_request as request
  where request.person_id = ${person} and request.closed_at is null and request.kind = any(${forNewKey}::text[])`;

/** Keys that a person has, or had when they were lost or broke. */
const hasKey = (db: Db, person: RawBuilder<unknown>, states: readonly string[]) => sql<boolean>`exists (
  select from key_standing as standing join ${keysOf(asProduct(db))} on key.id = standing.key_id
  where standing.person_id = ${person} and standing.state = any(${[...states]}::text[]) and key.deleted_at is null)`;

/** Opens cases for joiners without a key, a key kept for them, or an open request for one. @returns how many */
export async function openJoinerCases(db: Db, deps: JoinerDeps, stopping: AbortSignal): Promise<number> {
  const waiting = await db
    .selectFrom('key_entitlement')
    .select('person_id')
    .where('awaits_key', '=', true)
    .limit(1)
    .execute();
  if (waiting.length === 0) return 0;
  const zone = (await zoneOfSystem(asProduct(db)))('');
  let opened = 0;
  while (!stopping.aborted) {
    const count = await db.transaction().execute((tx) => openSome(tx, deps, zone));
    opened += count;
    if (count < casesATime) break;
  }
  return opened;
}

async function openSome(tx: Tx, deps: JoinerDeps, zone: string): Promise<number> {
  const now = deps.clock();
  const product = asProduct(tx);
  const person = sql.ref('waiting.person_id');
  await sql`update key_entitlement as waiting set awaits_key = false
    where awaits_key and ${hasKey(tx, person, ['handed_out', 'lost', 'broken'])}`.execute(tx);
  const { rows } = await sql<{ id: string; person_id: string }>`
    with due as (
      select waiting.person_id, waiting.since, joiner.starts_on, case when joiner.state = 'coming' then ${endOfFirstDay(zone)}
          else ${now}::timestamptz + make_interval(days => ${keyWithinDays}) end as due_at
      from key_entitlement as waiting join ${peopleOf(product, 'joiner')} on joiner.id = waiting.person_id
      join iam_connection as source on source.id = joiner.connection_id and source.is_active
      where waiting.awaits_key and joiner.state in ('active', 'coming') and joiner.superseded_at is null
        and not exists (select from key_custody where reserved_for = waiting.person_id)
        and not exists (select from ${openRequests(person)})
      order by waiting.person_id limit ${casesATime} for update of waiting skip locked),
    done as (update key_entitlement as waiting set awaits_key = false from due where waiting.person_id = due.person_id),
    opened as (
      insert into key_case (id, kind, person_id, entitled_since, first_day, due_at, opened_at)
      select gen_random_uuid(), 'joiner', person_id, since, starts_on, due_at, ${now} from due
      on conflict (person_id) where kind = 'joiner' and closed_at is null do nothing returning id, person_id),
    noted as (
      insert into key_case_entry (id, case_id, at, happening) select gen_random_uuid(), id, ${now}, 'opened' from opened)
    select id, person_id from opened order by id`.execute(tx);
  const about = ({ id, person_id }: (typeof rows)[number]) => ({ id, details: { kind: 'joiner', person_id } });
  await recordEvents(tx, callerOf(deps), 'key_case.opened', rows.map(about));
  return rows.length;
}

/** Of `joiner`. */
const endOfFirstDay = (zone: string) =>
  sql`((joiner.starts_on + 1)::timestamp at time zone ${zone}::text - interval '1 second')`;

/** Cases of joiners whose first day has moved are due on the new one. Those without a day stay so. */
export async function followFirstDays(db: Db, deps: JoinerDeps): Promise<void> {
  const zone = (await zoneOfSystem(asProduct(db)))('');
  await db.transaction().execute(async (tx) => {
    const now = deps.clock();
    const { rows } = await sql<{ id: string; first_day: string | null; due_at: Date | null; is_moved: boolean }>`
      with moved as (
        select one.id, one.due_at as former, joiner.starts_on, case when joiner.state = 'coming' then ${endOfFirstDay(zone)}
          else least(one.due_at, ${now}::timestamptz + make_interval(days => ${keyWithinDays})) end as due_at
        from key_case as one join ${peopleOf(asProduct(tx), 'joiner')} on joiner.id = one.person_id
        where one.kind = 'joiner' and one.closed_at is null and joiner.state in ('active', 'coming')
          and joiner.starts_on is distinct from one.first_day
        order by one.id for update of one)
      update key_case as one set first_day = moved.starts_on, version = one.version + 1,
        due_at = case when one.due_at is null then null else moved.due_at end
      from moved where moved.id = one.id
      returning one.id, one.first_day::text, one.due_at, one.due_at is distinct from moved.former as is_moved`.execute(
      tx,
    );
    const moved = rows.flatMap(({ id, first_day, due_at, is_moved }) =>
      due_at && is_moved ? [{ id, details: { due_at: due_at.toISOString(), first_day } }] : [],
    );
    for (const { id, details } of moved)
      await addEntry(tx, deps, { case_id: id, happening: 'due_changed', note: details.due_at, actor_name: null });
    await recordEvents(tx, callerOf(deps), 'key_case.updated', moved);
  });
}

type Ended = { id: string; outcome: 'handed_out' | 'not_entitled' | 'holder_left'; note: string | null };

async function endAll(tx: Tx, deps: JoinerDeps, ended: readonly Ended[], actor_name: string | null): Promise<void> {
  for (const one of ended) await endCase(tx, deps, { ...one, actor_name });
  const about = ({ id, outcome }: Ended) => ({ id, details: { outcome } });
  await recordEvents(tx, callerOf(deps), 'key_case.closed', ended.map(about));
}

/** Ends the cases of people who have left, and of those to whom the plans in force give no door any more. */
export async function endNotEntitled(tx: Tx, deps: JoinerDeps, people: readonly string[]): Promise<void> {
  const { rows } = await sql<Ended>`
    select one.id, null as note, case when joiner.state = 'left' or joiner.superseded_at is not null
      then 'holder_left' else 'not_entitled' end as outcome
    from key_case as one join ${peopleOf(asProduct(tx), 'joiner')} on joiner.id = one.person_id
    where one.kind = 'joiner' and one.closed_at is null and one.person_id = any(${asIds(people)})
    order by one.id for update of one`.execute(tx);
  await endAll(tx, deps, rows, null);
}

/** Ends cases of people who have got a key, wherever that was said. @param keyId only for who has this key */
export async function endHandedOut(
  tx: Tx,
  deps: JoinerDeps,
  { keyId, actor_name }: { keyId?: string; actor_name: string | null },
): Promise<void> {
  const isWanted = keyId
    ? sql<boolean>`one.person_id = (select person_id from key_standing where key_id = ${keyId}::uuid)`
    : sql<boolean>`true`;
  const { rows } = await sql<Ended>`
    select one.id, 'handed_out' as outcome, (
      select string_agg(key.marking, ', ' order by key.marking)
      from key_standing as standing join ${keysOf(asProduct(tx))} on key.id = standing.key_id
      where standing.person_id = one.person_id and standing.state = 'handed_out' and key.deleted_at is null) as note
    from key_case as one where one.kind = 'joiner' and one.closed_at is null and ${isWanted}
      and ${hasKey(tx, sql.ref('one.person_id'), ['handed_out'])}
    order by one.id for update of one`.execute(tx);
  await endAll(tx, deps, rows, actor_name);
}
