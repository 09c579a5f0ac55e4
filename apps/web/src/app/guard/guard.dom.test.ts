import { adminFunctions, type Viewer } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/calls/api-error';
import type { SessionPhase } from '#lib/session/session-token';
import { layouts } from '../frame/layouts';
import { screenAt } from '../screens/screens';
import { decide } from './guard';

const problem = (status: number) =>
  new ApiError({
    type: 'about:blank',
    title: 'No',
    status,
    code: status === 401 ? 'unauthenticated' : 'internal',
    detail: 'No.',
    request_id: 'r1',
  });

type World = { phase?: SessionPhase; status?: () => Promise<unknown>; viewer?: Viewer };

const superadmin: Viewer = { role: 'superadmin', functions: [] };
const everyFunction: Viewer = { role: 'subadmin', functions: adminFunctions };
const subadmin: Viewer = {
  role: 'subadmin',
  functions: ['assign_keys', 'request_keys', 'view_cylinders', 'user_audits'],
};

/** The guard's decision and the requests it made, in order. */
async function arrive(path: string, { phase = 'signed-in', status, viewer = superadmin }: World = {}) {
  const steps: string[] = [];
  const session = {
    phase: () => phase,
    end: () => void steps.push('ended'),
  };
  const fetchStatus = () => {
    steps.push('status');
    return status?.() ?? Promise.resolve();
  };
  const fetchViewer = () => {
    steps.push('viewer');
    return Promise.resolve(viewer);
  };
  const decision = await decide(screenAt(path), { session, fetchStatus, fetchViewer });
  return [decision, ...steps];
}

describe('the guard', () => {
  it('redirects signed-out users to the sign-in page without a request', async () => {
    expect(await arrive('/people', { phase: 'signed-out' })).toEqual(['to-login']);
  });

  it('opens the sign-in page to signed-out users and redirects others to the dashboard', async () => {
    expect(await arrive('/login', { phase: 'signed-out' })).toEqual(['open']);
    expect(await arrive('/login')).toEqual(['to-dashboard']);
  });

  it.each([
    'expiring-soon',
    'expired',
    'unreadable',
  ] as const)('ends a session %s before anything is fetched', async (phase) => {
    expect(await arrive('/dashboards/start', { phase })).toEqual(['to-login', 'ended']);
    expect(await arrive('/login', { phase })).toEqual(['open', 'ended']);
  });

  it.each([
    '/dashboards/start',
    '/iam-manager',
    '/connection-manager',
    '/connection-manager/',
  ])('fetches the status before %s opens', async (path) => {
    expect(await arrive(path)).toEqual(['open', 'status', 'viewer']);
  });

  it('fetches no status for other screens', async () => {
    expect(await arrive('/people')).toEqual(['open', 'viewer']);
  });

  it('ends the session when the status answers 401', async () => {
    const status = () => Promise.reject(problem(401));
    expect(await arrive('/iam-manager', { status })).toEqual(['to-login', 'status', 'ended']);
  });

  it.each([500, 503])('opens regardless when the status fails with %i', async (code) => {
    const status = () => Promise.reject(problem(code));
    expect(await arrive('/iam-manager', { status })).toEqual(['open', 'status', 'viewer']);
  });

  it.each([
    '/add-key-system',
    '/key-systems',
    '/key-systems/01900000-0000-7000-8000-000000000001/locking-plan/',
    '/admin/sub-admins',
    '/connection-manager',
  ])('keeps sub-admins out of %s, whatever they may do', async (path) => {
    const [decision] = await arrive(path, { viewer: everyFunction });
    expect(decision).toBe('forbidden');
    expect((await arrive(path))[0]).toBe('open');
  });

  it.each([
    ['/people', 'view_people'],
    ['/change-sets/01900000-0000-7000-8000-000000000001', 'run_syncs'],
    ['/iam-manager', 'manage_sources'],
    ['/keys/key-plans', 'view_plans'],
    ['/work-list', 'work_list'],
  ] as const)('opens %s to sub-admins with the function %s only', async (path, needed) => {
    expect((await arrive(path, { viewer: subadmin }))[0]).toBe('forbidden');
    expect((await arrive(path, { viewer: { ...subadmin, functions: [needed] } }))[0]).toBe('open');
  });

  it('opens cylinders only to sub-admins who may view them', async () => {
    expect(await arrive('/cylinders', { viewer: subadmin })).toEqual(['open', 'viewer']);
    const functions = adminFunctions.filter((name) => name !== 'view_cylinders');
    expect(await arrive('/cylinders', { viewer: { ...subadmin, functions } })).toEqual(['forbidden', 'viewer']);
  });

  it('opens an unknown URL to any signed-in user', async () => {
    expect(await arrive('/nowhere', { viewer: subadmin })).toEqual(['open', 'viewer']);
    expect(await arrive('/nowhere', { phase: 'signed-out' })).toEqual(['to-login']);
  });
});

describe('layouts', () => {
  it('belong to screens', () => {
    const layoutOf = (path: string) => screenAt(path)?.layout;
    expect(['/dashboards/start', '/login', '/people'].map(layoutOf)).toEqual(['dashboard', 'lander-login', undefined]);
  });

  it('show no side navigation by default, and no frame around the sign-in page', () => {
    expect(Object.values(layouts).map(({ sidenav }) => sidenav)).toEqual([false, false, false]);
    expect(layouts['lander-login']).toEqual({ navbar: false, footer: false, configButton: false, sidenav: false });
    expect([layouts.dashboard.navbar, layouts.default.footer]).toEqual([true, true]);
  });
});
