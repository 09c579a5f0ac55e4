import type { PollingStatus, SourceCredential, SourceMetrics, SourceWebhook } from '@key2xs/contract';

const never = { count: 0, rate: 0 };

/** For tests: read by its timetable without problems; `changes` overrides fields. */
export function aPollingStatus(changes: Partial<PollingStatus> = {}): PollingStatus {
  return {
    mode: 'interval',
    state: 'idle',
    message: 'Everything works. It is read by its timetable.',
    is_imported: true,
    last_run: '2026-03-01T08:00:00Z',
    last_success: '2026-03-01T08:00:00Z',
    next_run: '2026-03-01T09:00:00Z',
    interval: '1h',
    backoff_until: null,
    delta_token_age: 60,
    delta_token_expires_at: null,
    webhook: { state: 'off', expires_at: null, last_event_at: null },
    credential: null,
    consecutive_failures: 0,
    last_error: null,
    ...changes,
  };
}

/** For tests: two hours with calls, healthy; `health` and `usageData` override fields. */
export function someMetrics(
  health: Partial<SourceMetrics['health']> = {},
  usageData: Partial<SourceMetrics['usageData']> = {},
): SourceMetrics {
  return {
    from: '2026-02-22T08:00:00Z',
    health: {
      score: 100,
      state: 'good',
      reasons: [],
      last_success: '2026-03-01T08:00:00Z',
      seconds_since_success: 60,
      is_fresh: true,
      ...health,
    },
    usageData: {
      requests: 30,
      units: 60,
      objects: 1_200,
      runs: 2,
      requests_per_run: 15,
      units_per_run: 30,
      objects_per_run: 600,
      highest_load: null,
      hours: [
        { at: '2026-03-01T07:00:00Z', requests: 20, units: 40, objects: 800, failed: 3 },
        { at: '2026-03-01T08:00:00Z', requests: 10, units: 20, objects: 400, failed: 0 },
      ],
      ...usageData,
    },
    errorRates: {
      auth: never,
      permission: never,
      throttle: { count: 3, rate: 0.1 },
      network: never,
      data: never,
      server: never,
    },
    responseTimes: { p50: 90, p95: 400, p99: 900 },
  };
}

/** For tests: no subscription to changes; `changes` overrides fields. */
export function aWebhook(changes: Partial<SourceWebhook> = {}): SourceWebhook {
  return {
    state: 'off',
    message: 'The source sends no change messages. Changes are found when it is read.',
    subscriptions: [],
    received: 0,
    refused: 0,
    last_event_at: null,
    last_pull_at: null,
    waiting: 0,
    ...changes,
  };
}

/** For tests: an active client secret; `changes` overrides fields. */
export function aCredential(changes: Partial<SourceCredential> = {}): SourceCredential {
  return {
    id: '01900000-0000-7000-8000-0000000000d1',
    kind: 'secret',
    state: 'active',
    certificate: null,
    expires_at: '2037-03-01T00:00:00Z',
    days_left: 4_000,
    warnings: [],
    last_test: null,
    added_by: 'ada',
    created_at: '2026-03-01T08:00:00Z',
    ...changes,
  };
}
