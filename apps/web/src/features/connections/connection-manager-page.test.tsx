import {
  type IamConnection,
  iam,
  type KeyPlan,
  type KeySystemConnection,
  keyPlans,
  keySystems,
  type SyncTask,
  sync,
  timetables,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { aKeyPlan } from '#data/plans/key-plans.fixture';
import { aSource } from '#data/sources/identity-source.fixture';
import { aTimetable } from '#data/tasks/timetables.fixture';
import { renderPage, serve } from '../../../test/render';
import { ConnectionManagerPage } from './connection-manager-page';

const taskId = '01900000-0000-7000-8000-0000000000aa';

type Stored = { sources?: IamConnection[]; systems?: KeySystemConnection[]; plans?: number; linked?: KeyPlan[] };

async function open({ sources = [aSource()], systems = [aKeySystem()], plans = 1, linked = [] }: Stored = {}) {
  serve(iam.list, sources);
  serve(keySystems.list, { items: systems, total: systems.length, page: 0, size: 200 });
  serve(keyPlans.list, { keyplans: linked, total: plans, limit: 1, offset: 0 });
  return renderPage(<ConnectionManagerPage />, { path: '/connection-manager' });
}

const hrefOf = (link: HTMLElement) => link.getAttribute('href');

function aTask(changes: Partial<SyncTask> = {}): SyncTask {
  return {
    task_id: taskId,
    kind: 'key_system',
    status: 'PENDING',
    phase: 'waiting',
    done: 0,
    total: 0,
    title: 'Head office',
    dry_run: true,
    result: null,
    error: null,
    cancelled: false,
    subject_id: aKeySystem().id,
    iam_connection_id: null,
    key_system_connection_id: aKeySystem().id,
    change_set_id: null,
    seen: false,
    created_at: '2026-03-01T08:00:00Z',
    started_at: null,
    completed_at: null,
    ...changes,
  };
}

describe('ConnectionManagerPage', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<ConnectionManagerPage />, { path: '/connection-manager' });
    await screen.findByText('Loading connections...');
  });

  it('starts with the first identity source when nothing is connected', async () => {
    await open({ sources: [], systems: [], plans: 0 });
    const notice = (await screen.findByText('IAM Connection Required')).closest('.notice');
    expect(notice?.querySelector('a')?.getAttribute('href')).toBe('/connect/iam-wizard');
    screen.getByText('No identity source yet');
    screen.getByText('No key system yet');
  });

  it('tries again after a failure', async () => {
    serve(iam.list, 'overloaded');
    serve(keySystems.list, { items: [], total: 0, page: 0, size: 200 });
    serve(keyPlans.list, { keyplans: [], total: 0, limit: 1, offset: 0 });
    const { user } = await renderPage(<ConnectionManagerPage />, { path: '/connection-manager' });
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(iam.list, [aSource()]);
    await user.click(again);
    await screen.findByRole('heading', { name: 'City staff list' });
  });

  it('shows both kinds with health, figures and management links', async () => {
    await open();
    const sources = within(await screen.findByRole('region', { name: 'Identity sources' }));
    sources.getByText(/32,812 people/);
    sources.getByText('Active');
    expect(hrefOf(sources.getByRole('link', { name: 'IAM Manager' }))).toBe('/iam-manager');
    const upload = sources.getByRole('link', { name: 'Upload new list' });
    expect(hrefOf(upload)).toBe(`/connect/iam-wizard?connection=${aSource().id}`);
    const systems = within(screen.getByRole('region', { name: 'Key systems' }));
    systems.getByText(/318 cylinders, 40 groups/);
    expect(hrefOf(systems.getByRole('link', { name: 'Key System Manager' }))).toBe('/key-systems');
    expect(hrefOf(systems.getByRole('link', { name: 'Add Key System' }))).toBe('/add-key-system');
  });

  it('shows which plan links a source and a key system, with last and next sync', async () => {
    const plan = aKeyPlan({ is_active: true });
    const result = { outcome: 'nothing_to_do' as const, counts: {}, failed: 0, waiting: 0 };
    const synced = aTask({ status: 'SUCCESS', phase: 'finished', dry_run: false, result });
    serve(sync.list, { items: [synced], total: 1, limit: 20, offset: 0, unseen: 0 });
    serve(timetables.ofKeySystem, aTimetable({ next_run_at: null }));
    await open({ linked: [plan] });
    const plans = within(await screen.findByRole('region', { name: 'Key plans' }));
    const name = await plans.findByRole('link', { name: 'City buildings' });
    expect(hrefOf(name)).toBe(`/keys/key-plans/${plan.id}`);
    plans.getByText('Names people of City staff list');
    plans.getByText('Head office');
    const last = await plans.findByRole('link', { name: 'nothing to change' });
    expect(hrefOf(last)).toBe(`/tasks/${taskId}`);
    await plans.findByText(/Next: when started by hand/);
  });

  it('shows which link a plan lacks', async () => {
    const lonely = aKeyPlan({ iam_connections: [], key_system_connections: [] });
    await open({ linked: [lonely] });
    const connect = await screen.findByRole('link', { name: 'Connect City buildings' });
    expect(hrefOf(connect)).toBe(`/keys/key-plans/${lonely.id}?tab=connections`);
    screen.getByText('Synced to no key system yet.');
  });

  it('shows what waits and what failed', async () => {
    const changeSet = '01900000-0000-7000-8000-0000000000cc';
    await open({
      sources: [aSource({ waiting_change_set_id: changeSet })],
      systems: [aKeySystem({ status: 'ERROR', error_message: 'The certificate has ended. Upload a new one.' })],
    });
    const sources = within(await screen.findByRole('region', { name: 'Identity sources' }));
    expect(hrefOf(sources.getByRole('link', { name: 'Review' }))).toBe(`/change-sets/${changeSet}`);
    expect(hrefOf(screen.getByRole('link', { name: 'Review changes' }))).toBe(`/change-sets/${changeSet}`);
    const systems = within(screen.getByRole('region', { name: 'Key systems' }));
    systems.getByText('The certificate has ended. Upload a new one.');
  });

  it.each([
    ['Preview sync of Head office', true],
    ['Sync now: Head office', false],
  ])('%s starts a task and follows it', async (name, dryRun) => {
    const { user, router } = await open();
    const started = serve(sync.start, aTask());
    const systems = within(await screen.findByRole('region', { name: 'Key systems' }));
    await user.click(systems.getByRole('button', { name }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tasks/${taskId}`));
    expect(started.received[0]?.body).toEqual({ target_key_system_connection_id: aKeySystem().id, dry_run: dryRun });
  });

  it('shows why a sync could not start', async () => {
    const { user } = await open();
    serve(sync.start, 'sync_in_progress');
    await user.click(await screen.findByRole('button', { name: 'Sync now: Head office' }));
    await screen.findByText('A run over this connection is in progress.');
  });

  it('does not sync an inactive key system', async () => {
    await open({ systems: [aKeySystem({ is_active: false, status: 'DISABLED' })] });
    const now = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sync now: Head office' });
    expect(now.disabled).toBe(true);
  });

  it('warns of an expiring certificate', async () => {
    const { active_configuration } = aKeySystem();
    const client_certificate_info = {
      subject: 'CN=k',
      issuer: 'CN=ca',
      fingerprint_sha256: 'ab',
      not_before: '2026-01-01T00:00:00Z',
      not_after: new Date(Date.now() + 3.5 * 86_400_000).toISOString(),
    };
    const config_data = { ...active_configuration.config_data, client_certificate_info };
    await open({ systems: [aKeySystem({ active_configuration: { ...active_configuration, config_data } })] });
    await screen.findByText(/Ends in 3 days/);
  });
});
