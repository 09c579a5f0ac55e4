import type { GeneratorFigures, PlanChoice } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { miningSettings } from '../mining/miner';
import { type HeldRun, holdRun } from '../suggestions/hold-run';
import type { ChosenPlan } from '../thread/choose-suggestions';
import { workOnRun } from '../thread/run-work';

type Chosen = { choice_id: string; accept_additions: number };

const batchSize = 100;
const maxAttempts = 3;

/**
 * Puts the suggestions of a plan to choose from in place of those of the run, accepted as a whole: the next draft writes this plan.
 * What was rejected stays rejected, and what was pinned stays in it. The plan is worked out in a thread, before the transaction that
 * writes it; where someone else has edited the run meanwhile, it is worked out again.
 * @returns how many suggestions are accepted
 * @throws AppError not_found, overloaded; conflict where the accepted number of new rights is another
 */
export async function choosePlan(deps: Deps, caller: Caller, id: string, chosen: Chosen): Promise<number> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const { held, choice, plans } = await deps.db.transaction().execute((tx) => readChoice(tx, id, chosen.choice_id));
    const settings = { ...held.run.settings, mode: choice.mode, generosity: choice.generosity };
    const mining = miningSettings(settings, held.run.seed);
    const order = { settings: mining, choice_id: chosen.choice_id, plans, rows: held.rows };
    const plan = await workOnRun(deps, 'choose', { id, order });
    refuseOtherAdditions(plan, chosen);
    const isWritten = await deps.db.transaction().execute(async (tx) => {
      const now = await holdRun(tx, id);
      if (now.run.version !== held.run.version) return false;
      await writeChoice(tx, caller, now, { plan, settings, ...chosen });
      return true;
    });
    if (isWritten) return plan.rows.length;
  }
  throw new AppError('conflict', say('suggestion.changed'));
}

/** @throws AppError not_found */
async function readChoice(
  tx: Tx,
  id: string,
  choice_id: string,
): Promise<{ held: HeldRun; choice: PlanChoice; plans: Uint8Array }> {
  const held = await holdRun(tx, id);
  const choice = held.run.choices?.find((one) => one.id === choice_id);
  const data = await tx.selectFrom('generator_data').select('choice_plans').where('run_id', '=', id).executeTakeFirst();
  if (!choice || !data?.choice_plans) throw notFound('generator_run');
  return { held, choice, plans: data.choice_plans };
}

function refuseOtherAdditions({ figures }: ChosenPlan, { accept_additions: accepted }: Chosen): void {
  const { additions: count } = figures;
  if (accepted !== 0 && accepted !== count)
    throw new AppError('conflict', say('suggestion.otherAdditions', { count, accepted }));
}

type Written = Chosen & { plan: ChosenPlan; settings: HeldRun['run']['settings'] };

async function writeChoice(
  tx: Tx,
  caller: Caller,
  held: HeldRun,
  { plan, settings, choice_id, accept_additions }: Written,
): Promise<void> {
  const { id, choices, version } = held.run;
  await replaceRows(tx, held, { plan, caller, acceptsAdditions: accept_additions > 0 });
  const figures: GeneratorFigures = { ...plan.figures, orphaned: held.figures.orphaned };
  await tx
    .updateTable('generator_run')
    .set({
      settings: JSON.stringify(settings),
      figures: JSON.stringify(figures),
      choices: JSON.stringify(choices?.map((one) => ({ ...one, is_present: one.id === choice_id }))),
      version: version + 1,
    })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('generator_data')
    .set({ rights: Buffer.from(plan.rights) })
    .where('run_id', '=', id)
    .execute();
  const { mode, generosity } = settings;
  const details = { choice_id, mode, generosity, accepted: plan.rows.length, additions: accept_additions };
  await recordEvent(tx, caller, 'generator_run.plan_chosen', { id, details });
}

type Replacing = { plan: ChosenPlan; caller: Caller; acceptsAdditions: boolean };

async function replaceRows(
  tx: Tx,
  { run: { id: run_id }, rows: before }: HeldRun,
  { plan, caller, acceptsAdditions }: Replacing,
): Promise<void> {
  const versions = new Map(before.map(({ id, version }) => [id, version]));
  await tx
    .deleteFrom('generator_suggestion')
    .where('run_id', '=', run_id)
    .where('decision', '!=', 'rejected')
    .execute();
  for (let at = 0; at < plan.rows.length; at += batchSize) {
    const values = plan.rows.slice(at, at + batchSize).map((row, n) => ({
      ...row,
      run_id,
      position: at + n,
      people: Buffer.from(row.people),
      cylinders: Buffer.from(row.cylinders),
      cylinder_kinds: Buffer.from(row.cylinder_kinds),
      additions: Buffer.from(row.additions),
      decision: 'accepted' as const,
      decided_by: caller.name,
      reason: null,
      additions_accepted: acceptsAdditions && row.addition_count > 0,
      version: (versions.get(row.id) ?? 0) + 1,
    }));
    await tx.insertInto('generator_suggestion').values(values).execute();
  }
  const rejected = before.filter(({ decision }) => decision === 'rejected');
  for (const [n, { id }] of rejected.entries()) {
    const position = plan.rows.length + n;
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
