import { describe, expect, it } from 'vitest';
import { phaseOf, requireStoredToken } from './session-token';

describe('phaseOf', () => {
  const token = JSON.stringify({ token: 'abc', expires_at: 1_000_000 });
  it.each([
    [880_000, 'signed-in'],
    [880_001, 'expiring-soon'],
    [999_999, 'expiring-soon'],
    [1_000_000, 'expired'],
  ])('at %i of a session that ends at 1,000,000 is %s', (now, phase) => {
    expect(phaseOf(token, now)).toBe(phase);
  });

  it('is signed out without a token', () => {
    expect(phaseOf(null, 0)).toBe('signed-out');
  });

  it.each([
    '',
    'abc',
    '{"token":"abc"}',
    '{"token":"","expires_at":5}',
    'null',
  ])('is unreadable when %j is stored', (stored) => {
    expect(phaseOf(stored, 0)).toBe('unreadable');
  });
});

describe('requireStoredToken', () => {
  it('answers a token that is good', () => {
    const token = { token: 'abc', expires_at: 2 };
    expect(requireStoredToken(JSON.stringify(token), 1)).toEqual(token);
  });

  it.each([
    [null, 'No authentication token found'],
    [JSON.stringify({ token: 'abc', expires_at: 1 }), 'Authentication token has expired'],
    ['{"token":', 'Invalid authentication token format'],
    ['{"token":"abc"}', 'Invalid authentication token format'],
  ])('rejects %s with "%s"', (stored, reason) => {
    expect(() => requireStoredToken(stored, 1)).toThrow(reason);
  });
});
