import type { GeneratorPhase } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Deps, Tx } from '#platform/deps';
import type { TaskRow } from '#platform/schema/schema';
import type { StepResult, TaskEnd, TaskRun, TaskWork } from '../tasks/service';
import { workOutChoices } from './choices/work-out-choices';
import { endRun } from './end-run';
import { type ReadInput, readInput } from './input/read-input';
import { nameRun } from './language-model/name-run';
import { mineRun } from './mining/mine-run';
import { appendEvents, appendWarnings } from './run-events';
import { findRun, hasInput, type RunRow, rowOfInput } from './run-queries';

/** Reads what a run works on, then mines it. Repeated after a crash, it works on what was read before. */
async function step(run: TaskRun): Promise<StepResult> {
  const { deps, task } = run;
  const row = await findRun(deps.db, task.subject_id);
  if (row?.status === 'finished' && row.phase === 'choosing') return choose(run, row);
  if (!row || row.status === 'finished' || row.status === 'stopped') return endOf(row);
  if (await hasInput(deps.db, row.id)) {
    const result = await mineRun(run, row);
    if (typeof result !== 'object' || !('outcome' in result)) return result;
    // The result stands: a model that names nothing, or never answers, changes nothing of it.
    await nameRun(deps, row.id, run.stopping);
    const saved = await findRun(deps.db, row.id);
    return saved?.phase === 'choosing' ? choose(run, saved) : result;
  }
  await read(run, row);
  return 'again';
}

async function choose(run: TaskRun, row: RunRow): Promise<StepResult> {
  try {
    await workOutChoices(run, row);
    return endOf(row);
  } catch (error) {
    // Another process, or this one after its start, works them out.
    if (run.stopping.aborted) return 'again';
    throw error;
  }
}

const languageModelHost = ({ config }: Pick<Deps, 'config'>): string | null =>
  config.languageModel ? new URL(config.languageModel.url).host : null;

const endOf = (row: RunRow | undefined): TaskEnd => ({
  outcome: 'suggested',
  counts: { rules: row?.figures?.rules ?? 0, profiles: row?.figures?.profiles ?? 0 },
  failed: 0,
});

async function read(run: TaskRun, row: RunRow): Promise<void> {
  const { deps } = run;
  const phase: GeneratorPhase = 'reading';
  await deps.db.transaction().execute(async (tx) => {
    await run.save(tx, { phase: 'reading' });
    await tx.updateTable('generator_run').set({ status: 'running', phase }).where('id', '=', row.id).execute();
    const status = { run_id: row.id, status: 'running', phase, done: 0, total: 0, input: null } as const;
    await appendEvents(tx, row.id, [{ event: 'status', data: status }]);
  });
  const input = await readInput(deps, row.settings, languageModelHost(deps));
  const data = await rowOfInput(row.id, input);
  const { summary, revision, warnings } = input;
  await deps.db.transaction().execute(async (tx) => {
    await run.save(tx, { phase: 'calculating' });
    await tx.insertInto('generator_data').values(data).execute();
    await insertFirstFindings(tx, row.id, input);
    const set = { input: JSON.stringify(summary), revision, phase: 'rules' } as const;
    await tx.updateTable('generator_run').set(set).where('id', '=', row.id).execute();
    const status = { run_id: row.id, status: 'running', phase: 'rules', done: 0, total: 0, input: summary } as const;
    await appendEvents(tx, row.id, [
      { event: 'status', data: status },
      { event: 'metric', data: { rights: summary.rights, orphaned: summary.rights_orphaned } },
    ]);
    await appendWarnings(tx, row.id, warnings);
  });
}

/** Of each kind. */
const maxFindings = 2_000;
const batchSize = 500;

/** What is known without a plan; before any other finding, so that its positions come first. */
async function insertFirstFindings(
  tx: Tx,
  run_id: string,
  { orphans, drifting }: Pick<ReadInput, 'orphans' | 'drifting'>,
): Promise<void> {
  const orphaned = orphans
    .toSorted((a, b) => b.doors - a.doors || (a.name < b.name ? -1 : 1))
    .slice(0, maxFindings)
    .map(({ name, doors, location_id }) => {
      const sentence = name
        ? say('generator.orphan', { name, count: doors })
        : say('generator.orphanWhoLeft', { count: doors });
      return { kind: 'orphaned' as const, sentence: JSON.stringify(sentence), location_id, share: null };
    });
  const drifted = drifting
    .toSorted((a, b) => b.share - a.share)
    .slice(0, maxFindings)
    .map((one) => ({ ...one, kind: 'drifting_profile' as const, sentence: JSON.stringify(one.sentence) }));
  const rows = [...orphaned, ...drifted].map((row, position) => ({ ...row, run_id, position }));
  for (let at = 0; at < rows.length; at += batchSize) {
    await tx
      .insertInto('generator_finding')
      .values(rows.slice(at, at + batchSize))
      .execute();
  }
}

/** The task of a run. */
export const generatorWork: TaskWork = {
  step,
  abandon: (tx: Tx, task: TaskRow, error) => endRun(tx, task.subject_id, { status: 'failed', error }),
};

/** A run that its task was cancelled of, before it had a result. */
export const abandonRun = (deps: Pick<Deps, 'clock'>) => (tx: Tx, task: TaskRow) =>
  endRun(tx, task.subject_id, { status: 'stopped', at: deps.clock() });
