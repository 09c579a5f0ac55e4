import { type Sentence, say } from '@key2xs/texts';
import { listItemsAfter, saveApplied } from '#features/change-sets/service';
import { type KeySystem, recordProbe, withSession } from '#features/key-systems/service';
import { adopt, recordWrites, type ToAdopt } from '#features/recorded/service';
import { type StepResult, TaskFailed, type TaskRun } from '#features/tasks/service';
import { placeWork } from '#features/work-list/service';
import { recordEvent } from '#platform/audit/audit';
import type { Db, Tx } from '#platform/deps';
import type { ChangeSetRow, ItemRow } from '#platform/schema/schema';
import type { AdoptionKind } from '../adoption/adoption-items';
import { decideAdoption } from '../adoption/decide-adoption';
import { readRecorded } from '../read-recorded';
import { adoptionKindOf, callsFor, kindOf } from './item-calls';
import { listDeferred } from './list-deferred';
import { makeCalls } from './make-calls';

/** Few enough for one call about members, and that a killed worker repeats little. Repeating is safe. */
const chunkItems = 400;
/** Each chunk of adoptions reads everything again. */
const chunkAdoptions = 20_000;
/** A slow key system's progress is saved after this time, well below the timeout of a step. */
const chunkMs = 10_000;

/**
 * Applies the next items of one kind, saves each outcome, and ends the change set after the last. Waiting items go to
 * the work list. If the key system fails midway, saves what was done before throwing.
 * @throws TaskFailed after the last item if any failed, or at once when most fail
 */
export async function applyChunk(run: TaskRun, row: KeySystem, changeSet: ChangeSetRow): Promise<StepResult> {
  const chunk = await nextChunk(run.deps.db, changeSet);
  const deferred = await listDeferred(run.deps.db, changeSet, chunk);
  const waiting = chunk.filter((item) => item.outcome === 'waiting' && !deferred.has(item.ordinal));
  const settled = new Map([...deferred, ...waiting.map(({ ordinal }) => [ordinal, null] as const)]);
  const calls = chunk.filter(({ ordinal }) => !settled.has(ordinal));
  const adoptionKind = adoptionKindOf(chunk);
  if (adoptionKind) {
    const saved = await adoptSome(run, row, { changeSet, chunk, kind: adoptionKind, settled });
    return saved.applied < saved.total ? 'again' : appliedResult(saved);
  }
  const { isHopeless, ...saved } =
    calls.length > 0
      ? await callForSome(run, row, { changeSet, chunk, settled, calls })
      : { ...(await saveProgress(run, { row, changeSet, chunk, outcomes: settled })), isHopeless: false };
  return saved.applied < saved.total && !isHopeless ? 'again' : appliedResult(saved, isHopeless);
}

type Settled = ReadonlyMap<number, Sentence | null>;
type Chunk = { changeSet: ChangeSetRow; chunk: readonly ItemRow[]; settled: Settled; calls: readonly ItemRow[] };

const callForSome = (run: TaskRun, row: KeySystem, { changeSet, chunk, settled, calls }: Chunk) =>
  withSession(run, row, async (session) => {
    const isLate = AbortSignal.timeout(chunkMs);
    const { outcomes, broken, isHopeless } = await makeCalls(callsFor(session, calls), () => isLate.aborted);
    const all = new Map<number, Sentence | null>([...settled, ...outcomes]);
    const saved = await saveProgress(run, { row, changeSet, chunk, outcomes: all });
    if (broken !== undefined) throw broken;
    if (row.last_status !== 'ACTIVE') {
      const { db, clock } = run.deps;
      await recordProbe(db, row, { status: 'ACTIVE', error: null, at: clock() });
    }
    return { ...saved, isHopeless };
  });

type Adoptions = Pick<Chunk, 'changeSet' | 'chunk' | 'settled'> & { kind: AdoptionKind };

/** Reads once more and adopts what has not been changed since the change set was computed. Writes nothing there. */
async function adoptSome(run: TaskRun, row: KeySystem, { changeSet, chunk, kind, settled }: Adoptions) {
  const read = await withSession(run, row, (session) => readRecorded(session, row.capabilities));
  const { outcomes, toAdopt } = decideAdoption(
    chunk.filter(({ ordinal }) => !settled.has(ordinal)),
    kind,
    read,
  );
  return saveProgress(run, { row, changeSet, chunk, outcomes: new Map([...settled, ...outcomes]), toAdopt });
}

/** The outcome of a fully applied change set. @throws TaskFailed when an item failed */
export function appliedResult(
  { applied, failed, waiting, total, counts }: ChangeSetRow,
  isHopeless = false,
): StepResult {
  const made = applied - failed - waiting;
  if (failed === 0) return { outcome: made === 0 && waiting > 0 ? 'waiting' : 'applied', counts, failed, waiting };
  throw new TaskFailed(
    say('several', {
      sentences: [
        ...(isHopeless ? [say('task.stoppedAfter', { applied })] : []),
        say('task.changesFailed', { failed, total, made }),
        ...(waiting > 0 ? [say('task.waitForOperator', { count: waiting })] : []),
        say('task.seeChangeSet'),
      ],
    }),
  );
}

/** One kind at a time, so that removals finish before anything is granted. */
async function nextChunk(db: Db, { id, applied }: ChangeSetRow): Promise<ItemRow[]> {
  const some = await listItemsAfter(db, id, applied, chunkItems);
  const next = adoptionKindOf(some) ? await listItemsAfter(db, id, applied, chunkAdoptions) : some;
  const change = next.findIndex((item) => item.kind !== next[0]?.kind);
  return change === -1 ? next : next.slice(0, change);
}

type Applied = {
  row: KeySystem;
  changeSet: ChangeSetRow;
  chunk: readonly ItemRow[];
  outcomes: Settled;
  toAdopt?: ToAdopt;
};

/** Saves outcomes up to the first item without one. Later items are repeated, which is harmless. */
async function saveProgress(
  run: TaskRun,
  { row, changeSet, chunk, outcomes, toAdopt }: Applied,
): Promise<ChangeSetRow> {
  const { deps, save } = run;
  const open = chunk.findIndex(({ ordinal }) => !outcomes.has(ordinal));
  const settled = open === -1 ? chunk : chunk.slice(0, open);
  const { total } = changeSet;
  const to = settled.at(-1)?.ordinal ?? changeSet.applied;
  if (to === changeSet.applied && to < total) return changeSet;
  const failures = settled.flatMap(({ ordinal }) => {
    const message = outcomes.get(ordinal);
    return message ? [{ ordinal, message }] : [];
  });
  const fine = settled.filter(({ ordinal }) => outcomes.get(ordinal) === null);
  const waiting = fine.filter(({ outcome }) => outcome === 'waiting');
  return deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'applying', done: to, total });
    if (toAdopt) await recordAdopted(tx, run, row, toAdopt);
    else await recordDone(tx, row.id, fine, deps.clock());
    await placeWork(tx, deps, { connectionId: row.id, changeSet, items: waiting });
    return saveApplied(tx, run, changeSet, { to, outcomes: { failed: failures, waiting: waiting.length } });
  });
}

async function recordAdopted(tx: Tx, { deps, caller }: TaskRun, { id, name }: KeySystem, toAdopt: ToAdopt) {
  const { kind, records } = toAdopt;
  if (records.length === 0) return;
  await adopt(tx, id, toAdopt, deps.clock());
  const identities = records.map(({ read }) => read.identity);
  await recordEvent(tx, caller, 'key_system.adopted', { id, details: { name, kind, identities } });
}

async function recordDone(tx: Tx, connectionId: string, items: readonly ItemRow[], at: Date): Promise<void> {
  const done = items.filter(({ outcome }) => outcome !== 'waiting');
  const kind = kindOf(done);
  const writes = done.map(({ write }) => write ?? {});
  if (kind) await recordWrites(tx, connectionId, { kind, writes, origin: { by: 'written', at } });
}
