import type { GeneratorFigures } from '@key2xs/contract';
import { type MinedPlan, type MinedSuggestion, planOf } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { hoursOfSuggestion } from '../hours-of-suggestion';
import { miningSettings } from '../miner';
import { bytesOfInts, pack } from '../packing';
import type { HeldRun } from './hold-run';
import { figuresOf, minedOf, type SuggestionRow } from './suggestion-rows';

/** New rights are accepted by their number; 0: none. */
export type AcceptedAdditions = { suggestion_id: string; additions: number };

/**
 * Stores suggestions as they are after an edit, with everything that follows from it for the others and for the run: what each
 * explains, gives newly and risks, and where every right ends.
 * @param rows all of them, best first, with `people`, `cylinders` and `conditions` as edited
 * @returns those that differ from before, by position
 * @throws AppError conflict where the accepted number of new rights is another
 */
export async function settleRun(
  tx: Tx,
  held: HeldRun,
  rows: readonly SuggestionRow[],
  accepted?: AcceptedAdditions,
): Promise<SuggestionRow[]> {
  const plan = shapeOf(rows) === shapeOf(held.rows) ? undefined : planAfter(held, rows);
  const mined = new Map(plan?.suggestions.map((one) => [one.id, one]));
  const before = new Map(held.rows.map((row) => [row.id, row]));
  const settled = rows
    .map((row, position) => settledRow({ ...row, position }, mined.get(row.id), held.data))
    .map((row) => (row.id === accepted?.suggestion_id ? withAdditions(row, accepted.additions) : row));
  const gone = [...before.keys()].filter((id) => !rows.some((row) => row.id === id));
  if (gone.length > 0) {
    await tx.deleteFrom('generator_suggestion').where('run_id', '=', held.run.id).where('id', 'in', gone).execute();
  }
  const written: SuggestionRow[] = [];
  for (const row of settled) {
    const old = before.get(row.id);
    if (!isSame(old, row)) written.push(await write(tx, row, old !== undefined));
  }
  if (plan) await saveResult(tx, held, plan, settled);
  await tx
    .updateTable('generator_run')
    .set({ version: held.run.version + 1 })
    .where('id', '=', held.run.id)
    .execute();
  return written;
}

/** What the plan follows from: the order of the suggestions that are not rejected, their people and cylinders. */
const shapeOf = (rows: readonly SuggestionRow[]): string =>
  rows
    .filter(({ decision }) => decision !== 'rejected')
    .map(({ id, kind, people, cylinders }) =>
      [id, kind, people.toString('latin1'), cylinders.toString('latin1')].join(),
    )
    .join();

const nothing = {
  people: new Int32Array(0),
  cylinders: new Int32Array(0),
  suggestions: new Int32Array(0),
  shares: new Float32Array(0),
};

/** The plan of the suggestions that are not rejected. */
function planAfter({ run, data, figures }: HeldRun, rows: readonly SuggestionRow[]): MinedPlan {
  const suggested = rows.filter(({ decision }) => decision !== 'rejected').map((row) => minedOf(row, data.mining));
  const findings = { outlier: nothing, missing: nothing, doubled: nothing, unused: nothing, never_both: nothing };
  const before = { suggestions: [], rights: data.rights, proof: data.proof, figures, findings };
  return planOf(data.mining, miningSettings(run.settings, run.seed), suggested, before);
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
function settledRow(row: SuggestionRow, mined: MinedSuggestion | undefined, data: HeldRun['data']): SuggestionRow {
  if (!mined) return row; // rejected, or nothing has changed the plan
  const figures = { ...row, ...figuresOf(mined), hours: hoursOfSuggestion(data, mined) };
  const isOther = figures.addition_count === 0 || !figures.additions.equals(row.additions);
  return { ...figures, additions_accepted: row.additions_accepted && !isOther };
}

const isSame = (before: SuggestionRow | undefined, after: SuggestionRow): boolean =>
  before !== undefined && JSON.stringify(comparable(before)) === JSON.stringify(comparable(after));

const comparable = ({ version: _, ...row }: SuggestionRow) =>
  Object.entries(row)
    .map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString('latin1') : value])
    .sort();

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

async function saveResult(
  tx: Tx,
  { run, figures: before }: HeldRun,
  { figures, rights }: MinedPlan,
  rows: readonly SuggestionRow[],
): Promise<void> {
  const stored: GeneratorFigures = { ...figures, orphaned: before.orphaned };
  await tx
    .updateTable('generator_run')
    .set({ figures: JSON.stringify(stored) })
    .where('id', '=', run.id)
    .execute();
  const positions = rows.flatMap(({ decision, position }) => (decision === 'rejected' ? [] : [position]));
  const suggestions = rights.suggestions.map((at) => positions[at] ?? -1);
  // The proof stays that of the whole run: a suggestion may be taken back into the plan.
  const packed = await pack({ ...rights, suggestions });
  await tx.updateTable('generator_data').set({ rights: packed }).where('run_id', '=', run.id).execute();
}

/** A row with other people and cylinders. */
export const withBlock = (row: SuggestionRow, people: Int32Array, cylinders: Int32Array): SuggestionRow => ({
  ...row,
  people: bytesOfInts(people),
  cylinders: bytesOfInts(cylinders),
});
