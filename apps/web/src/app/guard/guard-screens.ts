import { redirect } from '@tanstack/react-router';
import { requestedUrl } from '#lib/addresses/requested-url';
import { loadChunk } from '#lib/chunk';
import { session } from '#lib/session';
import { screenAt } from '../screens/screens';
import { decide } from './guard';

const reads = () => loadChunk('guard-reads', () => import('./guard-reads'));
const deps = {
  session,
  fetchStatus: async () => (await reads()).fetchStatus(),
  fetchViewer: async () => (await reads()).fetchViewer(),
};

type Arrival = { location: { pathname: string; href: string }; preload: boolean };

/**
 * Runs before every navigation. A forbidden screen shows a message inside the frame. Preloading a screen decides
 * nothing; only opening it does.
 */
export async function guard({ location, preload }: Arrival): Promise<{ isForbidden: boolean }> {
  if (preload) return { isForbidden: false };
  const decision = await decide(screenAt(location.pathname), deps);
  if (decision === 'to-login') {
    requestedUrl.save(location.href);
    throw redirect({ to: '/login', replace: true });
  }
  if (decision === 'to-dashboard') throw redirect({ to: '/dashboards/start', replace: true });
  return { isForbidden: decision === 'forbidden' };
}
