import type { Role } from '@key2xs/contract';
import { ApiError } from '#lib/api-error';
import { logFailure } from '#lib/log';
import type { SessionStore } from '#lib/session/session-store';
import type { Needs } from './screen-needs';

export type GuardDeps = {
  session: Pick<SessionStore, 'isAuthenticated' | 'phase' | 'token' | 'end'>;
  /** Asks for the status of IAM and key systems. */
  fetchStatus: () => Promise<unknown>;
  fetchRole: () => Promise<Role>;
};

export type Decision = 'open' | 'to-login' | 'to-dashboard' | 'forbidden';

/**
 * Whether a screen may open. In this order: signed in, not expiring soon and a token at hand, status of IAM and key
 * systems fetched where the screen needs it, role. A session found wanting on the way is ended.
 * @throws whatever keeps the role unknown, because then nothing can be decided
 */
export async function decide(needs: Needs, { session, fetchStatus, fetchRole }: GuardDeps): Promise<Decision> {
  const isAuthenticated = session.isAuthenticated();
  if (needs.isPublic) return isAuthenticated ? 'to-dashboard' : 'open';
  if (!isAuthenticated) {
    session.token(); // an expired one ends the session and says so
    return 'to-login';
  }
  if (session.phase() === 'expiring-soon' || !session.token()) {
    session.end();
    return 'to-login';
  }
  if (needs.iamStatus && !(await hasStatus(fetchStatus))) {
    session.end();
    return 'to-login';
  }
  const role = await fetchRole();
  return needs.superadmin && role !== 'superadmin' ? 'forbidden' : 'open';
}

/** False only when the answer was 401: any other failure leaves the flags false and the screen open. */
async function hasStatus(fetchStatus: () => Promise<unknown>): Promise<boolean> {
  try {
    await fetchStatus();
    return true;
  } catch (cause) {
    logFailure('Failed to fetch IAM status', cause);
    return !(cause instanceof ApiError && cause.status === 401);
  }
}
