import { SessionError } from '../calls/api-error';

/** As stored under `token`; the names are part of the stored format. */
export type StoredToken = { token: string /** Epoch milliseconds. */; expires_at: number };

export type SessionPhase = 'signed-out' | 'signed-in' | 'expiring-soon' | 'expired';

const EXPIRING_SOON_MS = 120_000;
/** Pointer or key use within this time counts as active. */
const ACTIVE_MS = 5 * 60_000;

export function parseToken(stored: string | null): StoredToken | undefined {
  if (stored === null) return undefined;
  try {
    const value: unknown = JSON.parse(stored);
    return isStoredToken(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isStoredToken(value: unknown): value is StoredToken {
  if (typeof value !== 'object' || value === null || !('token' in value) || !('expires_at' in value)) return false;
  return typeof value.token === 'string' && value.token !== '' && typeof value.expires_at === 'number';
}

/** Phase of a session at `now` (epoch milliseconds). Exactly two minutes left is not yet expiring soon. */
export function phaseOf(token: StoredToken | undefined, now: number): SessionPhase {
  if (!token) return 'signed-out';
  if (now >= token.expires_at) return 'expired';
  return token.expires_at - now < EXPIRING_SOON_MS ? 'expiring-soon' : 'signed-in';
}

/** The stored token, checked before a request. @throws SessionError naming the defect */
export function requireStoredToken(stored: string | null, now: number): string {
  if (stored === null) throw new SessionError('No authentication token found');
  const token = parseToken(stored);
  if (!token) throw new SessionError('Invalid authentication token format');
  if (now >= token.expires_at) throw new SessionError('Authentication token has expired');
  return token.token;
}

/** Less than half of its life is left and the person is active. */
export function isRefreshDue(token: StoredToken, at: { now: number; lifeMs: number; activeAt: number }): boolean {
  const isActive = at.now - at.activeAt <= ACTIVE_MS;
  return isActive && token.expires_at - at.now < at.lifeMs / 2;
}
