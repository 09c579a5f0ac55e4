/** As stored under `token`; the names are part of the stored format. */
export type StoredToken = { token: string /** Epoch milliseconds. */; expires_at: number };

/** Unreadable: the stored value is not a token. */
export type SessionPhase = 'signed-out' | 'signed-in' | 'expiring-soon' | 'expired' | 'unreadable';

export const EXPIRING_SOON_MS = 120_000;
/** Pointer or key use within this time counts as active. */
const ACTIVE_MS = 5 * 60_000;

function isStoredToken(value: unknown): value is StoredToken {
  if (typeof value !== 'object' || value === null || !('token' in value) || !('expires_at' in value)) return false;
  return typeof value.token === 'string' && value.token !== '' && typeof value.expires_at === 'number';
}

/** Phase of a session at `now` (epoch milliseconds). Exactly two minutes left is not yet expiring soon. */
export function phaseOf(stored: string | null, now: number): SessionPhase {
  if (stored === null) return 'signed-out';
  const token = parseToken(stored);
  if (!token) return 'unreadable';
  if (now >= token.expires_at) return 'expired';
  return token.expires_at - now < EXPIRING_SOON_MS ? 'expiring-soon' : 'signed-in';
}

/** The stored token. @throws Error in the words of the specification when there is none that can be used */
export function requireStoredToken(stored: string | null, now: number): StoredToken {
  if (stored === null) throw new Error('No authentication token found');
  const token = parseToken(stored);
  if (!token) throw new Error('Invalid authentication token format');
  if (now >= token.expires_at) throw new Error('Authentication token has expired');
  return token;
}

/** Undefined when nothing or anything else is stored. */
export function parseToken(stored: string | null): StoredToken | undefined {
  if (stored === null) return undefined;
  try {
    const value: unknown = JSON.parse(stored);
    return isStoredToken(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Less than half of its life is left and the user is active. */
export function isRefreshDue(token: StoredToken, at: { now: number; lifeMs: number; activeAt: number }): boolean {
  const isActive = at.now - at.activeAt <= ACTIVE_MS;
  return isActive && token.expires_at - at.now < at.lifeMs / 2;
}
