import { isOpenTo, type Viewer } from '@key2xs/contract';
import { ApiError } from '#lib/calls/api-error';
import { logFailure } from '#lib/log';
import type { SessionStore } from '#lib/session/session-store';
import type { Screen } from '../screens/screen';

export type GuardDeps = {
  session: Pick<SessionStore, 'phase' | 'end'>;
  /** Fetches the status of IAM and key systems. */
  fetchStatus: () => Promise<unknown>;
  fetchViewer: () => Promise<Viewer>;
};

export type Decision = 'open' | 'to-login' | 'to-dashboard' | 'forbidden';

/**
 * Whether a screen may open; an unknown URL only needs a session. Checks in order: signed in and not expiring soon,
 * status of IAM and key systems fetched if the screen needs it, viewer may call its endpoints. Ends an unusable
 * session, also on the way to the sign-in page.
 * @throws when the viewer cannot be read, because nothing can be decided then
 */
export async function decide(
  screen: Pick<Screen, 'opensTo' | 'needsStatus'> | undefined,
  { session, fetchStatus, fetchViewer }: GuardDeps,
): Promise<Decision> {
  const { opensTo = [], needsStatus } = screen ?? {};
  const phase = session.phase();
  if (phase === 'expired' || phase === 'expiring-soon' || phase === 'unreadable') session.end();
  const isPublic = opensTo.some(({ allow }) => allow === 'public');
  if (phase !== 'signed-in') return isPublic ? 'open' : 'to-login';
  if (isPublic) return 'to-dashboard';
  if (needsStatus && !(await hasStatus(fetchStatus))) {
    session.end();
    return 'to-login';
  }
  const viewer = await fetchViewer();
  return opensTo.every((needed) => isOpenTo(needed, viewer)) ? 'open' : 'forbidden';
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
