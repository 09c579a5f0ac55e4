import { cylindersOf, hasBit, notEnded, removalState } from '@key2xs/domain';
import { type Selectable, sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { asProduct } from '#platform/visible-to';
import { exposureOf } from '../effective-access/service';
import { keysOf } from '../keys/relation';
import { listRecordedDoors } from '../recorded/service';
import { type ForeignRight, listForeignRights } from './foreign-rights';

type Item = Pick<
  Selectable<Schema['access_review_item']>,
  'id' | 'person_id' | 'recorded_person_id' | 'key_id' | 'door_ids'
>;

/** Whom a right belongs to by now: a person of a key system may have become one of ours, and a key may have got a holder. */
type Holder = { person_id: string | null; recorded_person_id: string | null; key_id: string | null };

/** Looks at removals that have not taken effect, how far each has come: only facts make one effective, never a decision. */
export async function followRemovals(deps: Pick<Deps, 'access' | 'clock' | 'db'>): Promise<void> {
  const { db, clock } = deps;
  const items: Item[] = await db
    .selectFrom('access_review_item')
    .select(['id', 'person_id', 'recorded_person_id', 'key_id', 'door_ids'])
    .where('decision', '=', 'remove')
    .where('effective_at', 'is', null)
    // Of who is erased, nothing can be proved any more.
    .where((where) => where.or(holderColumns.map((column) => where(column, 'is not', null))))
    .orderBy('id')
    .execute();
  if (items.length === 0) return;
  const now = clock();
  const holders = await findHolders(db, items);
  const holderOf = (item: Item): Holder => holders.get(item.id) ?? item;
  const doors = [...new Set(items.flatMap(({ door_ids }) => door_ids))];
  const people = [...new Set(items.flatMap((item) => holderOf(item).person_id ?? []))];
  const foreign = await listForeignRights(asProduct(db), doors);
  const recorded = await listRecordedDoors(db, { doors, people });
  const uncertain = await listUncertain(db, people);
  const index = notEnded((await deps.access.whole()).index, now.getTime());
  const isGranted = (item: Item) => {
    const number = index.people.numberOf.get(holderOf(item).person_id ?? '');
    if (number === undefined) return false;
    const may = cylindersOf(index, number);
    return item.door_ids.some((door) => hasBit(may, index.doors.numberOf.get(door) ?? -1));
  };
  const granted = new Map(items.map((item) => [item.id, isGranted(item)])); // before the next await
  const openedBy = keysOpening(deps, now);
  for (const item of items) {
    const { id, door_ids } = item;
    const holder = holderOf(item);
    const isOneOf = (found: Iterable<string>) => [...found].some((door) => door_ids.includes(door));
    const isRecorded =
      uncertain.has(holder.person_id ?? '') ||
      isOneOf(recorded.get(holder.person_id ?? '') ?? []) ||
      foreign.some((right) => isOf(right, holder) && isOneOf(right.doors));
    const facts = { isGranted: granted.get(id) ?? false, isRecorded };
    const isOnKey = !facts.isGranted && !isRecorded && isOneOf(await openedBy(holder));
    const removal = removalState({ ...facts, isOnKey });
    await db
      .updateTable('access_review_item')
      .set({ removal, looked_at: now, ...(removal === 'effective' && { effective_at: now }) })
      .where('id', '=', id)
      .where('decision', '=', 'remove')
      .execute();
  }
}

const holderColumns = ['person_id', 'recorded_person_id', 'key_id'] as const;

const isOf = (right: ForeignRight, holder: Holder): boolean =>
  holderColumns.some((column) => holder[column] !== null && right[column] === holder[column]);

async function findHolders(db: Db, items: readonly Item[]): Promise<ReadonlyMap<string, Holder>> {
  const ids = items.map(({ id }) => id);
  const { rows } = await sql<Holder & { id: string }>`
    select item.id, item.key_id, coalesce(item.recorded_person_id, holder.id) as recorded_person_id,
      coalesce(item.person_id, linked.own_reference, holder.own_reference) as person_id
    from access_review_item as item
    left join recorded_person as linked on linked.id = item.recorded_person_id
    left join ${keysOf(asProduct(db))} on key.id = item.key_id
    left join recorded_person as holder on holder.connection_id = key.connection_id and holder.identity = key.holder_identity
    where item.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...holder }) => [id, holder]));
}

/** People in a profile of ours whose doors are not known: they may be recorded for any. */
async function listUncertain(db: Db, people: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ person: string }>`
    select distinct member.person_reference as person from recorded_profile as profile
    join recorded_profile_member as member
      on member.connection_id = profile.connection_id and member.profile_reference = profile.own_reference
    where profile.deleted_at is null and profile.content is null
      and member.person_reference = any(${[...people]}::uuid[])`.execute(db);
  return new Set(rows.map(({ person }) => person));
}

/** The doors that keys open or may open, each holder asked about once. */
function keysOpening({ db }: Pick<Deps, 'db'>, now: Date): (holder: Holder) => Promise<ReadonlySet<string>> {
  const reader = asProduct(db);
  const known = new Map<string, ReadonlySet<string>>();
  return async ({ person_id, recorded_person_id, key_id }) => {
    const who = [person_id, recorded_person_id, key_id].join();
    const before = known.get(who);
    if (before) return before;
    const keys = recorded_person_id === null ? [] : await keysHeldBy(db, recorded_person_id);
    const asked = [
      ...(person_id === null ? [] : [{ person_id }]),
      ...[...new Set([...keys, ...(key_id === null ? [] : [key_id])])].map((id) => ({ key_id: id })),
    ];
    const found = new Set<string>();
    for (const about of asked) {
      for (const { doors } of await exposureOf(reader, about, now)) {
        for (const { cylinder_id, effective } of doors) if (effective !== 'no') found.add(cylinder_id);
      }
    }
    known.set(who, found);
    return found;
  };
}

async function keysHeldBy(db: Db, recordedPersonId: string): Promise<string[]> {
  const rows = await db
    .selectFrom(keysOf(asProduct(db)))
    .innerJoin('recorded_person as holder', (join) =>
      join.onRef('holder.connection_id', '=', 'key.connection_id').onRef('holder.identity', '=', 'key.holder_identity'),
    )
    .select('key.id')
    .where('holder.id', '=', recordedPersonId)
    .where('key.deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
