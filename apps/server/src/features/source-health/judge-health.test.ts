import { describe, expect, it } from 'vitest';
import { type HealthFacts, isFresh, judgeHealth } from './judge-health';

const now = new Date('2026-06-15T12:00:00Z');
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const well: HealthFacts = {
  now,
  is_active: true,
  last_success: before(1),
  interval: 3_600_000,
  failures: 0,
  refused: null,
  is_stopped: false,
  credential_ends: before(-24 * 400),
  webhook: 'active',
  calls: 500,
  throttled: 0,
  failed: 0,
  p95: 300,
  people_waiting: 0,
};

const judged = (facts: Partial<HealthFacts>) => {
  const { score, reasons } = judgeHealth({ ...well, ...facts });
  return [score, ...reasons.map(({ code }) => code)];
};

describe('judgeHealth', () => {
  it('finds nothing wrong with a source that is well', () => {
    expect(judged({})).toEqual([100]);
    expect(judged({ webhook: 'off', interval: undefined, last_success: before(9_000) })).toEqual([100]);
  });

  it('takes off what is wrong, the worst first', () => {
    expect(judged({ failures: 1, webhook: 'degraded', people_waiting: 3 })).toEqual([
      45,
      'failing',
      'webhook_degraded',
      'people_waiting',
    ]);
    expect(judged({ failures: 3 })).toEqual([40, 'failing', 'failing_long']);
    expect(judged({ failures: 1, refused: 'secret' })).toEqual([0, 'credential_refused']);
    expect(judged({ is_stopped: true })).toEqual([70, 'stopped']);
    expect(judged({ last_success: null })).toEqual([70, 'never_read']);
    expect(judged({ last_success: before(3) })).toEqual([80, 'stale']);
  });

  it('looks at the end of the credential', () => {
    expect(judged({ credential_ends: before(-24 * 30.5) })).toEqual([90, 'credential_expiring']);
    expect(judged({ credential_ends: before(-24 * 31.5) })).toEqual([100]);
    expect(judged({ credential_ends: before(-24 * 7) })).toEqual([70, 'credential_expiring']);
    expect(judged({ credential_ends: before(1), failures: 4 })[0]).toBe(0);
  });

  it('looks at calls only where there were enough of them', () => {
    expect(judged({ throttled: 51, failed: 101, p95: 6_000 })).toEqual([70, 'failing_calls', 'throttled', 'slow']);
    expect(judged({ calls: 19, throttled: 19, failed: 19 })).toEqual([100]);
    expect(judged({ throttled: 50, failed: 100, p95: 5_000 })).toEqual([100]);
  });
});

describe('isFresh', () => {
  it('is twice the interval', () => {
    expect(isFresh({ ...well, last_success: before(2) })).toBe(true);
    expect(isFresh({ ...well, last_success: before(2.1) })).toBe(false);
    expect(isFresh({ ...well, last_success: null })).toBe(false);
    expect(isFresh({ ...well, interval: undefined })).toBeNull();
  });
});
