import { redirect } from '@tanstack/react-router';
import { loadChunk } from '#lib/chunk';
import { session } from '#lib/session';
import { decide } from './guard';
import { needsOf } from './screen-needs';

const reads = () => loadChunk('guard-reads', () => import('./guard-reads'));
const deps = {
  session,
  fetchStatus: async () => (await reads()).fetchStatus(),
  fetchRole: async () => (await reads()).fetchRole(),
};

type Arrival = { location: { pathname: string }; preload: boolean };

/**
 * Runs before every navigation. What is forbidden is shown as such inside the frame. Merely preloading a screen decides nothing: it has to be
 * opened for that.
 */
export async function guard({ location, preload }: Arrival): Promise<{ isForbidden: boolean }> {
  if (preload) return { isForbidden: false };
  const decision = await decide(needsOf(location.pathname), deps);
  if (decision === 'to-login') throw redirect({ to: '/login', replace: true });
  if (decision === 'to-dashboard') throw redirect({ to: '/dashboards/start', replace: true });
  return { isForbidden: decision === 'forbidden' };
}
