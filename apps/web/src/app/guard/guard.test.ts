import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/api-error';
import type { SessionPhase } from '#lib/session/session-token';
import { decide } from './guard';
import { layoutOf, layouts, needsOf } from './screen-needs';

const problem = (status: number) =>
  new ApiError({
    type: 'about:blank',
    title: 'No',
    status,
    code: status === 401 ? 'unauthenticated' : 'internal',
    detail: 'No.',
    request_id: 'r1',
  });

type World = { phase?: SessionPhase; status?: () => Promise<unknown>; role?: 'superadmin' | 'subadmin' };

/** Decides and tells what was asked for on the way, in order. */
async function arrive(path: string, { phase = 'signed-in', status, role = 'superadmin' }: World = {}) {
  const steps: string[] = [];
  const session = {
    isAuthenticated: () => phase === 'signed-in' || phase === 'expiring-soon',
    phase: () => phase,
    token: () => (phase === 'signed-out' || phase === 'expired' ? undefined : 'abc'),
    end: () => void steps.push('ended'),
  };
  const fetchStatus = () => {
    steps.push('status');
    return status?.() ?? Promise.resolve();
  };
  const fetchRole = () => {
    steps.push('role');
    return Promise.resolve(role);
  };
  const decision = await decide(needsOf(path), { session, fetchStatus, fetchRole });
  return [decision, ...steps];
}

describe('the guard', () => {
  it('sends strangers to the sign-in and asks the server nothing', async () => {
    expect(await arrive('/people', { phase: 'signed-out' })).toEqual(['to-login']);
  });

  it('lets strangers sign in and sends everybody else from there to the dashboard', async () => {
    expect(await arrive('/login', { phase: 'signed-out' })).toEqual(['open']);
    expect(await arrive('/login')).toEqual(['to-dashboard']);
  });

  it('ends a session that expires soon before anything is fetched', async () => {
    expect(await arrive('/dashboards/start', { phase: 'expiring-soon' })).toEqual(['to-login', 'ended']);
  });

  it.each([
    '/dashboards/start',
    '/iam-manager',
    '/connection-manager',
    '/connection-manager/',
  ])('fetches the status before %s opens', async (path) => {
    expect(await arrive(path)).toEqual(['open', 'status', 'role']);
  });

  it('fetches no status for other screens', async () => {
    expect(await arrive('/people')).toEqual(['open', 'role']);
  });

  it('ends the session when the status answers 401', async () => {
    const status = () => Promise.reject(problem(401));
    expect(await arrive('/iam-manager', { status })).toEqual(['to-login', 'status', 'ended']);
  });

  it.each([500, 503])('opens all the same, signed in, when the status fails with %i', async (code) => {
    const status = () => Promise.reject(problem(code));
    expect(await arrive('/iam-manager', { status })).toEqual(['open', 'status', 'role']);
  });

  it.each([
    '/add-key-system',
    '/key-systems',
    '/key-systems/01900000-0000-7000-8000-000000000001/locking-plan/',
    '/admin/sub-admins',
  ])('keeps sub-admins out of %s', async (path) => {
    expect(await arrive(path, { role: 'subadmin' })).toEqual(['forbidden', 'role']);
    expect(await arrive(path, { role: 'superadmin' })).toEqual(['open', 'role']);
  });
});

describe('layouts', () => {
  it('belong to screens', () => {
    expect(['/dashboards/start', '/login', '/people'].map(layoutOf)).toEqual(['dashboard', 'lander-login', 'default']);
  });

  it('show no side navigation anywhere, and nothing of the frame around the sign-in', () => {
    expect(Object.values(layouts).map(({ sidenav }) => sidenav)).toEqual([false, false, false]);
    expect(layouts['lander-login']).toEqual({ navbar: false, footer: false, configButton: false, sidenav: false });
    expect([layouts.dashboard.navbar, layouts.default.footer]).toEqual([true, true]);
  });
});
