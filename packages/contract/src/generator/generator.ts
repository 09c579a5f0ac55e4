import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { streamQuery } from '../api/streams';
import { ById, Done } from '../fields/common';
import { GeneratorFigures, GeneratorInput, GeneratorPhase, GeneratorRun, GeneratorWarning } from './runs';
import { GeneratorSettings } from './settings';
import { Suggestion } from './suggestions';

const none = { none: 'read-only' } as const;
const asked = openTo('edit_plans');
const onRun = { ...asked, params: ById } as const;

/** What a stream of a run says. Each event has the number of its row as id. */
export const generatorEvents = {
  status: z.object({
    run_id: z.uuid(),
    status: GeneratorRun.shape.status,
    phase: GeneratorPhase.nullable(),
    done: z.int().describe('Of `total`, in this phase.'),
    total: z.int().describe('0 while unknown.'),
    input: GeneratorInput.nullable(),
  }),
  metric: GeneratorFigures.partial().describe('Figures as they stand now.'),
  suggestion: Suggestion.describe('New, or in place of the one with the same id.'),
  warning: GeneratorWarning,
  done: z.object({ run_id: z.uuid(), status: GeneratorRun.shape.status, figures: GeneratorFigures.nullable() }),
  error: z.object({ run_id: z.uuid().nullable(), code: z.string(), message: z.string() }),
} as const;

const storedEvents = Object.entries(generatorEvents).map(([event, data]) =>
  z.object({ id: z.string(), event: z.literal(event), data }),
);
type StoredEvent = {
  [Name in keyof typeof generatorEvents]: { id: string; event: Name; data: z.output<(typeof generatorEvents)[Name]> };
}[keyof typeof generatorEvents];

export const generatorRunList = declareList({
  path: '/key-plan-ai/runs',
  summary: 'Runs of the generator',
  ...asked,
  item: GeneratorRun,
  filter: { status: GeneratorRun.shape.status.optional(), keyplan_id: z.uuid().optional() },
  sorts: ['created_at'],
  usual: '-created_at',
  name: 'generator-runs',
  csv: {
    columns: [
      'created_at',
      'started_by',
      'status',
      'people',
      'cylinders',
      'rights',
      'rules',
      'profiles',
      'lower_bound',
      'single',
    ],
    audit: 'generator_run.exported',
  },
});

/** Suggests a key plan from the access of today. */
export const generator = {
  generate: endpoint({
    method: 'GET',
    path: '/key-plan-ai/generate-suggestions',
    summary: 'Start a run of the generator, or follow one, as server-sent events',
    ...asked,
    audit: 'generator_run.started',
    changes: ['generator'],
    query: z.strictObject({
      ...streamQuery,
      token: streamQuery.token.describe('A ticket or the access token, unless that comes as a header.'),
      payload: z
        .string()
        .max(16_384)
        .optional()
        .describe('JSON: settings of a new run, or {"run_id": …}; none: the standard settings.'),
    }),
    produces: { events: generatorEvents },
    response: z.unknown(),
    errors: ['not_found', 'conflict', 'too_many_streams', 'overloaded'],
  }),
  start: endpoint({
    method: 'POST',
    path: '/key-plan-ai/runs',
    summary: 'Start a run of the generator',
    ...asked,
    audit: 'generator_run.started',
    changes: ['generator', 'tasks'],
    status: 201,
    body: GeneratorSettings,
    response: GeneratorRun,
    errors: ['not_found', 'conflict', 'overloaded'],
  }),
  list: generatorRunList.page,
  exportList: generatorRunList.csv,
  read: endpoint({
    ...onRun,
    method: 'GET',
    path: '/key-plan-ai/runs/:id',
    summary: 'One run of the generator',
    audit: none,
    response: GeneratorRun,
    errors: ['not_found'],
  }),
  events: endpoint({
    ...onRun,
    method: 'GET',
    path: '/key-plan-ai/runs/:id/events',
    summary: 'Events of a run after one of them, oldest first; at most 500',
    audit: none,
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,18}$/)
        .default('0'),
    }),
    response: z.object({
      items: z.array(z.union(storedEvents as unknown as [z.ZodType<StoredEvent>, z.ZodType<StoredEvent>])),
      is_last: z.boolean(),
    }),
    errors: ['not_found'],
  }),
  stop: endpoint({
    ...onRun,
    method: 'POST',
    path: '/key-plan-ai/runs/:id/stop',
    summary: 'Stop a run; what it has found stays',
    audit: 'generator_run.stopped',
    changes: ['generator', 'tasks'],
    response: GeneratorRun,
    errors: ['not_found'],
  }),
  remove: endpoint({
    ...onRun,
    method: 'DELETE',
    path: '/key-plan-ai/runs/:id',
    summary: 'Delete a run with its suggestions; a plan drafted from it stays',
    audit: 'generator_run.deleted',
    changes: ['generator'],
    response: Done,
    errors: ['not_found', 'conflict'],
  }),
};
