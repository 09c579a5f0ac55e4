import type { KeySystemSession } from '@key2xs/drivers';
import {
  type ChangeSetRow,
  finishChangeSet,
  type ItemRow,
  listItemsAfter,
  saveOutcomes,
  updateChangeSet,
} from '#features/change-sets/service';
import { converse, type KeySystemRow, recordProbe } from '#features/key-systems/service';
import { type StepResult, TaskFailed, type TaskRun } from '#features/tasks/service';
import type { Db } from '#platform/deps';
import { heldBack } from './hold-back';
import { callsFor } from './item-calls';
import { makeCalls } from './make-calls';
import { mirrorItems } from './mirror-items';

/** Few enough that a killed worker repeats little, and for one call about members; all of it is safe to repeat. */
const chunkItems = 400;
/** What a slow key system has done by then is saved: well inside the time that one step may take. */
const chunkMs = 10_000;

/**
 * Applies the next items of one kind, records each outcome, and ends the change set after the last. When the key
 * system is lost in the middle, what was done up to there is recorded first.
 * @throws TaskFailed when all is done and something failed, or when so much fails that going on makes no sense
 */
export async function applyChunk(run: TaskRun, row: KeySystemRow, changeSet: ChangeSetRow): Promise<StepResult> {
  const chunk = await nextChunk(run.deps.db, changeSet);
  const held = await heldBack(run.deps.db, changeSet, chunk);
  const { applied, failed, total, counts, isHopeless } = await converse(run, row, async (session) => {
    const { outcomes, broken, ...made } = await applyItems(session, chunk, held);
    const saved = await saveProgress(run, { row, changeSet, chunk, outcomes });
    if (broken !== undefined) throw broken;
    return { ...saved, ...made };
  });
  if (applied < total && !isHopeless) return 'again';
  if (failed === 0) return { outcome: 'applied', counts, failed };
  const undone = `${failed} of ${total} changes failed, ${applied - failed} were made.`;
  const why = 'The change set says which and why; sync again once that is mended.';
  throw new TaskFailed(isHopeless ? `Stopped after ${applied} changes. ${undone} ${why}` : `${undone} ${why}`);
}

/** One kind at a time: what is to be withdrawn is withdrawn before anything is granted. */
async function nextChunk(db: Db, { id, applied }: ChangeSetRow): Promise<ItemRow[]> {
  const next = await listItemsAfter(db, id, applied, chunkItems);
  const change = next.findIndex((item) => item.kind !== next[0]?.kind);
  return change === -1 ? next : next.slice(0, change);
}

async function applyItems(session: KeySystemSession, chunk: readonly ItemRow[], held: Map<number, string>) {
  const free = chunk.filter(({ ordinal }) => !held.has(ordinal));
  const isLate = AbortSignal.timeout(chunkMs);
  const made = await makeCalls(callsFor(session, free), () => isLate.aborted);
  return { ...made, outcomes: new Map([...held, ...made.outcomes]) };
}

type Applied = {
  row: KeySystemRow;
  changeSet: ChangeSetRow;
  chunk: readonly ItemRow[];
  outcomes: ReadonlyMap<number, string | null>;
};

/** Saves the outcomes up to the first item that has none; what was done beyond it is repeated, which changes nothing. */
async function saveProgress(
  { deps, caller, save }: TaskRun,
  { row, changeSet, chunk, outcomes }: Applied,
): Promise<ChangeSetRow> {
  const open = chunk.findIndex(({ ordinal }) => !outcomes.has(ordinal));
  const settled = open === -1 ? chunk : chunk.slice(0, open);
  const { id, total } = changeSet;
  const to = settled.at(-1)?.ordinal ?? changeSet.applied;
  if (to === changeSet.applied && to < total) return changeSet;
  const failures = settled.flatMap(({ ordinal }) => {
    const message = outcomes.get(ordinal);
    return message ? [{ ordinal, message }] : [];
  });
  return deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'applying', done: to, total });
    await saveOutcomes(tx, id, { from: changeSet.applied + 1, to, failed: failures });
    await mirrorItems(
      tx,
      row.id,
      settled.filter(({ ordinal }) => outcomes.get(ordinal) === null),
    );
    if (row.last_status !== 'ACTIVE') {
      await recordProbe(tx, row.id, { status: 'ACTIVE', error: null, at: deps.clock() });
    }
    const updated = await updateChangeSet(tx, id, { applied: to, failed: changeSet.failed + failures.length });
    if (to >= total) await finishChangeSet(tx, deps, caller, updated);
    return updated;
  });
}
