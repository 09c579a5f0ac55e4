import { isDeepStrictEqual } from 'node:util';
import type { GeneratorFigures } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { miningSettings } from '../mining/miner';
import { bytesOfInts } from '../packing';
import { workOnRun } from '../thread/run-work';
import type { SettledFigures, SettledPlan } from '../thread/settle-plan';
import { type HeldRun, holdRun } from './hold-run';
import type { SuggestionRow } from './suggestion-rows';

/** New rights are accepted by their number; 0: none. */
type AcceptedAdditions = { suggestion_id: string; additions: number };

export type Edited = {
  /** All suggestions, best first, with `people`, `cylinders` and `conditions` as edited; what was not edited is the same object. */
  rows: readonly SuggestionRow[];
  accepted?: AcceptedAdditions | undefined;
  /** What else is written with them. */
  record: (tx: Tx) => Promise<void>;
};

const maxAttempts = 3;

/**
 * Edits the suggestions of a run, with everything that follows from it for the others and for the run: what each explains, gives
 * newly and risks, and where every right ends. That is worked out between two transactions, in a thread: neither the server nor the
 * database waits for it, and where someone else has edited the run meanwhile, it is worked out again.
 * @param edit changes nothing by itself: it is called again for what is stored then
 * @returns those that differ from before, by position
 * @throws AppError not_found, overloaded; conflict where the accepted number of new rights is another
 */
export async function settleEdit(deps: Deps, id: string, edit: (held: HeldRun) => Edited): Promise<SuggestionRow[]> {
  let known: { version: number; plan: SettledPlan } | undefined;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const step = await deps.db.transaction().execute(async (tx) => {
      const held = await holdRun(tx, id);
      const edited = edit(held);
      const isSettled = hasSameShape(edited.rows, held.rows) || known?.version === held.run.version;
      if (!isSettled) return { held, rows: edited.rows };
      const plan = hasSameShape(edited.rows, held.rows) ? undefined : known?.plan;
      const changed = await writeEdit(tx, held, edited, plan);
      await edited.record(tx);
      return { changed };
    });
    if (step.changed) return step.changed;
    const { held, rows } = step;
    const order = { settings: miningSettings(held.run.settings, held.run.seed), figures: held.figures, rows };
    known = { version: held.run.version, plan: await workOnRun(deps, 'settle', { id, order }) };
  }
  throw new AppError('conflict', say('suggestion.changed'));
}

/** Whether the same plan follows from both: the same suggestions that are not rejected, in the same order. */
function hasSameShape(rows: readonly SuggestionRow[], others: readonly SuggestionRow[]): boolean {
  const [taken, before] = [rows, others].map((all) => all.filter(({ decision }) => decision !== 'rejected'));
  return (
    taken?.length === before?.length &&
    (taken ?? []).every((row, n) => {
      const other = before?.[n];
      if (row === other) return true;
      const isSame = other && row.id === other.id && row.kind === other.kind;
      return isSame && row.people.equals(other.people) && row.cylinders.equals(other.cylinders);
    })
  );
}

/** @param plan where the plan changes with the edit */
async function writeEdit(
  tx: Tx,
  held: HeldRun,
  { rows, accepted }: Edited,
  plan: SettledPlan | undefined,
): Promise<SuggestionRow[]> {
  const before = new Map(held.rows.map((row) => [row.id, row]));
  const settled = rows
    .map((row) => settledRow(row, plan?.changed.get(row.id)))
    .map((row) => (row.id === accepted?.suggestion_id ? withAdditions(row, accepted.additions) : row));
  const stays = new Set(rows.map(({ id }) => id));
  const gone = [...before.keys()].filter((id) => !stays.has(id));
  if (gone.length > 0) {
    await tx.deleteFrom('generator_suggestion').where('run_id', '=', held.run.id).where('id', 'in', gone).execute();
  }
  const written: SuggestionRow[] = [];
  for (const [position, row] of settled.entries()) {
    const old = before.get(row.id);
    if (old !== row && !isSame(old, row)) written.push(await write(tx, { ...row, position }, old !== undefined));
  }
  await moveTo(tx, held.run.id, settled);
  if (plan) await saveResult(tx, held, plan);
  await tx
    .updateTable('generator_run')
    .set({ version: held.run.version + 1 })
    .where('id', '=', held.run.id)
    .execute();
  return written;
}

/** @throws AppError conflict */
function withAdditions(row: SuggestionRow, additions: number): SuggestionRow {
  const { addition_count: count } = row;
  if (additions !== 0 && additions !== count) {
    throw new AppError('conflict', say('suggestion.otherAdditions', { count, accepted: additions }));
  }
  return { ...row, additions_accepted: additions > 0 };
}

/** Additions are accepted by number: another number is not accepted. */
function settledRow(row: SuggestionRow, figures: SettledFigures | undefined): SuggestionRow {
  if (!figures) return row; // rejected, or as before
  const additions = Buffer.from(figures.additions);
  const isOther = figures.addition_count === 0 || !additions.equals(row.additions);
  return { ...row, ...figures, additions_accepted: row.additions_accepted && !isOther };
}

/** Those behind one that was split or merged have another position, and no other version: no one has edited them. */
const moveTo = (tx: Tx, run_id: string, rows: readonly SuggestionRow[]) => {
  const moved = rows.flatMap(({ id, position: before }, position) => (before === position ? [] : [{ id, position }]));
  return sql`
    update generator_suggestion as suggestion set position = moved.position
    from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ position }) => position)}::int[])
      as moved (id, position)
    where run_id = ${run_id} and suggestion.id = moved.id`.execute(tx);
};

const isSame = (before: SuggestionRow | undefined, after: SuggestionRow): boolean =>
  before !== undefined &&
  (Object.keys(after) as (keyof SuggestionRow)[]).every((name) => {
    const [one, other] = [before[name], after[name]];
    if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other) === 0;
    return isDeepStrictEqual(one, other);
  });

async function write(tx: Tx, { version, ...row }: SuggestionRow, isKnown: boolean): Promise<SuggestionRow> {
  const values = {
    ...row,
    conditions: JSON.stringify(row.conditions),
    alternatives: JSON.stringify(row.alternatives),
    hours: JSON.stringify(row.hours),
    recorded_profile: row.recorded_profile && JSON.stringify(row.recorded_profile),
  };
  if (!isKnown) {
    return tx.insertInto('generator_suggestion').values(values).returningAll().executeTakeFirstOrThrow();
  }
  return tx
    .updateTable('generator_suggestion')
    .set({ ...values, version: version + 1 })
    .where('run_id', '=', row.run_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function saveResult(tx: Tx, { run, figures: before }: HeldRun, { figures, rights }: SettledPlan): Promise<void> {
  const stored: GeneratorFigures = { ...figures, orphaned: before.orphaned };
  await tx
    .updateTable('generator_run')
    .set({ figures: JSON.stringify(stored) })
    .where('id', '=', run.id)
    .execute();
  // The proof stays that of the whole run: a suggestion may be taken back into the plan.
  await tx
    .updateTable('generator_data')
    .set({ rights: Buffer.from(rights) })
    .where('run_id', '=', run.id)
    .execute();
}

/** A row with other people and cylinders. */
export const withBlock = (row: SuggestionRow, people: Int32Array, cylinders: Int32Array): SuggestionRow => ({
  ...row,
  people: bytesOfInts(people),
  cylinders: bytesOfInts(cylinders),
});
