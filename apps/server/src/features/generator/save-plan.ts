import type { GeneratorFigures, GeneratorSettings } from '@key2xs/contract';
import type { MinedFindings, MinedPlan, NothingReason } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import type { Tx } from '#platform/deps';
import type { StepResult, TaskRun } from '../tasks/service';
import type { RunInput } from './input/read-input';
import type { MinerAnswer } from './mining/miner';
import { jsonOrNull, pack } from './packing';
import { recordedProfilesOf } from './recorded-profiles';
import { appendEvents } from './run-events';
import type { RunRow } from './run-queries';
import { type SuggestionRows, uuidOf } from './suggestion-row';

type Mined = { input: RunInput; rows: SuggestionRows; answer: MinerAnswer; isComplete: boolean };

const batchSize = 250;

/** Saves the plan of a run and ends it, in one transaction. */
export async function savePlan(
  run: TaskRun,
  { id, settings, input: summary }: RunRow,
  { input, rows, answer, isComplete }: Mined,
): Promise<StepResult> {
  const { deps } = run;
  const { plan } = answer;
  const packed = { rights: await pack(plan.rights), lower_bound: await pack(plan.proof) };
  const status = isComplete ? 'finished' : 'stopped';
  await deps.db.transaction().execute(async (tx) => {
    await run.save(tx, { phase: 'calculating' });
    await tx.updateTable('generator_data').set(packed).where('run_id', '=', id).execute();
    await tx.deleteFrom('generator_found').where('run_id', '=', id).execute();
    const recorded = recordedProfilesOf(input, plan.suggestions);
    for (let at = 0; at < plan.suggestions.length; at += batchSize) {
      const batch = plan.suggestions.slice(at, at + batchSize);
      const values = batch.map((mined, n) => ({
        ...rows.rowOf(mined),
        run_id: id,
        position: at + n,
        recorded_profile: jsonOrNull(recorded.get(mined.id)),
      }));
      await tx.insertInto('generator_suggestion').values(values).execute();
    }
    await insertFindings(tx, id, { plan, input, from: await countFindings(tx, id) });
    const figures: GeneratorFigures = { ...plan.figures, orphaned: summary?.rights_orphaned ?? 0 };
    const nothing = answer.nothing && presentNothing(settings, answer.nothing);
    await tx
      .updateTable('generator_run')
      .set({
        status,
        phase: isComplete && plan.suggestions.length > 0 ? 'choosing' : null,
        finished_at: deps.clock(),
        figures: JSON.stringify(figures),
        nothing: nothing && JSON.stringify(nothing),
      })
      .where('id', '=', id)
      .execute();
    await appendEvents(tx, id, [
      { event: 'metric', data: figures },
      { event: 'done', data: { run_id: id, status, figures } },
    ]);
  });
  return { outcome: 'suggested', counts: { rules: plan.figures.rules, profiles: plan.figures.profiles }, failed: 0 };
}

/** Those about orphaned rights were written when the input was read. */
async function countFindings(tx: Tx, runId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('generator_finding')
    .select((q) => q.fn.countAll<string>().as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const kindsOfFinding = ['outlier', 'missing', 'doubled', 'unused'] as const;
/** Of each kind those that stand out most. */
const maxFindings = 2_000;

async function insertFindings(
  tx: Tx,
  run_id: string,
  { plan, input, from }: { plan: MinedPlan; input: RunInput; from: number },
): Promise<void> {
  const found = kindsOfFinding.flatMap((kind) => rowsOf(kind, plan, input));
  const values = found.map((row, n) => ({ ...row, run_id, position: from + n }));
  for (let at = 0; at < values.length; at += batchSize) {
    await tx
      .insertInto('generator_finding')
      .values(values.slice(at, at + batchSize))
      .execute();
  }
}

function rowsOf(kind: (typeof kindsOfFinding)[number], plan: MinedPlan, { people, cylinders }: RunInput) {
  const findings: MinedFindings = plan.findings[kind];
  const order = [...findings.people.keys()].sort((a, b) => standOut(kind, findings, b) - standOut(kind, findings, a));
  return order.slice(0, maxFindings).map((at) => {
    const share = findings.shares[at] ?? -1;
    const suggestion = plan.suggestions[findings.suggestions[at] ?? -1];
    return {
      kind,
      sentence: JSON.stringify(sentenceOf(kind, share)),
      person_id: people[findings.people[at] ?? -1] ?? null,
      cylinder_id: cylinders[findings.cylinders[at] ?? -1] ?? null,
      suggestion_id: suggestion ? uuidOf(suggestion.id) : null,
      share: share < 0 ? null : share,
    };
  });
}

/** An outlier stands out where few have the right, what is missing where many have. */
const standOut = (kind: string, { shares }: MinedFindings, at: number): number =>
  kind === 'outlier' ? -(shares[at] ?? 0) : (shares[at] ?? 0);

function sentenceOf(kind: (typeof kindsOfFinding)[number], share: number): Sentence {
  const percent = Math.round(share * 100);
  if (kind === 'doubled') return say('generator.findings.doubled');
  if (kind === 'unused') return say('generator.findings.unused');
  return say(`generator.findings.${kind}`, { percent });
}

const sayNothing = {
  no_people: { sentence: say('generator.nothing.people'), link: '/iam-manager' },
  no_cylinders: { sentence: say('generator.nothing.cylinders'), link: '/key-systems' },
  no_rights: { sentence: say('generator.nothing.rights'), link: '/key-systems' },
  all_on_request: { sentence: say('generator.nothing.onRequest'), link: null },
} as const;

/** Why nothing is suggested, and what would help. */
function presentNothing(settings: GeneratorSettings, reason: NothingReason) {
  if (reason.code !== 'groups_too_small') return { ...sayNothing[reason.code], nearest: null };
  const sentence = say('generator.nothing.groups', { count: settings.min_people });
  return { sentence, nearest: { ...settings, min_people: reason.nearest.minPeople }, link: null };
}
