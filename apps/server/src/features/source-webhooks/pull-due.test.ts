import { describe, expect, it } from 'vitest';
import { pullDue } from './pull-due';

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000);
const due = (first: number, last: number, pull: number | null) =>
  (pullDue({ first_at: at(first), last_at: at(last), last_pull_at: pull === null ? null : at(pull) }).getTime() -
    at(0).getTime()) /
  1_000;

describe('pullDue', () => {
  it('is at once for the first delivery, and for the first after a quiet time', () => {
    expect(due(0, 5, null)).toBe(0);
    expect(due(100, 105, 70)).toBe(100);
  });

  it('waits for half a minute without another after a run', () => {
    expect(due(100, 100, 99)).toBe(130);
    expect(due(100, 125, 99)).toBe(155);
  });

  it('waits for five minutes at most, however many come', () => {
    expect(due(100, 390, 99)).toBe(400);
    expect(due(100, 9_000, 99)).toBe(400);
  });
});
