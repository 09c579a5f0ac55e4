import { generosities, type PlanChoice } from '@key2xs/contract';
import { choiceId, type MinedChoice } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { asProduct } from '#platform/visible-to';
import { countKeysOf } from '../../plans/service';
import type { TaskRun } from '../../tasks/service';
import { miningSettings } from '../mining/miner';
import { pack } from '../packing';
import { loadInput, type RunRow } from '../run-queries';
import { planChooser } from './chooser';

/** A run is not held up for longer: what is not worked out by then is not offered. */
const withinMs = 120_000;

/** The suggestions of each plan, by its id, as they are stored. */
export type ChoicePlans = Record<string, MinedChoice['suggestions']>;

/**
 * Works out plans to choose from for a run that has its result, and keeps them with it. Without any it stays as it is: the result
 * does not depend on them.
 */
export async function workOutChoices({ deps, signal, stopping }: TaskRun, row: RunRow): Promise<void> {
  const { db, runner, log } = deps;
  const input = await loadInput(db, row.id);
  const settings = miningSettings(row.settings, row.seed);
  const order = { input: input.mining, settings, today: input.profiles, withinMs };
  let mined: MinedChoice[] = [];
  try {
    const answer = await runner.run(planChooser, order, { signal: AbortSignal.any([signal, stopping]) });
    if (answer.ok) mined = answer.answer;
    else log.warn({ run: row.id, reason: answer.reason }, 'no plans to choose from');
  } catch (error) {
    if (stopping.aborted || signal.aborted) throw error;
    log.warn({ run: row.id, error }, 'no plans to choose from');
  }
  const choices: PlanChoice[] = [];
  for (const choice of mined) choices.push(await storedChoice(db, choice, input.people));
  const present = choiceId(settings);
  const plans: ChoicePlans = Object.fromEntries(mined.map(({ id, suggestions }) => [id, suggestions]));
  const packed = await pack(plans);
  await db.transaction().execute(async (tx) => {
    const shown = choices.map((choice) => ({ ...choice, is_present: choice.id === present }));
    await tx.updateTable('generator_data').set({ choice_plans: packed }).where('run_id', '=', row.id).execute();
    await tx
      .updateTable('generator_run')
      .set({ choices: JSON.stringify(shown), phase: null })
      .where('id', '=', row.id)
      .execute();
  });
}

/** Keys carry other rights only where someone newly gets a door; a cylinder is visited where the key cannot carry them. */
async function storedChoice(
  db: Db,
  { suggestions: _, transition, generosity, ...choice }: MinedChoice,
  people: readonly string[],
): Promise<PlanChoice> {
  const { additions } = transition;
  const idOf = (person: number | undefined) => people[person ?? -1] ?? '';
  const gaining = [...new Set(additions.people)].map(idOf);
  const held = await countKeysOf(asProduct(db), gaining);
  const visited = [...additions.cylinders].filter((_, n) => held.inCylinders.has(idOf(additions.people[n])));
  return {
    ...choice,
    generosity: generosities[generosity],
    is_present: false,
    transition: {
      people: transition.people.length,
      keys_to_update: held.updatable,
      cylinders_to_visit: new Set(visited).size,
    },
  };
}
