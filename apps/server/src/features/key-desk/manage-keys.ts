import type { Key, keyDesk, keyHappenings, keyReports } from '@key2xs/contract';
import type { KeyEvent } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent, recordEvents } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller } from '#platform/visible-to';
import { listKeysByIds } from '../keys/service';
import { changeCustody, type Holder, holdKeys } from './change-custody';
import { getRecipient } from './recipients';
import { requestWrites } from './write-holders';

type Desk = { deps: Deps; caller: Caller };
type One = Desk & { id: string; expectedVersion: number | undefined };
type BodyOf<Name extends 'extend' | 'reserve' | 'report' | 'store' | 'takeOver'> = z.infer<
  (typeof keyDesk)[Name]['body']
>;

/** @throws AppError not_found, conflict for keys that are not out, validation_failed */
export async function extend(desk: Desk, { keys, due_at, reason }: BodyOf<'extend'>): Promise<{ keys: Key[] }> {
  const { deps } = desk;
  if (due_at !== null && Date.parse(due_at) <= deps.clock().getTime())
    throw invalidField('due_at', say('keyDesk.dueInThePast'));
  return deps.db.transaction().execute(async (tx) => ({ keys: await extendKeys(tx, desk, { keys, due_at, reason }) }));
}

/** The same within a transaction. @throws AppError not_found, conflict for keys that are not handed out */
export const extendKeys = (tx: Tx, desk: Desk, { keys, due_at, reason }: BodyOf<'extend'>): Promise<Key[]> =>
  changeCustody(tx, desk, {
    happenings: keys.map((key_id) => ({ key_id, event: { event: 'extend', due_at }, happening: 'extended' })),
    action: 'key.extended',
    reason: reason ?? null,
    receipt_id: null,
  });

/** @throws AppError not_found, conflict for keys that are not in stock */
export async function reserve(desk: Desk, body: BodyOf<'reserve'>): Promise<{ keys: Key[] }> {
  return desk.deps.db.transaction().execute(async (tx) => ({ keys: await reserveFor(tx, desk, body) }));
}

/** The same within a transaction. @throws AppError not_found, conflict for keys that are not in stock */
export async function reserveFor(tx: Tx, desk: Desk, { keys, person_id, reason }: BodyOf<'reserve'>): Promise<Key[]> {
  await getRecipient(asCaller(tx, desk.caller), person_id, desk.deps.clock());
  return changeCustody(tx, desk, {
    happenings: keys.map((key_id) => ({
      key_id,
      event: { event: 'reserve', for: { person_id, identity: null } },
      happening: 'reserved',
    })),
    action: 'key.reserved',
    reason: reason ?? null,
    receipt_id: null,
  });
}

const happeningOf = {
  report_lost: 'reported_lost',
  report_broken: 'reported_broken',
  find: 'found',
  repair: 'repaired',
  retire: 'retired',
  restore: 'restored',
  release: 'released',
} as const satisfies Record<(typeof keyReports)[number], (typeof keyHappenings)[number]>;

/** @throws AppError not_found, conflict, version_conflict */
export async function report(one: One, body: BodyOf<'report'>): Promise<Key> {
  const key = await one.deps.db.transaction().execute((tx) => reportKey(tx, one, body));
  one.deps.jobs.nudge();
  return key;
}

/** The same within a transaction. Nudge `deps.jobs` after it. @throws AppError not_found, conflict, version_conflict */
export async function reportKey(
  tx: Tx,
  { id, expectedVersion, ...desk }: One,
  { report: event, with_holder, reason }: BodyOf<'report'>,
): Promise<Key> {
  const happened: KeyEvent<Holder> = event === 'find' ? { event, by_holder: with_holder } : { event };
  const keys = await changeCustody(tx, desk, {
    happenings: [{ key_id: id, event: happened, happening: happeningOf[event] }],
    action: 'key.reported',
    reason,
    receipt_id: null,
    expectedVersion,
  });
  return only(keys);
}

/** @throws AppError not_found, version_conflict */
export async function store({ id, expectedVersion, ...desk }: One, { storage }: BodyOf<'store'>): Promise<Key> {
  return desk.deps.db
    .transaction()
    .execute(async (tx) => only(await storeKeys(tx, desk, [id], storage, expectedVersion)));
}

/** Says where keys are kept, in a transaction. @throws AppError not_found, version_conflict */
export async function storeKeys(
  tx: Tx,
  { deps, caller }: Desk,
  ids: readonly string[],
  storage: string,
  expectedVersion?: number,
): Promise<Key[]> {
  const held = await holdKeys(tx, { deps, caller }, ids);
  for (const { version } of held.values()) refuseOtherVersion(version, expectedVersion, say('keyDesk.changed'));
  const now = deps.clock();
  await tx
    .updateTable('key_custody')
    .set((q) => ({ storage, version: q('version', '+', 1) }))
    .where('key_id', 'in', ids)
    .execute();
  await tx
    .insertInto('key_history')
    .values(
      ids.map((key_id) => ({
        ...{ id: deps.newId(), key_id, at: now, happening: 'stored' as const, actor_name: caller.name },
        ...{ person_id: null, holder_identity: null, due_at: null, reason: storage || null, receipt_id: null },
      })),
    )
    .execute();
  const events = ids.map((id) => {
    const key = held.get(id)?.key;
    return { id, details: { before: key?.custody.storage, after: storage, marking: key?.marking } };
  });
  await recordEvents(tx, caller, 'key.stored', events);
  return listKeysByIds({ reader: asCaller(tx, caller), now }, ids);
}

/**
 * Takes over whom the key system names: what is known here ends, and goes on as recorded there.
 * @throws AppError not_found, conflict where both say the same, version_conflict
 */
export async function takeOver({ id, expectedVersion, ...desk }: One, { reason }: BodyOf<'takeOver'>): Promise<Key> {
  const { deps, caller } = desk;
  return deps.db.transaction().execute(async (tx) => {
    const held = (await holdKeys(tx, desk, [id])).get(id);
    refuseOtherVersion(held?.version, expectedVersion, say('keyDesk.changed'));
    if (!held || held.key.custody.recording === 'same') throw new AppError('conflict', say('keyDesk.sameThere'));
    const now = deps.clock();
    await tx
      .updateTable('key_assignment')
      .set({ ended_at: now, ended_by: 'key_system' })
      .where('key_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
    const { storage } = held.key.custody;
    await tx.deleteFrom('key_custody').where('key_id', '=', id).execute();
    await holdKeys(tx, desk, [id]); // begins again from what the key system has
    await tx
      .updateTable('key_custody')
      .set({ storage, version: held.version + 1 })
      .where('key_id', '=', id)
      .execute();
    const key = only(await listKeysByIds({ reader: asCaller(tx, caller), now }, [id]));
    await tx
      .insertInto('key_history')
      .values({
        ...{ id: deps.newId(), key_id: id, at: now, happening: 'recorded', actor_name: caller.name, due_at: null },
        ...{ person_id: key.custody.holder?.person_id ?? null, holder_identity: null, reason, receipt_id: null },
      })
      .execute();
    const details = { marking: key.marking, before: held.key.custody.holder, after: key.custody.holder, reason };
    await recordEvent(tx, caller, 'key.taken_over', { id, details });
    return key;
  });
}

/** @throws AppError not_found, conflict where both say the same or nothing can be written there, version_conflict */
export async function writeAgain({ id, expectedVersion, ...desk }: One): Promise<Key> {
  const { deps, caller } = desk;
  const key = await deps.db.transaction().execute(async (tx) => {
    const held = (await holdKeys(tx, desk, [id])).get(id);
    refuseOtherVersion(held?.version, expectedVersion, say('keyDesk.changed'));
    if (!held || held.key.custody.recording === 'same') throw new AppError('conflict', say('keyDesk.sameThere'));
    await tx.updateTable('key_custody').set({ is_to_write: true, problem: null }).where('key_id', '=', id).execute();
    await requestWrites(tx, [held.key]);
    await recordEvent(tx, caller, 'key.write_requested', { id, details: { marking: held.key.marking } });
    const now = only(await listKeysByIds({ reader: asCaller(tx, caller), now: deps.clock() }, [id]));
    if (now.custody.recording !== 'pending')
      throw new AppError('conflict', say('keyDesk.notWritable', { marking: now.marking }));
    return now;
  });
  deps.jobs.nudge();
  return key;
}

function only(keys: readonly Key[]): Key {
  const [key] = keys;
  if (!key) throw new Error('a changed key is not listed');
  return key;
}
