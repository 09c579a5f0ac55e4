import { type GeneratorRun, generatorRunList } from '@key2xs/contract';
import type { Language, Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { type RawBuilder, sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import { type ChangedSince, hasChangedSince } from '../access/service';
import type { RunRow } from './run-queries';

type Shown = Omit<RunRow, 'version' | 'is_stop_requested' | 'choices' | 'revision'> & {
  is_out_of_date: ChangedSince;
  draft_name: string | null;
  accepted: number;
  rejected: number;
  open: number;
};

const column = (name: string) => sql.ref(`generator_run.${name}`);

const readAt = sql`(${column('input')} ->> 'read_at')::timestamptz`;
const sourceOf = (field: string) => sql`${column('settings')} -> 'source' ->> ${field}`;
const planRead = sourceOf('keyplan_id');
const hasChanged = (kinds: Parameters<typeof hasChangedSince>[1]) =>
  hasChangedSince({ snapshot: column('revision'), at: readAt, plan: planRead }, [
    'person',
    'cylinder',
    'location',
    ...kinds,
  ]);
/** Of a plan that is not in force its draft was read, of which no changes are noted. */
const hasDraftChanged = sql<boolean>`exists (select from key_plan_draft as draft join key_plan as plan on plan.id = draft.keyplan_id
  where plan.id::text = ${planRead} and not plan.is_active and draft.kind <> 'plan' and draft.changed_at > ${readAt})`;

/** Whether what a run has read has changed since. A plan drafted from it does not change that. */
const isOutOfDate: RawBuilder<ChangedSince> = sql<ChangedSince>`(case
  when revision is null then 'no'
  when ${sourceOf('kind')} = 'plan' and ${hasDraftChanged} then 'yes'
  when ${sourceOf('kind')} = 'plan' then ${hasChanged(['plan', 'rule', 'profile'])}
  when ${sourceOf('kind')} = 'recorded' then ${hasChanged(['recorded'])}
  when not exists (select from locking_plan as uploaded
    where uploaded.connection_id::text = ${sourceOf('key_system_connection_id')} and uploaded.updated_at <= ${readAt}) then 'yes'
  else ${hasChanged([])} end)`;

const decided = (decision: 'accepted' | 'rejected' | 'open') => sql<number>`(
  select count(*)::int from generator_suggestion as suggestion
  where suggestion.run_id = generator_run.id and suggestion.decision = ${decision})`;

export const runSource = listSource(generatorRunList, (db) => db.selectFrom('generator_run'))({
  resource: 'generator_runs',
  show: (runs) =>
    runs
      .leftJoin('key_plan', 'key_plan.id', 'generator_run.drafted_key_plan_id')
      .select([
        'generator_run.id',
        'generator_run.name',
        'settings',
        'seed',
        'status',
        'phase',
        'done',
        'total',
        'started_by',
        'task_id',
        'last_event_id',
        'input',
        'figures',
        'nothing',
        'error',
        'warnings',
        'drafted_key_plan_id',
        'generator_run.created_at',
        'finished_at',
        'key_plan.name as draft_name',
        isOutOfDate.as('is_out_of_date'),
        decided('accepted').as('accepted'),
        decided('rejected').as('rejected'),
        decided('open').as('open'),
      ]),
  id: 'generator_run.id',
  filters: { status: 'status', keyplan_id: 'drafted_key_plan_id' },
  sorts: { created_at: 'generator_run.created_at' },
  present: presentRun,
  cells: {
    people: ({ input }) => input?.people ?? null,
    cylinders: ({ input }) => input?.cylinders ?? null,
    rights: ({ input }) => input?.rights ?? null,
    rules: ({ figures }) => figures?.rules ?? null,
    profiles: ({ figures }) => figures?.profiles ?? null,
    lower_bound: ({ figures }) => figures?.lower_bound ?? null,
    single: ({ figures }) => figures?.single ?? null,
  },
});

export function presentRun(row: Shown, language: Language): GeneratorRun {
  const { nothing, error, warnings, drafted_key_plan_id, draft_name, accepted, rejected, open, ...run } = row;
  const tell = (sentence: Sentence) => renderSentence(sentence, language);
  return {
    ...run,
    phase: run.phase ?? null,
    task_id: run.task_id ?? null,
    created_at: run.created_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
    nothing: nothing && { ...nothing, sentence: tell(nothing.sentence) },
    error: error && tell(error),
    warnings: warnings.map(({ code, sentence }) => ({ code, message: tell(sentence) })),
    decided: { accepted, rejected, open },
    draft: drafted_key_plan_id && draft_name !== null ? { keyplan_id: drafted_key_plan_id, name: draft_name } : null,
  };
}
