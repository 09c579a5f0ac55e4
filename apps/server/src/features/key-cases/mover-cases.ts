import { type AccessIndex, cylindersOf, listBits, type PersonFacts, putPerson } from '@key2xs/domain';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { asProduct } from '#platform/visible-to';
import { loadPeople } from '../access/service';
import { doorsOf } from '../cylinders/relation';
import { effectsOf } from '../effective-access/service';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { addEntry, endCase } from './case-events';
import { indexOf } from './index-of';
import { knownUntil } from './known-until';

type MoverDeps = Pick<Deps, 'clock' | 'newId' | 'signEvent'>;

/** In which a key is to be updated. */
const updateWithinDays = 7;

const callerOf = ({ signEvent }: MoverDeps): Caller => ({
  actor: undefined,
  name: 'key cases',
  request_id: null,
  sign: signEvent,
});

/** A person who has a key, as they were when their moves were last looked at. */
type Former = PersonFacts;
type Case = { id: string; key_id: string; person_id: string; doors_gained: string[]; doors_lost: string[] };
type Held = { key_id: string; person_id: string; marking: string; connection_id: string; open_kind: string | null };

/**
 * Opens cases for the keys of people of a source whose doors have changed since this was last done, and ends those that are settled.
 * Of a source that is read for the first time, no one has moved.
 */
export async function followMoves(tx: Tx, deps: MoverDeps, sourceId: string): Promise<void> {
  const formers = await listFormers(tx, sourceId);
  await sql`insert into key_move_watch (connection_id, watched_at)
    select id, ${knownUntil} from iam_connection where id = ${sourceId}::uuid
    on conflict (connection_id) do update set watched_at = excluded.watched_at`.execute(tx);
  const people = formers.map(({ id }) => id);
  const open = await listOpen(tx, sql<boolean>`mover.connection_id = ${sourceId}::uuid`);
  if (open.length + (await listHeld(tx, people)).length === 0) return;
  const index = await indexOfPeople(tx, [...people, ...open.map(({ person_id }) => person_id)]);
  await settle(tx, deps, { cases: open, index });
  const held = await listHeld(tx, people);
  const now = new Map(held.map(({ person_id }) => [person_id, openedBy(index, person_id)]));
  // From here on, the index says what the plan gave those who have moved before that.
  for (const former of formers) putPerson(index, former);
  for (const key of held) {
    const [before, after] = [openedBy(index, key.person_id), now.get(key.person_id) ?? new Set<string>()];
    await openCase(tx, deps, { key, ...(await differenceIn(tx, key.connection_id, { before, after })), after });
  }
}

/** After more is known of what the keys of a key system hold. */
export async function settleMoves(tx: Tx, deps: MoverDeps, connectionId: string): Promise<void> {
  const cases = await listOpen(tx, sql<boolean>`key.connection_id = ${connectionId}::uuid`);
  if (cases.length > 0)
    await settle(tx, deps, {
      cases,
      index: await indexOfPeople(
        tx,
        cases.map(({ person_id }) => person_id),
      ),
    });
}

/** A key has one open case: that of a leaver is to be returned. */
export async function endCasesOfLeavers(tx: Tx, deps: MoverDeps): Promise<void> {
  const cases = await listOpen(tx, sql<boolean>`mover.state = 'left'`);
  for (const { id } of cases) await end(tx, deps, id, 'holder_left');
}

async function end(tx: Tx, deps: MoverDeps, id: string, outcome: 'settled' | 'holder_left'): Promise<void> {
  await endCase(tx, deps, { id, outcome, note: null, actor_name: null });
  await recordEvent(tx, callerOf(deps), 'key_case.closed', { id, details: { outcome } });
}

/** Their first value that ended after what is known, and after their case began: what was in between and is over is no move. */
async function listFormers(tx: Tx, sourceId: string): Promise<Former[]> {
  const { rows } = await sql<Former>`
    select distinct on (past.record_id) past.record_id as id, content.connection_id, content.active, content.department,
      content.job_title, coalesce(content.group_ids, '{}') as group_ids
    from key_move_watch as watch
    join access_past as past on past.kind = 'person' and past.until > watch.watched_at
    cross join jsonb_to_record(past.content)
      as content(connection_id uuid, active boolean, department text, job_title text, group_ids uuid[])
    join ${peopleOf(asProduct(tx), 'mover')} on mover.id = past.record_id and mover.active
    where watch.connection_id = ${sourceId}::uuid and mover.connection_id = watch.connection_id
      and past.until > coalesce((select max(opened_at) from key_case where person_id = past.record_id and kind = 'mover'), '-infinity')
      and past.until > coalesce((select max(entry.at) from key_case_entry as entry join key_case on key_case.id = entry.case_id
        where key_case.person_id = past.record_id and entry.happening = 'moved_on'), '-infinity')
    order by past.record_id, past.until`.execute(tx);
  return rows;
}

async function listHeld(tx: Tx, people: readonly string[]): Promise<Held[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<Held>`
    select key.id as key_id, standing.person_id, key.marking, key.connection_id, open.kind as open_kind
    from ${keysOf(asProduct(tx))} join key_standing as standing on standing.key_id = key.id and standing.state = 'handed_out'
    left join key_case as open on open.key_id = key.id and open.closed_at is null
    where key.deleted_at is null and standing.person_id = any(${`{${people.join()}}`}::uuid[]) order by key.id`.execute(
    tx,
  );
  return rows.filter(({ open_kind }) => open_kind === null || open_kind === 'mover');
}

async function listOpen(tx: Tx, which: ReturnType<typeof sql<boolean>>): Promise<Case[]> {
  const product = asProduct(tx);
  const { rows } = await sql<Case>`
    select key_case.id, key_case.key_id, key_case.person_id, doors_gained, doors_lost from key_case
    join ${keysOf(product)} on key.id = key_case.key_id join ${peopleOf(product, 'mover')} on mover.id = key_case.person_id
    where kind = 'mover' and closed_at is null and ${which} order by key_case.id for update of key_case`.execute(tx);
  return rows;
}

/** Read in the transaction: the index that is shared is of what is committed. */
async function indexOfPeople(tx: Tx, people: readonly string[]): Promise<AccessIndex> {
  const product = asProduct(tx);
  return indexOf(product, await loadPeople(product, [...new Set(people)]));
}

function openedBy(index: AccessIndex, person: string): ReadonlySet<string> {
  const number = index.people.numberOf.get(person);
  if (number === undefined) return new Set();
  return new Set([...listBits(cylindersOf(index, number))].flatMap((door) => index.doors.ids[door] ?? []));
}

type Difference = { gained: string[]; lost: string[] };
type Sides = { before: ReadonlySet<string>; after: ReadonlySet<string> };

/** In the key's own system: of other doors, it knows nothing. */
async function differenceIn(tx: Tx, connectionId: string, { before, after }: Sides): Promise<Difference> {
  const differing = [...before, ...after].filter((door) => before.has(door) !== after.has(door));
  if (differing.length === 0) return { gained: [], lost: [] };
  const rows = await tx
    .selectFrom(doorsOf(asProduct(tx)))
    .select('cylinder.id')
    .where('cylinder.connection_id', '=', connectionId)
    .where(sql<boolean>`cylinder.id = any(${`{${differing.join()}}`}::uuid[])`)
    .orderBy('cylinder.id')
    .execute();
  const ids = rows.map(({ id }) => id);
  return { gained: ids.filter((id) => after.has(id)), lost: ids.filter((id) => !after.has(id)) };
}

type Moved = Difference & { key: Held; after: ReadonlySet<string> };

async function openCase(tx: Tx, deps: MoverDeps, { key, gained, lost, after }: Moved): Promise<void> {
  const { key_id, person_id, marking } = key;
  const effects = await effectsOf(asProduct(tx), key_id, deps.clock());
  if (isSettled([...gained, ...lost], effects, after)) return;
  if (key.open_kind === 'mover') return moveOn(tx, deps, { key, gained, lost, after });
  const [id, now] = [deps.newId(), deps.clock()];
  const due_at = new Date(now.getTime() + updateWithinDays * 86_400_000);
  await tx
    .insertInto('key_case')
    .values({
      ...{ id, kind: 'mover', key_id, person_id, holder_identity: null, report: null, due_at, opened_at: now },
      ...{ opened_by: null, replacement_key_id: null, closed_at: null, closed_by: null, outcome: null },
      ...{ doors_gained: gained, doors_lost: lost },
    })
    .execute();
  await addEntry(tx, deps, { case_id: id, happening: 'opened', actor_name: null });
  const details = { marking, kind: 'mover', key_id, gained: gained.length, lost: lost.length };
  await recordEvent(tx, callerOf(deps), 'key_case.opened', { id, details });
}

/** Someone who moves again has one case, with the difference to what they had before the first move. */
async function moveOn(tx: Tx, deps: MoverDeps, { key, gained, lost, after }: Moved): Promise<void> {
  const [found] = await listOpen(tx, sql<boolean>`key.id = ${key.key_id}::uuid`);
  if (!found) return;
  const hadAtFirst = (door: string) =>
    found.doors_lost.includes(door) || (!found.doors_gained.includes(door) && lost.includes(door));
  const doors = [...new Set([...found.doors_gained, ...found.doors_lost, ...gained, ...lost])];
  const changed = doors.filter((door) => hadAtFirst(door) !== after.has(door));
  const values = {
    doors_gained: changed.filter((door) => after.has(door)),
    doors_lost: changed.filter((door) => !after.has(door)),
  };
  await tx
    .updateTable('key_case')
    .set((q) => ({ ...values, version: q('version', '+', 1) }))
    .where('id', '=', found.id)
    .execute();
  await addEntry(tx, deps, { case_id: found.id, happening: 'moved_on', actor_name: null });
  const details = { gained: values.doors_gained.length, lost: values.doors_lost.length };
  await recordEvent(tx, callerOf(deps), 'key_case.updated', { id: found.id, details });
}

/** A door that is gone is opened by nothing. */
const isSettled = (doors: readonly string[], effects: ReadonlyMap<string, string>, wanted: ReadonlySet<string>) =>
  doors.every((door) => (effects.get(door) ?? 'no') === (wanted.has(door) ? 'yes' : 'no'));

/** Ends cases whose key opens of the doors of the move just those that the plan gives its holder now. */
async function settle(
  tx: Tx,
  deps: MoverDeps,
  { cases, index }: { cases: readonly Case[]; index: AccessIndex },
): Promise<void> {
  for (const { id, key_id, person_id, doors_gained, doors_lost } of cases) {
    const wanted = openedBy(index, person_id);
    const effects = await effectsOf(asProduct(tx), key_id, deps.clock());
    if (isSettled([...doors_gained, ...doors_lost], effects, wanted)) await end(tx, deps, id, 'settled');
  }
}
