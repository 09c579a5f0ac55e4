import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { openTo } from '../../api/roles';
import { ById, Instant } from '../../fields/common';
import { oneOf } from '../../fields/one-of';
import { SyncInterval } from '../../runs/sync-interval';

export const sourceStates = {
  idle: { is: 'nothing is wrong, and nothing runs' },
  running: { is: 'a run is under way' },
  backoff: { is: 'runs failed, so the next try comes later' },
  throttled: { is: 'the source asked for a pause; the run goes on at backoff_until' },
  quarantined: { is: 'a run was stopped and waits for a decision' },
  paused: { is: 'switched off, or stopped for a while by a person' },
  error: { is: 'the last run failed, and it is not tried again by itself' },
} as const;

export const SourceWebhookState = z
  .enum(['off', 'unavailable', 'starting', 'active', 'degraded', 'failed'])
  .describe(
    'off: not wanted. unavailable: the source cannot tell, or this server has no public address. degraded: it did not tell ' +
      'of changes that a run found, or one of its subscriptions is missing.',
  );
export type SourceWebhookState = z.infer<typeof SourceWebhookState>;

export const PollingStatus = z.object({
  mode: z.enum(['webhook', 'interval', 'disabled']).describe('What begins runs: webhook means both.'),
  state: oneOf(sourceStates),
  message: z.string().describe('The same in a sentence, with the next step if an action is needed.'),
  is_imported: z
    .boolean()
    .describe('Whether a person has had everyone imported once. Until then no run begins by itself.'),
  last_run: Instant.nullable(),
  last_success: Instant.nullable(),
  next_run: Instant.nullable(),
  interval: SyncInterval,
  backoff_until: Instant.nullable(),
  delta_token_age: z
    .int()
    .nullable()
    .describe('Seconds since the end of the last reading; null: the next reads everything.'),
  delta_token_expires_at: Instant.nullable().describe('After that the next run reads everything.'),
  webhook: z.object({
    state: SourceWebhookState,
    expires_at: Instant.nullable(),
    last_event_at: Instant.nullable(),
  }),
  credential: z
    .object({ type: z.enum(['secret', 'certificate']), expires_at: Instant.nullable() })
    .nullable()
    .describe('Null: none is stored here.'),
  consecutive_failures: z.int(),
  last_error: z
    .object({
      code: z.string(),
      message: z.string(),
      advice: z.string().describe('What to do about it; empty where the message says it.'),
      correlation_id: z.uuid().describe('Of the run, for the log.'),
      replace: z
        .enum(['secret', 'certificate'])
        .nullable()
        .describe('What the source refused, and has to be replaced.'),
    })
    .nullable()
    .describe('Of the last run or preview that failed, also one that was refused at once; null once nothing is wrong.'),
});
export type PollingStatus = z.infer<typeof PollingStatus>;

export const healthReasons = {
  inactive: { is: 'switched off' },
  never_read: { is: 'no run went well yet' },
  failing: { is: 'the last run failed' },
  failing_long: { is: 'three runs or more failed in a row' },
  stopped: { is: 'a run waits for a decision' },
  credential_expired: { is: 'secret or certificate have ended' },
  credential_refused: { is: 'the source refuses secret or certificate' },
  credential_expiring: { is: 'they end within 30 days' },
  stale: { is: 'the last run that went well is older than twice the interval' },
  webhook_failed: { is: 'the source cannot be asked to tell of changes' },
  webhook_degraded: { is: 'it did not tell of changes that a run found' },
  throttled: { is: 'it asked for a pause in more than a tenth of the calls' },
  failing_calls: { is: 'more than a fifth of the calls failed' },
  slow: { is: 'one answer of twenty took longer than five seconds' },
  people_waiting: { is: 'people could not be taken over, or conflicts are open' },
} as const;
export const HealthReason = oneOf(healthReasons);
export type HealthReason = z.infer<typeof HealthReason>;

const Rate = z.object({ count: z.int(), rate: z.number().describe('Share of all calls, 0 to 1.') });
const milliseconds = z.int().nullable().describe('Null: no call was made.');

export const SourceMetrics = z.object({
  from: Instant.describe('Since when calls and runs are counted; whole hours.'),
  health: z.object({
    score: z.int().min(0).max(100),
    state: z.enum(['good', 'attention', 'bad']).describe('From 80, from 50, below.'),
    reasons: z
      .array(z.object({ code: HealthReason, costs: z.int(), message: z.string() }))
      .describe('What is taken off 100, the most first, with what to do.'),
    last_success: Instant.nullable(),
    seconds_since_success: z.int().nullable(),
    is_fresh: z.boolean().nullable().describe('Read within twice the interval; null where none is set.'),
  }),
  usageData: z.object({
    requests: z.int(),
    units: z.int().describe('Cost in the unit of the source, if it reports one.'),
    objects: z.int(),
    runs: z.int(),
    requests_per_run: z.number(),
    units_per_run: z.number(),
    objects_per_run: z.number(),
    highest_load: z.number().nullable().describe('Used share of the source’s limit, if it reports one.'),
    hours: z.array(z.object({ at: Instant, requests: z.int(), units: z.int(), objects: z.int(), failed: z.int() })),
  }),
  errorRates: z.object({ auth: Rate, permission: Rate, throttle: Rate, network: Rate, data: Rate, server: Rate }),
  responseTimes: z
    .object({ p50: milliseconds, p95: milliseconds, p99: milliseconds })
    .describe('Milliseconds, to a ninth exact.'),
});
export type SourceMetrics = z.infer<typeof SourceMetrics>;

export const sourceHealth = {
  metrics: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/metrics',
    summary: 'How healthy an identity source is and why, what its calls cost, how many failed and how long they took',
    ...openTo('manage_sources'),
    audit: { none: 'read-only' },
    params: ById,
    query: z.strictObject({ hours: z.coerce.number().int().min(1).max(720).default(168) }),
    response: SourceMetrics,
    errors: ['not_found'],
  }),
  pollingStatus: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/polling-status',
    summary: 'What begins the runs of an identity source, how the last went and when the next comes',
    ...openTo('manage_sources'),
    audit: { none: 'read-only' },
    params: ById,
    response: PollingStatus,
    errors: ['not_found'],
  }),
};
