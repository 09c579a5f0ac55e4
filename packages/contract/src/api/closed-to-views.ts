import { type Endpoint, isWriting } from './endpoint';

/** What a view does beside reading: it ends, and its screens open streams and show pictures. */
const exceptions: readonly string[] = ['/auth/logout', '/auth/stream-tickets', '/locations/:id/floor-plan/picture'];

/**
 * Whether a session that sees what another administrator sees cannot call it: such a view neither changes nor downloads
 * anything, nor is it renewed.
 */
export function isClosedToViews(endpoint: Pick<Endpoint, 'allow' | 'path' | 'method' | 'audit' | 'produces'>): boolean {
  const { allow, path, produces } = endpoint;
  if (allow === 'public' || exceptions.includes(path)) return false;
  return isWriting(endpoint) || produces === 'csv' || produces === 'pdf' || produces === 'file';
}
