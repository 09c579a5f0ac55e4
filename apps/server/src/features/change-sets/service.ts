import { type ChangeSetDelta, type ChangeSetKind, type Guard, subjectOf, taskKinds } from '@key2xs/contract';
import { checkGuards, type GuardInput } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import type { Db, Tx } from '#platform/deps';
import { emit } from '#platform/events/event-kind';
import type { ChangeSetRow, ItemRow, TaskRow } from '#platform/schema/schema';
import { countChanged, noteSourceEvent } from '../source-events/service';
import { forgetChangeSets, type TaskRun } from '../tasks/service';
import { batchWriter } from './batch-writer';
import { changeSetStopped } from './events';
import { kindsOfChangeSet } from './kinds';
import {
  dropItemsAfter,
  findChangeSet,
  findConnection,
  type ItemOutcome,
  insertChangeSet,
  insertItems,
  saveOutcomes,
  updateChangeSet,
} from './queries';

export { holdWaiting } from './decide';
export { largestGroups } from './largest-groups';
export { holdItems } from './queries';
export { countMoved, type DoorsChange, type PersonConcerned, saveEffect } from './save-effect';

type Run = Pick<TaskRun, 'deps' | 'task' | 'caller'>;

/** The change set that a task applies, or has computed. */
export const changeSetOf = async (db: Db, { change_set_id: id }: TaskRow): Promise<ChangeSetRow | undefined> =>
  id === null ? undefined : findChangeSet(db, id);

/** Starts a change set for a task. Deletes one that the same task left incomplete in a crash. */
export async function openChangeSet(tx: Tx, { deps, task }: Run, kind: ChangeSetKind): Promise<ChangeSetRow> {
  await tx.deleteFrom('change_set').where('task_id', '=', task.id).where('state', '=', 'computing').execute();
  const [table, id] = [taskKinds[kind].subject, task.subject_id];
  const { name } = await findConnection(tx, { table, id });
  return insertChangeSet(tx, {
    kind,
    title: JSON.stringify(kindsOfChangeSet[kind].title(name)),
    iam_connection_id: null,
    key_system_connection_id: null,
    [`${table}_id`]: id,
    task_id: task.id,
    id: deps.newId(),
    state: 'computing',
    base: await kindsOfChangeSet[kind].base(tx, id),
  });
}

/**
 * Resumes an incomplete change set after its first `items` items; later ones, written without saved progress, are
 * dropped.
 */
export async function resumeChangeSet(tx: Tx, id: string, items: number): Promise<ChangeSetRow | undefined> {
  await dropItemsAfter(tx, id, items);
  return findChangeSet(tx, id);
}

export type NewItem = {
  ordinal: number;
  kind: string;
  person_id: string | null;
  label: string;
  reference: string;
  detail: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  source_hash?: string;
  write?: object;
  /** 'pending' if left out. */
  outcome?: 'waiting';
  message?: Sentence;
};

/** Numbers the changes in order of applying, after the `written` ones, and inserts them in batches. */
export function itemWriter(db: Db, changeSetId: string, written = 0) {
  let total = written;
  const writer = batchWriter((rows) => insertItems(db, changeSetId, rows));
  return {
    async add(item: Omit<NewItem, 'ordinal'>): Promise<void> {
      const numbered: NewItem = { ordinal: ++total, ...item };
      await writer.add(numbered);
    },
    total: () => total,
    /** @returns the total number of items */
    async end(): Promise<number> {
      await writer.end();
      return total;
    },
  };
}

export type Summary = {
  counts: Record<string, number>;
  /** Input for the guards. */
  tally: GuardInput;
  /** Departments that lose most. */
  largest_removals: { label: string; count: number }[];
  total: number;
  effect: ChangeSetDelta;
  /** What else stops it, beside the guards that count. */
  stopped?: readonly Guard[];
};

/**
 * Runs the guards on a computed change set and closes it: it waits for a person if a guard tripped or it is a preview,
 * else it is applied next. Earlier waiting change sets of the connection become stale. One of a mapping that is not
 * stored needs no decision, and replaces an earlier one.
 */
export async function closeChangeSet(
  tx: Tx,
  run: Run,
  changeSet: ChangeSetRow,
  summary: Summary,
): Promise<ChangeSetRow> {
  const isPreview = run.task.dry_run;
  const { counts, tally, largest_removals, total, effect, stopped = [] } = summary;
  const subject = subjectOf(changeSet);
  const { guard_limit_percent } = await findConnection(tx, subject);
  const guards = [...stopped, ...checkGuards(tally, Number(guard_limit_percent))];
  const isSimulated = run.task.mapping !== null;
  const state = isSimulated ? 'simulated' : stateOf({ total, isGuarded: guards.length > 0, isPreview });
  await (isSimulated ? dropSimulated(tx, changeSet) : outdateWaiting(tx, changeSet));
  await recordEvent(tx, run.caller, state === 'quarantined' ? 'change_set.quarantined' : 'change_set.computed', {
    id: changeSet.id,
    details: { title: renderSentence(changeSet.title), counts, effect, guards },
  });
  if (state === 'applied') await finish(tx, run, changeSet, isPreview);
  if (state === 'quarantined') {
    const { id: change_set_id, title } = changeSet;
    await emit(tx, changeSetStopped, { change_set_id, connection_id: subject.id, title, is_preview: isPreview });
  }
  if (guards.length > 0 && changeSet.kind === 'directory') {
    const sentence = say('sourceEvent.stopped', { count: countChanged(counts) });
    const of = { connection_id: subject.id, task_id: run.task.id, change_set_id: changeSet.id };
    await noteSourceEvent(tx, { ...of, kind: 'guard.tripped', sentence });
  }
  return updateChangeSet(tx, changeSet.id, {
    state,
    total,
    counts: JSON.stringify(counts),
    guards: JSON.stringify(guards),
    largest_removals: JSON.stringify(largest_removals),
    effect: JSON.stringify(effect),
  });
}

const stateOf = ({ total, isGuarded, isPreview }: { total: number; isGuarded: boolean; isPreview: boolean }) =>
  total === 0 ? 'applied' : isGuarded ? 'quarantined' : isPreview ? 'ready' : 'applying';

async function outdateWaiting(tx: Tx, changeSet: ChangeSetRow): Promise<void> {
  const subject = subjectOf(changeSet);
  await tx
    .updateTable('change_set')
    .set({ state: 'stale' })
    .where('kind', '=', changeSet.kind)
    .where('id', '!=', changeSet.id)
    .where('state', 'in', ['ready', 'quarantined'])
    .where(`${subject.table}_id`, '=', subject.id)
    .execute();
}

/** They have an item for each person and are never decided on, so only the latest is retained. */
async function dropSimulated(tx: Tx, changeSet: ChangeSetRow): Promise<void> {
  const subject = subjectOf(changeSet);
  const dropped = await tx
    .deleteFrom('change_set')
    .where('state', '=', 'simulated')
    .where(`${subject.table}_id`, '=', subject.id)
    .returning('id')
    .execute();
  await forgetChangeSets(
    tx,
    dropped.map(({ id }) => id),
  );
}

const finish = (tx: Tx, { deps }: Run, changeSet: ChangeSetRow, isPreview: boolean) =>
  kindsOfChangeSet[changeSet.kind].finish(tx, deps, {
    connectionId: subjectOf(changeSet).id,
    changeSetId: changeSet.id,
    isPreview,
  });

/** Items after `ordinal` in order of applying, at most `limit`. */
export const listItemsAfter = (db: Db, changeSetId: string, ordinal: number, limit: number): Promise<ItemRow[]> =>
  db
    .selectFrom('change_set_item')
    .selectAll()
    .where('change_set_id', '=', changeSetId)
    .where('ordinal', '>', ordinal)
    .orderBy('ordinal')
    .limit(limit)
    .execute();

type Applied = {
  /** Ordinal of the last item tried. */
  to: number;
  /** If items have separate outcomes: the failed ones, and how many wait. */
  outcomes?: { failed: readonly ItemOutcome[]; waiting: number };
};

/** Saves progress of applying. After the last item, ends the change set and audits its outcome. */
export async function saveApplied(
  tx: Tx,
  run: Run,
  changeSet: ChangeSetRow,
  { to, outcomes }: Applied,
): Promise<ChangeSetRow> {
  const { failed = [], waiting = 0 } = outcomes ?? {};
  if (outcomes) await saveOutcomes(tx, changeSet.id, { from: changeSet.applied + 1, to, failed });
  const noted = await updateChangeSet(tx, changeSet.id, {
    applied: to,
    failed: changeSet.failed + failed.length,
    waiting: changeSet.waiting + waiting,
  });
  if (to < noted.total) return noted;
  await finish(tx, run, noted, false);
  const { id, title, counts } = noted;
  const details = { title: renderSentence(title), counts, failed: noted.failed, waiting: noted.waiting };
  await recordEvent(tx, run.caller, 'change_set.applied', { id, details });
  return updateChangeSet(tx, id, { state: 'applied', applied_at: run.deps.clock() });
}

/**
 * A change set's outcome as its task's result; 'again': still to be applied. A task whose worker died after the last
 * write ends here: computing again would make changes without an approval.
 */
export function resultOf({ state, counts, guards, failed, total }: ChangeSetRow) {
  if (state === 'applying') return 'again';
  if (state === 'applied') return { outcome: total === 0 ? 'nothing_to_do' : 'applied', counts, failed } as const;
  if (state === 'simulated') return { outcome: total === 0 ? 'nothing_to_do' : 'previewed', counts, failed } as const;
  return { outcome: guards.length > 0 ? 'quarantined' : 'previewed', counts, failed } as const;
}

/** After a failed task: deletes an incomplete change set, marks a partly applied one stale. */
export async function abandonChangeSet(
  tx: Tx,
  { id, change_set_id }: { id: string; change_set_id: string | null },
): Promise<void> {
  await tx.deleteFrom('change_set').where('task_id', '=', id).where('state', '=', 'computing').execute();
  if (change_set_id === null) return;
  await tx
    .updateTable('change_set')
    .set({ state: 'stale' })
    .where('id', '=', change_set_id)
    .where('state', '=', 'applying')
    .execute();
}
