import { describe, expect, it } from 'vitest';
import { taskStateOf, taskStateTones } from './end-of-task';

const result = { outcome: 'applied', counts: {}, applied: 3, failed: 0, waiting: 0 } as const;
const ended = { status: 'SUCCESS', cancelled: false, result } as const;

describe('taskStateOf', () => {
  it.each([
    ['runs', { status: 'RUNNING' as const, result: null }, 'running'],
    ['did all of it', {}, 'completed'],
    ['failed in part', { result: { ...result, failed: 1 } }, 'partly'],
    ['left work to people', { result: { ...result, waiting: 1 } }, 'partly'],
    ['was stopped by a guard', { result: { ...result, outcome: 'quarantined' as const } }, 'stopped'],
    ['was a preview', { result: { ...result, outcome: 'previewed' as const } }, 'previewed'],
    ['failed', { status: 'FAILURE' as const, result: null }, 'failed'],
    ['was cancelled', { status: 'FAILURE' as const, cancelled: true, result: null }, 'cancelled'],
  ])('describes a run that %s', (_, task, expected) => {
    expect(taskStateOf({ ...ended, ...task })).toBe(expected);
  });

  it('is green only if everything was done', () => {
    const green = Object.entries(taskStateTones).flatMap(([stand, tone]) => (tone === 'green' ? [stand] : []));
    expect(green).toEqual(['completed', 'read']);
  });
});
