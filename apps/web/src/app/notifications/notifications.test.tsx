import {
  type Admin,
  type ApiTokenWarning,
  apiTokenWarnings,
  type CertificateWarning,
  clientCertificates,
  ownViews,
  sourceCredentials,
  sync,
} from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#lib/session';
import { aTask, taskList } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { Notifications } from './notifications';

async function openTheBell(name: string | RegExp, me: Partial<Admin> = {}) {
  const { user } = await renderPage(<Notifications />, { me });
  await user.click(await screen.findByRole('button', { name }));
}

beforeEach(() => {
  serve(clientCertificates.warnings, { items: [] });
  serve(sourceCredentials.warnings, { items: [] });
  serve(apiTokenWarnings.list, { items: [] });
  serve(ownViews.list, { items: [] });
});

afterEach(() => vi.useRealTimers());

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

describe('the bell', () => {
  it('tells each task in words with the time that fits it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] }); // however long a busy machine takes
    serve(sync.markSeen, { success: true });
    serve(
      sync.list,
      taskList([
        aTask(1, {
          title: 'A',
          status: 'PENDING',
          result: null,
          completed_at: null,
          started_at: null,
          created_at: ago(5),
        }),
        aTask(2, { title: 'B', status: 'RUNNING', result: null, completed_at: null, started_at: ago(180) }),
        aTask(3, { title: 'C', completed_at: ago(2 * 3_600) }),
        aTask(4, {
          title: 'D',
          status: 'FAILURE',
          result: null,
          error: 'Test the connection.',
          completed_at: ago(3 * 86_400),
        }),
      ]),
    );
    await openTheBell('Notifications');
    expect(await screen.findByText('Sync in progress for A')).toBeDefined();
    expect(screen.getByText('Sync in progress for B')).toBeDefined();
    expect(screen.getByText('Sync completed for C')).toBeDefined();
    expect(screen.getByText('Sync failed for D')).toBeDefined();
    expect(screen.getByText('Test the connection.')).toBeDefined();
    const times = ['5s ago', '3m ago', '2h ago', '3d ago'].map((time) => screen.queryByText(time) !== null);
    expect(times).toEqual([true, true, true, true]);
  });

  it('tells what became of changes that waited for a decision', async () => {
    const stopped = { outcome: 'quarantined', counts: {}, failed: 0, waiting: 0 } as const;
    const decided = { how: 'applied', by: 'ada', at: '2026-03-01T08:00:00Z' } as const;
    const out = { how: 'out_of_date', by: null, at: null } as const;
    const first = aTask(2, { title: 'B', result: stopped, decided });
    serve(sync.list, taskList([aTask(1, { result: stopped }), first, aTask(3, { result: stopped, decided: out })]));
    await openTheBell('Notifications');
    await screen.findByText(/^Applied by ada, .*2026/);
    screen.getByText('Out of date, nothing applied');
    screen.getByText('Stopped by a guard, waits for a decision');
  });

  it('shows how far a running task is and leads to it', async () => {
    const task = aTask(2, { status: 'RUNNING', phase: 'applying', done: 1204, total: 6454, result: null });
    serve(sync.list, taskList([task]));
    await openTheBell('Notifications');
    const bar = await screen.findByRole('progressbar', { name: 'Progress of Head office' });
    expect(bar.getAttribute('aria-valuetext')).toBe('Applying: 1,204 of 6,454');
    expect(screen.getByRole('link').getAttribute('href')).toBe(`/tasks/${task.task_id}`);
  });

  it('counts unseen tasks, and marks them as seen when it opens', async () => {
    let isSeen = false;
    serve(sync.list, () => taskList([aTask(1, { seen: isSeen }), aTask(2, { seen: isSeen })]));
    serve(sync.markSeen, () => {
      isSeen = true;
      return { success: true } as const;
    });
    await openTheBell('Notifications, 2 unseen');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined());
    expect(isSeen).toBe(true);
  });

  it('keeps the newest task of each subject in this browser, and counts them until the server answers', async () => {
    const connection = '01900000-0000-7000-8000-0000000000d1';
    const newest = aTask(2, { seen: false, kind: 'key_system', subject_id: connection });
    serve(sync.list, taskList([newest, aTask(1, { kind: 'inventory', subject_id: connection })]));
    const first = await renderPage(<Notifications />);
    await screen.findByRole('button', { name: 'Notifications, 1 unseen' });
    const { sync_tasks } = JSON.parse(localStorage.getItem('key2xs') ?? '{}');
    expect(sync_tasks).toEqual({
      [connection]: {
        taskId: newest.task_id,
        status: 'SUCCESS',
        result: newest.result,
        error: null,
        seen: false,
        startedAt: newest.started_at,
        completedAt: newest.completed_at,
      },
    });
    first.unmount();
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<Notifications />);
    screen.getByRole('button', { name: 'Notifications, 1 unseen' });
    session.signOut();
    expect(JSON.parse(localStorage.getItem('key2xs') ?? '{}')).not.toHaveProperty('sync_tasks');
  });

  it('takes an ended task off the list, also after a reload, and no running one', async () => {
    const tasks = [
      aTask(1, { title: 'A' }),
      aTask(2, { title: 'B', status: 'RUNNING', result: null, completed_at: null }),
    ];
    serve(sync.list, taskList(tasks));
    const first = await renderPage(<Notifications />);
    await first.user.click(await screen.findByRole('button', { name: 'Notifications' }));
    await first.user.click(await screen.findByRole('button', { name: 'Remove A from the list' }));
    expect(screen.queryByText('Sync completed for A')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove B from the list' })).toBeNull();
    first.unmount();
    await openTheBell('Notifications');
    await screen.findByText('Sync in progress for B');
    expect(screen.queryByText('Sync completed for A')).toBeNull();
  });

  it('keeps a task that one user removed in the lists of others', async () => {
    localStorage.setItem('key2xs', JSON.stringify({ removed_tasks: { username: 'ada', ids: [aTask(1).task_id] } }));
    session.signIn({ access_token: 'test-token', expires_in: 3_600 }, 'bea');
    serve(sync.list, taskList([aTask(1, { title: 'A' })]));
    await openTheBell('Notifications');
    await screen.findByText('Sync completed for A');
  });

  it('marks nothing when everything has been seen', async () => {
    serve(sync.list, taskList([aTask(1)]));
    const { received } = serve(sync.markSeen, { success: true });
    await openTheBell('Notifications');
    expect(await screen.findByText('Sync completed for Head office')).toBeDefined();
    expect(received).toEqual([]);
  });

  it('says that there is nothing new', async () => {
    serve(sync.list, taskList([]));
    await openTheBell('Notifications');
    expect(await screen.findByText('No new notifications.')).toBeDefined();
  });
});

const aWarning = (changes: Partial<CertificateWarning> = {}): CertificateWarning => ({
  connection_id: '01900000-0000-7000-8000-000000000001',
  connection_name: 'Head office',
  certificate_id: '01900000-0000-7000-8000-0000000000c1',
  not_after: '2026-04-01T08:00:00Z',
  days_left: 27,
  threshold: 30,
  has_successor: false,
  seen: true,
  ...changes,
});

describe('certificates that end, in the bell', () => {
  it('show the days left and lead to the certificates of their key system', async () => {
    serve(sync.list, taskList([]));
    serve(clientCertificates.warnings, { items: [aWarning()] });
    await openTheBell('Notifications');
    const entry = await screen.findByRole('link', { name: /The certificate of Head office ends in 27 days/ });
    expect(entry.getAttribute('href')).toBe(
      '/key-systems?connection=01900000-0000-7000-8000-000000000001&tab=certificates',
    );
    expect(entry.textContent).toContain('Add its successor as standby');
    expect(screen.queryByText('No new notifications.')).toBeNull();
  });

  it.each([
    [{ days_left: 60, threshold: 60 }, 'ends in 60 days', 'amber'],
    [{ days_left: 14, threshold: 14 }, 'ends in 14 days', 'red'],
    [{ days_left: 1, threshold: 1 }, 'ends in 1 day', 'red'],
    [{ days_left: 0, threshold: 1 }, 'ends today', 'red'],
    [{ days_left: -2, threshold: 0 }, 'has ended', 'red'],
  ])('say %o as %s in %s', async (changes, words, tone) => {
    serve(sync.list, taskList([]));
    serve(clientCertificates.warnings, { items: [aWarning(changes)] });
    await openTheBell('Notifications');
    const entry = await screen.findByRole('link', { name: new RegExp(words) });
    expect(entry.className).toContain(`tone-${tone}`);
  });

  it('count as unseen together with tasks, until the bell is opened', async () => {
    let isSeen = false;
    serve(sync.list, () => taskList([aTask(1, { seen: isSeen })]));
    serve(sync.markSeen, { success: true });
    serve(clientCertificates.warnings, () => ({ items: [aWarning({ seen: isSeen })] }));
    const marked = serve(clientCertificates.markWarningsSeen, () => {
      isSeen = true;
      return { success: true } as const;
    });
    await openTheBell('Notifications, 2 unseen');
    await waitFor(() => expect(screen.getByRole('button', { name: /^Notifications(, 1 unseen)?$/ })).toBeDefined());
    expect(marked.received).toHaveLength(1);
  });

  it('lead sub-admins nowhere, because they can do nothing about it', async () => {
    serve(sync.list, taskList([]));
    serve(clientCertificates.warnings, { items: [aWarning()] });
    await openTheBell('Notifications', { role: 'subadmin' });
    expect(await screen.findByText(/The certificate of Head office ends/)).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('do not take the tasks along when they cannot be read', async () => {
    serve(sync.list, taskList([aTask(1)]));
    serve(clientCertificates.warnings, 'bad_request');
    await openTheBell('Notifications');
    expect(await screen.findByText('The certificate warnings could not be read.')).toBeDefined();
    expect(screen.getByText('Sync completed for Head office')).toBeDefined();
  });
});

describe('credentials of identity sources that end, in the bell', () => {
  const connection_id = '01900000-0000-7000-8000-000000000001';
  const aCredentialWarning = {
    connection_id,
    connection_name: 'City staff',
    credential_id: '01900000-0000-7000-8000-0000000000c2',
    kind: 'secret',
    expires_at: '2026-04-01T08:00:00Z',
    days_left: 12,
    threshold: 14,
    has_successor: false,
  } as const;

  it('show the days left, lead to their source, and count as unseen until the bell is opened', async () => {
    let isSeen = false;
    serve(sync.list, taskList([]));
    serve(sourceCredentials.warnings, () => ({ items: [{ ...aCredentialWarning, seen: isSeen }] }));
    const marked = serve(sourceCredentials.markWarningsSeen, () => {
      isSeen = true;
      return { success: true } as const;
    });
    await openTheBell('Notifications, 1 unseen');
    const entry = await screen.findByRole('link', { name: /The client secret of City staff ends in 12 days/ });
    expect(entry.getAttribute('href')).toBe(`/iam-manager?source=${connection_id}&tab=credentials`);
    expect(entry.textContent).toContain('Store the next one, then activate it.');
    expect(entry.className).toContain('tone-red');
    expect(screen.queryByText('No new notifications.')).toBeNull();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined());
    expect(marked.received).toHaveLength(1);
  });

  it('do not take the tasks along when they cannot be read', async () => {
    serve(sync.list, taskList([aTask(1)]));
    serve(sourceCredentials.warnings, 'bad_request');
    await openTheBell('Notifications');
    await screen.findByText(/identity sources could not be read/);
    screen.getByText('Sync completed for Head office');
  });
});

describe('API tokens that end, in the bell', () => {
  const aTokenWarning = (changes: Partial<ApiTokenWarning> = {}): ApiTokenWarning => ({
    token_id: '01900000-0000-7000-8000-0000000000f1',
    name: 'Nightly report',
    owner: 'ada',
    is_service: false,
    expires_at: '2026-04-01T08:00:00Z',
    days_left: 6,
    threshold: 7,
    seen: true,
    ...changes,
  });

  it('show the days left, lead to the tokens, and count as unseen until the bell is opened', async () => {
    let isSeen = false;
    serve(sync.list, taskList([]));
    serve(apiTokenWarnings.list, () => ({ items: [aTokenWarning({ seen: isSeen })] }));
    const marked = serve(apiTokenWarnings.markSeen, () => {
      isSeen = true;
      return { success: true } as const;
    });
    await openTheBell('Notifications, 1 unseen', { role: 'subadmin', functions: [] });
    const entry = await screen.findByRole('link', { name: /Your API token Nightly report ends in 6 days/ });
    expect(entry.getAttribute('href')).toBe('/developers?tab=tokens');
    expect(entry.textContent).toContain('Give it a new secret, so that its program keeps working.');
    expect(screen.queryByText('No new notifications.')).toBeNull();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined());
    expect(marked.received).toHaveLength(1);
  });

  it('name the service account, and say what has ended', async () => {
    serve(sync.list, taskList([]));
    serve(apiTokenWarnings.list, {
      items: [aTokenWarning({ owner: 'payroll.export', is_service: true, days_left: -2, threshold: 0 })],
    });
    await openTheBell('Notifications');
    const words = /The API token Nightly report of the service account payroll.export has ended/;
    const entry = await screen.findByRole('link', { name: words });
    expect(entry.textContent).toContain('Programs that use it are refused.');
  });

  it('do not take the tasks along when they cannot be read', async () => {
    serve(sync.list, taskList([aTask(1)]));
    serve(apiTokenWarnings.list, 'bad_request');
    await openTheBell('Notifications');
    await screen.findByText('The warnings about API tokens could not be read.');
    screen.getByText('Sync completed for Head office');
  });
});

describe('views of the own screens', () => {
  it('say who looked, when and why, and count as unseen until the bell is opened', async () => {
    serve(sync.list, taskList([]));
    const view = { id: '0190c0de-0000-7000-8000-0000000000b1', at: '2026-03-01T10:00:00Z', by: 'ada' };
    serve(ownViews.list, { items: [{ ...view, reason: 'She asked what is missing', seen: false }] });
    const marked = serve(ownViews.markSeen, { success: true });
    await openTheBell('Notifications, 1 unseen', { role: 'subadmin', functions: [] });
    const entry = await screen.findByRole('link', { name: /ada saw what you see/ });
    expect(entry.textContent).toMatch(/2026.*Reason: She asked what is missing/);
    await waitFor(() => expect(marked.received).toHaveLength(1));
  });
});
