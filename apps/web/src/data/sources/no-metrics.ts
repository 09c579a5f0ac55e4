import type { SourceMetrics } from '@key2xs/contract';

const none = { count: 0, rate: 0 };

/** The metrics of a source without any on the server: a score of 0 without reasons. */
export const noMetrics = (): SourceMetrics => ({
  from: new Date().toISOString(),
  health: {
    score: 0,
    state: 'attention',
    reasons: [],
    last_success: null,
    seconds_since_success: null,
    is_fresh: null,
  },
  usageData: {
    requests: 0,
    units: 0,
    objects: 0,
    runs: 0,
    requests_per_run: 0,
    units_per_run: 0,
    objects_per_run: 0,
    highest_load: null,
    hours: [],
  },
  errorRates: { auth: none, permission: none, throttle: none, network: none, data: none, server: none },
  responseTimes: { p50: null, p95: null, p99: null },
});
