import type { GeneratorFigures } from '@key2xs/contract';
import { type MinedPlan, type MinedSuggestion, planOfAll } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { miningSettings } from '../miner';
import { pack, unpack } from '../packing';
import { recordedProfilesOf } from '../recorded-profiles';
import { jsonOrNull } from '../save-plan';
import { SuggestionRows, uuidOf } from '../suggestion-row';
import { type HeldRun, holdRun } from '../suggestions/hold-run';
import { type RunData, readRunData } from '../suggestions/run-data';
import { minedOf, type SuggestionRow } from '../suggestions/suggestion-rows';
import type { ChoicePlans } from './work-out-choices';

type Chosen = { choice_id: string; accept_additions: number };

const batchSize = 250;

/**
 * Puts the suggestions of a plan to choose from in place of those of the run, accepted as a whole: the next draft writes this plan.
 * What was rejected stays rejected, and what was pinned stays in it.
 * @returns how many suggestions are accepted
 * @throws AppError not_found; conflict where the accepted number of new rights is another
 */
export async function choosePlan(
  deps: Deps,
  caller: Caller,
  id: string,
  { choice_id, accept_additions }: Chosen,
): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const held = { ...(await holdRun(tx, id)), data: await readRunData(tx, id) };
    const choice = held.run.choices?.find((one) => one.id === choice_id);
    const suggested = (await loadPlans(tx, id))[choice_id];
    if (!choice || !suggested) throw notFound('generator_run');
    const { mode, generosity } = choice;
    const settings = { ...held.run.settings, mode, generosity };
    const rejected = held.rows.filter(({ decision }) => decision === 'rejected');
    const plan = planOf(held, miningSettings(settings, held.run.seed), { suggested, rejected });
    if (accept_additions !== 0 && accept_additions !== plan.figures.additions) {
      const count = plan.figures.additions;
      throw new AppError('conflict', say('suggestion.otherAdditions', { count, accepted: accept_additions }));
    }
    await replaceRows(tx, held, { plan, rejected, caller, acceptsAdditions: accept_additions > 0 });
    const figures: GeneratorFigures = { ...plan.figures, orphaned: held.figures.orphaned };
    await tx
      .updateTable('generator_run')
      .set({
        settings: JSON.stringify(settings),
        figures: JSON.stringify(figures),
        choices: JSON.stringify(held.run.choices?.map((one) => ({ ...one, is_present: one.id === choice_id }))),
        version: held.run.version + 1,
      })
      .where('id', '=', id)
      .execute();
    const rights = await pack(plan.rights);
    await tx.updateTable('generator_data').set({ rights }).where('run_id', '=', id).execute();
    const accepted = plan.suggestions.length;
    const details = { choice_id, mode, generosity, accepted, additions: accept_additions };
    await recordEvent(tx, caller, 'generator_run.plan_chosen', { id, details });
    return accepted;
  });
}

async function loadPlans(tx: Tx, run_id: string): Promise<ChoicePlans> {
  const row = await tx
    .selectFrom('generator_data')
    .select('choice_plans')
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  return row?.choice_plans ? unpack<ChoicePlans>(row.choice_plans) : {};
}

type Held = HeldRun & { data: RunData };

type Replaced = { suggested: readonly MinedSuggestion[]; rejected: readonly SuggestionRow[] };

/** Pinned suggestions first, as in a run. */
function planOf(
  { data, rows }: Held,
  settings: Parameters<typeof planOfAll>[1],
  { suggested, rejected }: Replaced,
): MinedPlan {
  const pinned = rows
    .filter((row) => row.pinned && row.decision !== 'rejected')
    .map((row) => minedOf(row, data.mining));
  const left = new Set([...pinned, ...rejected].map(({ id }) => id));
  const others = suggested.filter(({ id }) => !left.has(uuidOf(id)));
  return planOfAll(data.mining, settings, [...pinned, ...others], { proof: data.proof });
}

type Replacing = { plan: MinedPlan; rejected: readonly SuggestionRow[]; caller: Caller; acceptsAdditions: boolean };

async function replaceRows(
  tx: Tx,
  { run: { id: run_id }, data, rows: before }: Held,
  { plan, rejected, caller, acceptsAdditions }: Replacing,
): Promise<void> {
  const decided = new Map(before.map((row) => [row.id, row]));
  const rows = new SuggestionRows(data, decided);
  const recorded = recordedProfilesOf(data, plan.suggestions);
  await tx
    .deleteFrom('generator_suggestion')
    .where('run_id', '=', run_id)
    .where('decision', '!=', 'rejected')
    .execute();
  const values = plan.suggestions.map((mined, position) => ({
    ...rows.rowOf(mined),
    run_id,
    position,
    recorded_profile: jsonOrNull(recorded.get(mined.id)),
    decision: 'accepted' as const,
    decided_by: caller.name,
    reason: null,
    additions_accepted: acceptsAdditions && mined.additions.people.length > 0,
    version: (decided.get(uuidOf(mined.id))?.version ?? 0) + 1,
  }));
  for (let at = 0; at < values.length; at += batchSize) {
    await tx
      .insertInto('generator_suggestion')
      .values(values.slice(at, at + batchSize))
      .execute();
  }
  for (const [n, { id }] of rejected.entries()) {
    const position = values.length + n;
    await tx
      .updateTable('generator_suggestion')
      .set({ position })
      .where('run_id', '=', run_id)
      .where('id', '=', id)
      .execute();
  }
  await tx
    .updateTable('generator_finding')
    .set({ suggestion_id: null })
    .where('run_id', '=', run_id)
    .where('suggestion_id', 'is not', null)
    .where('suggestion_id', 'not in', (q) =>
      q.selectFrom('generator_suggestion').select('id').where('run_id', '=', run_id),
    )
    .execute();
}
