import type { Answer, KeyRing, keyRings } from '@key2xs/contract';
import { ringState } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller, type Reader, sees } from '#platform/visible-to';
import { keysOf } from '../../keys/relation';
import { listKeysByIds } from '../../keys/service';
import { holdKeys, sameHolder } from '../change-custody';
import { getRing } from './ring-source';

type Desk = { deps: Deps; caller: Caller };
type One = Desk & { id: string; expectedVersion: number | undefined };
type Wanted = { name: string; keys: readonly string[] };

/** The rings on which these keys hang, with all their keys that the reader may see. */
export async function ringsOfKeys(
  { reader, now }: { reader: Reader; now: Date },
  keys: readonly string[],
): Promise<Answer<typeof keyRings.ofKeys>> {
  const { rows } = await sql<{ id: string; name: string; key_ids: string[] }>`
    select ring.id, ring.name, array_agg(key.id order by lower(key.marking), key.id) as key_ids
    from key_ring as ring join key_ring_member as member on member.ring_id = ring.id
    join ${keysOf(reader)} on key.id = member.key_id
    where key.deleted_at is null and ${sees(reader.viewer, 'key_desk')}::boolean
      and ring.id in (select ring_id from key_ring_member where key_id = any(${keys}::uuid[]))
    group by ring.id, ring.name order by lower(ring.name)`.execute(reader.db);
  const listed = await listKeysByIds(
    { reader, now },
    rows.flatMap(({ key_ids }) => key_ids),
  );
  const byId = new Map(listed.map((key) => [key.id, key]));
  return {
    rings: rows.map(({ id, name, key_ids }) => ({ id, name, keys: key_ids.flatMap((key) => byId.get(key) ?? []) })),
  };
}

/** @throws AppError not_found, conflict for keys that are apart or on another ring, validation_failed */
export async function createRing({ deps, caller }: Desk, { name, keys }: Wanted): Promise<KeyRing> {
  const id = deps.newId();
  return deps.db.transaction().execute(async (tx) => {
    await refuseName(tx, id, name);
    await refuseApart(tx, { deps, caller }, keys);
    await tx.insertInto('key_ring').values({ id, name, created_at: deps.clock(), created_by: caller.name }).execute();
    await hang(tx, id, keys);
    const ring = await getRing(asCaller(tx, caller), id);
    await recordEvent(tx, caller, 'key_ring.created', { id, details: described(ring) });
    return ring;
  });
}

/** @throws AppError not_found, conflict, version_conflict, validation_failed */
export async function updateRing({ id, expectedVersion, ...desk }: One, { name, keys }: Wanted): Promise<KeyRing> {
  const { deps, caller } = desk;
  return deps.db.transaction().execute(async (tx) => {
    const before = await holdRing(tx, { ...desk, id, expectedVersion });
    await refuseName(tx, id, name);
    const present = before.keys.map((key) => key.id);
    const isOther = present.length !== keys.length || present.some((key) => !keys.includes(key));
    if (isOther) {
      await refuseApart(tx, desk, [...new Set([...present, ...keys])]);
      await tx
        .deleteFrom('key_ring_member')
        .where('ring_id', '=', id)
        .where('key_id', 'in', [...present, ...keys])
        .execute();
      await hang(tx, id, keys);
    }
    await tx
      .updateTable('key_ring')
      .set((q) => ({ name, version: q('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    const ring = await getRing(asCaller(tx, caller), id);
    await recordEvent(tx, caller, 'key_ring.updated', {
      id,
      details: { before: described(before), after: described(ring) },
    });
    return ring;
  });
}

/** @throws AppError not_found, version_conflict */
export async function dissolveRing({ id, expectedVersion, ...desk }: One): Promise<void> {
  await desk.deps.db.transaction().execute(async (tx) => {
    const ring = await holdRing(tx, { ...desk, id, expectedVersion });
    await tx.deleteFrom('key_ring').where('id', '=', id).execute();
    await recordEvent(tx, desk.caller, 'key_ring.dissolved', { id, details: described(ring) });
  });
}

const described = ({ name, keys }: KeyRing) => ({ name, keys: keys.map(({ marking }) => marking) });

async function holdRing(tx: Tx, { caller, id, expectedVersion }: One): Promise<KeyRing> {
  const row = await tx.selectFrom('key_ring').select('version').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('key_ring');
  const ring = await getRing(asCaller(tx, caller), id);
  refuseOtherVersion(row.version, expectedVersion, say('keyRing.changed'));
  return ring;
}

async function refuseName(tx: Tx, id: string, name: string): Promise<void> {
  const same = await tx
    .selectFrom('key_ring')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (same) throw invalidField('name', say('keyRing.nameTaken', { name }));
}

/** Keys go on and off only where they are together, so that a ring is never said to be where it is not. */
async function refuseApart(tx: Tx, desk: Desk, keys: readonly string[]): Promise<void> {
  if (new Set(keys).size < keys.length) throw invalidField('keys', say('keyDesk.keyTwice'));
  const held = await holdKeys(tx, desk, keys);
  const { is } = ringState(
    [...held.values()].map(({ state }) => state),
    sameHolder,
  );
  if (is === 'incomplete') throw new AppError('conflict', say('keyRing.apart'));
}

async function hang(tx: Tx, ring_id: string, keys: readonly string[]): Promise<void> {
  const hung = await tx
    .insertInto('key_ring_member')
    .values(keys.map((key_id) => ({ key_id, ring_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('key_id')
    .execute();
  if (hung.length < keys.length) throw new AppError('conflict', say('keyRing.onAnother'));
}
