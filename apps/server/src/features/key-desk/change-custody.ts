import type { AuditAction, Key, keyHappenings } from '@key2xs/contract';
import { holderOf, type KeyEvent, type KeyRefusal, type KeyState, nextKeyState } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvents } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events/event-kind';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller } from '#platform/visible-to';
import { listKeysByIds } from '../keys/service';
import { noteRights } from '../recorded/service';
import { custodyChanged } from './events';
import { requestWrites } from './write-holders';

/** One of our people, or a person of the key system by identity. */
export type Holder = { person_id: string | null; identity: string | null };

export const sameHolder = (one: Holder, other: Holder) =>
  one.person_id === other.person_id && (one.person_id !== null || one.identity === other.identity);

export type Happening = {
  key_id: string;
  event: KeyEvent<Holder>;
  happening: (typeof keyHappenings)[number];
};

type Change = {
  happenings: readonly Happening[];
  action: AuditAction;
  reason: string | null;
  receipt_id: string | null;
  expectedVersion?: number | undefined;
};

type Held = { key: Key; state: KeyState<Holder>; assignment_id: string | null; version: number };

/**
 * What happens to keys, in one transaction: all of it or nothing. A second change of the same key waits, and is then refused.
 * @returns the keys as they are afterwards, in the same order
 * @throws AppError not_found for keys the caller may not see, conflict, version_conflict
 */
export async function changeCustody(
  tx: Tx,
  { deps, caller }: { deps: Deps; caller: Caller },
  change: Change,
): Promise<Key[]> {
  const ids = change.happenings.map(({ key_id }) => key_id);
  const held = await holdKeys(tx, { deps, caller }, ids);
  const now = deps.clock();
  const moves = change.happenings.map((happening) => {
    const before = held.get(happening.key_id);
    if (!before) throw new Error(`key ${happening.key_id} is not held`);
    refuseOtherVersion(before.version, change.expectedVersion, say('keyDesk.changed'));
    const next = nextKeyState(before.state, happening.event, sameHolder);
    if ('refusal' in next) throw new AppError('conflict', explainRefusal(before, next.refusal));
    const [had, has] = [holderOf(before.state), holderOf(next.state)];
    const isOther = had === null || has === null ? had !== has : !sameHolder(had, has);
    const isToWrite = isOther || (before.state.is !== next.state.is && [before.state.is, next.state.is].some(isFault));
    return {
      ...happening,
      before,
      after: next.state,
      isOther,
      isToWrite,
      new_id: deps.newId(),
      history_id: deps.newId(),
    };
  });
  await saveMoves(tx, { moves, now, actor_name: caller.name, ...change });
  await requestWrites(
    tx,
    moves.filter(({ isToWrite }) => isToWrite).map(({ before }) => before.key),
  );
  // A lost key exposes all that it holds.
  for (const id of new Set(moves.map(({ before }) => before.key.connection_id))) await noteRights(tx, id, 'asked');
  await recordEvents(
    tx,
    caller,
    change.action,
    moves.map(({ key_id, happening, before, after }) => ({
      id: key_id,
      details: {
        marking: before.key.marking,
        happening,
        before: describeState(before.state),
        after: describeState(after),
        ...(change.reason && { reason: change.reason }),
        ...(change.receipt_id && { receipt_id: change.receipt_id }),
      },
    })),
  );
  for (const { key_id, happening } of moves)
    await emit(tx, custodyChanged, { key_id, happening, actor_name: caller.name, reason: change.reason });
  return listKeysByIds({ reader: asCaller(tx, caller), now }, ids);
}

/**
 * Keys that no one else changes until the transaction ends. One that was known from the key system alone is kept here from now on, as
 * it is there.
 * @throws AppError not_found
 */
export async function holdKeys(
  tx: Tx,
  { deps, caller }: { deps: Deps; caller: Caller },
  ids: readonly string[],
): Promise<ReadonlyMap<string, Held>> {
  const now = deps.clock();
  await listKeysByIds({ reader: asCaller(tx, caller), now }, ids); // refuses what the caller may not see
  await sql`
    with begun as (
      insert into key_custody (key_id, state, changed_at, recorded_at, version)
      select key_id, state, ${now}, ${now}, 0 from key_standing
      where key_id = any(${ids}::uuid[]) and not is_kept_here order by key_id
      on conflict do nothing returning key_id)
    insert into key_assignment (id, key_id, person_id, holder_identity)
    select gen_random_uuid(), standing.key_id, standing.person_id, case when standing.person_id is null then standing.holder_identity end
    from key_standing as standing join begun on begun.key_id = standing.key_id
    where standing.holder_identity is not null`.execute(tx);
  await sql`select from key_custody where key_id = any(${ids}::uuid[]) order by key_id for update`.execute(tx);
  const keys = new Map((await listKeysByIds({ reader: asCaller(tx, caller), now }, ids)).map((key) => [key.id, key]));
  const rows = await tx
    .selectFrom('key_standing')
    .selectAll()
    .where('key_id', '=', (q) => q.fn.any(q.val(ids)))
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const key = keys.get(row.key_id);
      if (!key) return [];
      const { assignment_id, version } = row;
      return [[row.key_id, { key, state: stateOf(row), assignment_id, version }]];
    }),
  );
}

export type Standing = {
  state: KeyState<Holder>['is'];
  assignment_id: string | null;
  person_id: string | null;
  holder_identity: string | null;
  reserved_for: string | null;
  due_at: Date | null;
};

/** The state of a key as the view `key_standing` has it. */
export function stateOf({
  state,
  assignment_id,
  person_id,
  holder_identity,
  reserved_for,
  due_at,
}: Standing): KeyState<Holder> {
  const holder = assignment_id === null ? null : { person_id, identity: holder_identity };
  const due = due_at?.toISOString() ?? null;
  if (state === 'reserved') return { is: 'reserved', for: { person_id: reserved_for, identity: null } };
  if (state === 'lost' || state === 'broken') return { is: state, holder, due_at: due };
  if (state !== 'handed_out') return { is: state };
  if (holder === null) throw new Error('a key is out without an assignment');
  return { is: 'handed_out', holder, due_at: due };
}

const isFault = (state: string) => state === 'lost' || state === 'broken';

/** `isOther`: it has another holder afterwards, or none any more. `isToWrite`: the key system has to know. */
type Move = Happening & {
  before: Held;
  after: KeyState<Holder>;
  isOther: boolean;
  isToWrite: boolean;
  new_id: string;
  history_id: string;
};

const endedBy: Partial<Record<Happening['happening'], string>> = { transferred: 'transfer', retired: 'retirement' };

async function saveMoves(
  tx: Tx,
  {
    moves,
    now,
    actor_name,
    reason,
    receipt_id,
  }: Pick<Change, 'reason' | 'receipt_id'> & {
    moves: readonly Move[];
    now: Date;
    actor_name: string;
  },
): Promise<void> {
  const rows = moves.map(({ key_id, happening, before, after, isOther, isToWrite, new_id, history_id }) => {
    const [had, has] = [holderOf(before.state), holderOf(after)];
    const person = has ?? had ?? (after.is === 'reserved' ? after.for : null);
    return {
      key_id,
      state: after.is,
      reserved_for: after.is === 'reserved' ? after.for.person_id : null,
      is_other: isOther,
      is_to_write: isToWrite,
      ends: isOther ? before.assignment_id : null,
      ended_by: endedBy[happening] ?? 'return',
      new_id: isOther && has ? new_id : null,
      person_id: has?.person_id ?? null,
      identity: has?.person_id ? null : (has?.identity ?? null),
      stays: isOther ? null : before.assignment_id,
      due_at: 'due_at' in after ? after.due_at : null,
      history_id,
      happening,
      noted_person_id: person?.person_id ?? null,
      noted_identity: person?.identity ?? null,
    };
  });
  const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as move(
    key_id uuid, state text, reserved_for uuid, is_other boolean, is_to_write boolean, ends uuid, ended_by text, new_id uuid, person_id uuid,
    identity text, stays uuid, due_at timestamptz, history_id uuid, happening text, noted_person_id uuid, noted_identity text)`;
  await sql`
    update key_assignment as assignment set ended_at = ${now}, ended_by = move.ended_by
    from ${list} where assignment.id = move.ends`.execute(tx);
  await sql`
    update key_assignment as assignment set due_at = move.due_at from ${list} where assignment.id = move.stays`.execute(
    tx,
  );
  await sql`
    insert into key_assignment (id, key_id, person_id, holder_identity, handed_out_at, due_at)
    select new_id, key_id, person_id, identity, ${now}, due_at from ${list} where new_id is not null`.execute(tx);
  await sql`
    update key_custody as custody set state = move.state, reserved_for = move.reserved_for, version = version + 1,
      changed_at = case when move.is_to_write then ${now} else changed_at end,
      recorded_at = case when move.is_other then null else recorded_at end,
      is_to_write = custody.is_to_write or move.is_to_write,
      problem = case when move.is_to_write then null else problem end
    from ${list} where custody.key_id = move.key_id`.execute(tx);
  await sql`
    insert into key_history (id, key_id, at, happening, actor_name, person_id, holder_identity, due_at, reason, receipt_id)
    select history_id, key_id, ${now}, happening, ${actor_name}, noted_person_id, noted_identity, due_at, ${reason},
      ${receipt_id}::uuid
    from ${list}`.execute(tx);
}

const describeState = (state: KeyState<Holder>): Record<string, unknown> => {
  const holder = state.is === 'reserved' ? state.for : holderOf(state);
  return {
    state: state.is,
    ...(holder?.person_id && { person_id: holder.person_id }),
    ...(holder && !holder.person_id && { holder_identity: holder.identity }),
    ...('due_at' in state && state.due_at && { due_at: state.due_at }),
  };
};

function explainRefusal({ key: { marking, custody } }: Held, refusal: KeyRefusal): Sentence {
  const person = custody.holder?.name ?? custody.reserved_for?.name;
  if (person !== undefined && (refusal === 'handed_out' || refusal === 'reserved_for_others' || refusal === 'reserved'))
    return say(`keyDesk.refused.${refusal}`, { marking, person });
  if (refusal === 'same_holder') return say('keyDesk.refused.same_holder', { marking, person: person ?? marking });
  if (refusal === 'handed_out') return say('keyDesk.refused.out', { marking });
  if (refusal === 'reserved' || refusal === 'reserved_for_others') return say('keyDesk.refused.kept', { marking });
  return say(`keyDesk.refused.${refusal}`, { marking });
}
