import { describe, expect, it } from 'vitest';
import { phaseOf, requireStoredToken } from './session-token';

describe('phaseOf', () => {
  const token = { token: 'abc', expires_at: 1_000_000 };
  it.each([
    [880_000, 'signed-in'],
    [880_001, 'expiring-soon'],
    [999_999, 'expiring-soon'],
    [1_000_000, 'expired'],
  ])('at %i of a session that ends at 1,000,000 is %s', (now, phase) => {
    expect(phaseOf(token, now)).toBe(phase);
  });

  it('is signed out without a token', () => {
    expect(phaseOf(undefined, 0)).toBe('signed-out');
  });
});

describe('requireStoredToken', () => {
  it('answers a token that is good', () => {
    expect(requireStoredToken(JSON.stringify({ token: 'abc', expires_at: 2 }), 1)).toBe('abc');
  });

  it.each([
    [null, 'No authentication token found'],
    [JSON.stringify({ token: 'abc', expires_at: 1 }), 'Authentication token has expired'],
    ['{"token":', 'Invalid authentication token format'],
    ['{"token":"abc"}', 'Invalid authentication token format'],
  ])('rejects %s with "%s"', (stored, reason) => {
    expect(() => requireStoredToken(stored, 1)).toThrow(expect.objectContaining({ reason }));
  });
});
