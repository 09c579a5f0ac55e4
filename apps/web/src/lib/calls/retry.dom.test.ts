import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from './api-error';
import { isWorthRetrying, pauseBeforeRetry } from './retry';

const failed = (status: number, pauseMs?: number) =>
  new ApiError({ type: 'about:blank', title: '', status, code: 'internal', detail: '', request_id: '' }, pauseMs);

describe('a read that failed', () => {
  it.each([
    [failed(503), [true, true, false]],
    [failed(500), [true, true, false]],
    [failed(409), [false, false, false]],
    [failed(401), [false, false, false]],
    [new ConnectionError('network'), [false, false, false]],
  ])('is tried at most three times (%o)', (error, expected) => {
    expect([0, 1, 2].map((failures) => isWorthRetrying(failures, error))).toEqual(expected);
  });

  it('is retried after the requested delay, up to a limit', () => {
    expect([0, 1].map((failures) => pauseBeforeRetry(failures, failed(503, 5_000)))).toEqual([5_000, 5_000]);
    expect(pauseBeforeRetry(0, failed(503, 0))).toBe(0);
    expect([0, 1].map((failures) => pauseBeforeRetry(failures, failed(503, 3_600_000)))).toEqual([15_000, 15_000]);
    expect([0, 1].map((failures) => pauseBeforeRetry(failures, failed(503)))).toEqual([1_000, 2_000]);
  });
});
