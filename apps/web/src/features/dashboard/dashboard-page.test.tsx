import { iam, type KeySystemStanding, keyPlans, keySystems, type Overview, overview, sync } from '@key2xs/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin, anOverview, aTask, iamStatus, keyPlanCount, keySystemList } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { DashboardPage } from './dashboard-page';

function anInstallation({ isIamConnected = true, keySystemsActive = [true], plans = 1 } = {}) {
  serve(iam.status, iamStatus(isIamConnected));
  serve(keySystems.list, keySystemList(...keySystemsActive));
  serve(overview.get, anOverview());
  return { plans: serve(keyPlans.list, keyPlanCount(plans)) };
}

describe('the dashboard', () => {
  it('shows both groups of functions once everything exists', async () => {
    anInstallation();
    await renderPage(<DashboardPage />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Super Admin Dashboard' })).toBeDefined();
    const shared = screen.getByRole('region', { name: 'General Administration Functions' });
    expect(
      within(shared)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/keys/manage', '/keys/request', '/cylinders', '/audits/user']);
    expect(within(shared).getByText('Shared')).toBeDefined();
    expect(screen.queryByText(/Required/)).toBeNull();
  });

  it('asks for an identity source first, not for key plans', async () => {
    const { plans } = anInstallation({ isIamConnected: false });
    await renderPage(<DashboardPage />);
    expect(await screen.findByText('IAM Connection Required')).toBeDefined();
    expect(plans.received).toEqual([]);
  });

  it('asks for a key system next; an inactive one does not count', async () => {
    anInstallation({ keySystemsActive: [false] });
    await renderPage(<DashboardPage />);
    expect(await screen.findByText('Key System Connection Required')).toBeDefined();
    expect(screen.queryByText('IAM Connection Required')).toBeNull();
  });

  it('does not claim that nothing is needed beside a missing part', async () => {
    anInstallation({ keySystemsActive: [] });
    const { identity_sources } = anOverview();
    serve(overview.get, anOverview({ identity_sources: { ...identity_sources, total: 1, active: 1 }, needs_you: [] }));
    await renderPage(<DashboardPage />);
    const notice = await screen.findByText('Key System Connection Required');
    const rest = await screen.findByText(/^Nothing else needs you\./);
    expect(notice.compareDocumentPosition(rest) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('reserves room for the panels only if they will appear', async () => {
    const answers: ((of: Overview) => void)[] = [];
    anInstallation();
    serve(overview.get, () => new Promise<Overview>((resolve) => answers.push(resolve)));
    const { unmount } = await renderPage(<DashboardPage />);
    await waitFor(() => expect(document.querySelector('.standing-below:empty')).not.toBeNull());
    const { identity_sources } = anOverview();
    await waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.(anOverview({ identity_sources: { ...identity_sources, total: 1, active: 1 } }));
    await screen.findByText('Needs you');
    expect(document.querySelector('.standing-below:empty')).toBeNull();
    unmount();
    serve(iam.status, iamStatus(false));
    await renderPage(<DashboardPage />);
    await screen.findByText('IAM Connection Required');
    expect(document.querySelector('.standing-below:empty')).toBeNull();
  });

  it('names the card by whether a key plan exists', async () => {
    const { plans } = anInstallation({ plans: 0 });
    await renderPage(<DashboardPage />);
    expect(await screen.findByText('Create a Key Plan')).toBeDefined();
    expect(plans.received).toMatchObject([{ query: { offset: 0, limit: 1 } }]);
  });

  it('treats an unreadable status as not connected', async () => {
    anInstallation();
    serve(iam.status, 'bad_request');
    await renderPage(<DashboardPage />);
    expect(await screen.findByText('IAM Connection Required')).toBeDefined();
  });

  it('shows a sub-admin the shared functions only, and asks for no overview', async () => {
    anInstallation();
    const { received } = serve(overview.get, anOverview());
    await renderPage(<DashboardPage />, { me: { role: 'subadmin' } });
    expect(await screen.findByText('Assign Keys')).toBeDefined();
    expect(screen.queryByText('Manage Connections')).toBeNull();
    expect(received).toEqual([]);
    expect(screen.getByText('Welcome. These functions are open to you.')).toBeDefined();
  });

  it('shows a sub-admin a card for every screen that their functions open', async () => {
    anInstallation();
    const functions = ['view_people' as const];
    await renderPage(<DashboardPage />, { me: { role: 'subadmin', functions } });
    const work = await screen.findByRole('region', { name: 'Daily work' });
    expect(within(work).getByRole('link', { name: 'People' }).getAttribute('href')).toBe('/people');
    expect(screen.getByText('Welcome. These functions are open to you.')).toBeDefined();
    cleanup();
    await renderPage(<DashboardPage />, { me: { role: 'subadmin', functions: [] } });
    expect(await screen.findByText('Welcome. No function is open to you yet.')).toBeDefined();
    expect(screen.queryAllByRole('link')).toEqual([]);
    cleanup();
    anInstallation({ keySystemsActive: [] });
    await renderPage(<DashboardPage />, { me: { role: 'subadmin', functions: ['user_audits'] } });
    expect(await screen.findByText('Welcome. Your functions are not ready yet.')).toBeDefined();
  });
});

const at = anAdmin().created_at;
const systemId = '0190c0de-0000-7000-8000-000000000005';

/** Former employees whose rights are still recorded in one key system. */
function behind(fields: Partial<KeySystemStanding> = {}): Partial<Overview> {
  const system: KeySystemStanding = {
    connection_id: systemId,
    name: 'Head office',
    is_active: true,
    is_sandbox: false,
    state: 'behind',
    people_losing: 28,
    rights_to_withdraw: 691,
    people_gaining: 14,
    rights_to_grant: 657,
    people_other_hours: 0,
    writes: 84,
    changed_there: 0,
    waiting_for_operator: 0,
    read_at: at,
    ...fields,
  };
  const { key_systems, identity_sources, people } = anOverview();
  const { state, rights_to_withdraw, people_losing, rights_to_grant, people_gaining, writes } = system;
  return {
    people: { ...people, total: 31_059 },
    identity_sources: { ...identity_sources, total: 1, active: 1, name: 'City list', id: systemId },
    key_systems: { ...key_systems, total: 1, active: 1, name: 'Head office' },
    recorded: {
      ...{ state, rights_to_withdraw, people_losing, rights_to_grant, people_gaining, writes },
      changed_there: 0,
      waiting_for_operator: 0,
      key_systems: [system],
    },
  };
}

async function show(fields: Partial<Overview>) {
  anInstallation();
  serve(overview.get, anOverview(fields));
  const page = await renderPage(<DashboardPage />);
  const standing = within(await screen.findByRole('region', { name: 'How things stand' }));
  await standing.findByText('People');
  return { ...page, standing };
}

describe('how things stand', () => {
  it('states that nothing is connected, with a link to the next step', async () => {
    const { standing } = await show({});
    const link = standing.getByRole('link', { name: 'Connect the first source' });
    expect(link.getAttribute('href')).toBe('/connect/iam-wizard');
    expect(standing.getByRole('link', { name: 'Add the first key system' })).toBeDefined();
    expect(screen.queryByText('Needs you')).toBeNull();
  });

  it('puts rights to withdraw first, and previews the sync that withdraws them', async () => {
    const { standing, user, router } = await show(behind());
    standing.getByRole('link', { name: '1,348 rights to sync' });
    standing.getByText('691 rights to withdraw, 657 to grant');
    standing.getByText('691 rights to withdraw may still open doors.');
    standing.getByText('28 people may no longer open what Head office still has recorded.');
    const { received } = serve(sync.start, aTask(7));
    await user.click(standing.getByRole('button', { name: /^Preview sync of/ }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/tasks\//));
    expect(received[0]?.body).toEqual({ target_key_system_connection_id: systemId, dry_run: true });
  });

  it('links its figures to lists of the same count', async () => {
    const { on_keys } = anOverview();
    const { standing } = await show({ ...behind(), on_keys: { ...on_keys, keys: 41, up_to_date: 12 } });
    expect(standing.getByRole('link', { name: '31,059' }).getAttribute('href')).toBe('/people?active=true');
    const keys = standing.getByRole('link', { name: /^12 of 41/ });
    expect(keys.getAttribute('href')).toBe('/cylinders?tab=keys&holder=ours');
  });

  it('links to waiting changes instead of computing them again', async () => {
    const need = {
      kind: 'change_set' as const,
      id: systemId,
      name: 'Plans → Head office',
      state: 'quarantined' as const,
      guard: { reason: 'too_many_removals' as const, count: 28, of: 60, percent: 46.7, limit_percent: 5 },
      largest: { label: 'POLICE', count: 20 },
      people_gaining: 14,
      people_losing: 28,
      key_system_id: systemId,
      at,
    };
    const { standing } = await show({ ...behind(), needs_you: [need] });
    expect(standing.getByRole('link', { name: 'Review changes' }).getAttribute('href')).toBe(
      `/change-sets/${systemId}`,
    );
    const waiting = screen.getByRole('region', { name: 'Needs you' });
    within(waiting).getByText('Stopped by a guard: 28 people would lose doors');
    within(waiting).getByText(/Largest: POLICE 20$/);
  });

  it('reports "equal" only when a sync would write nothing', async () => {
    const nothing = { people_losing: 0, rights_to_withdraw: 0, people_gaining: 0, rights_to_grant: 0 };
    const first = await show(behind({ ...nothing, writes: 3 }));
    first.standing.getByText('3 records differ');
    expect(first.standing.queryByText('Up to date')).toBeNull();
    cleanup();
    const { standing } = await show(behind({ ...nothing, writes: 0, state: 'equal' }));
    expect(standing.getAllByText('Up to date').length).toBeGreaterThan(0);
    expect(standing.queryByText(/may still open/)).toBeNull();
  });

  it('claims neither equal nor behind before the first read', async () => {
    const { standing } = await show(behind({ state: 'never_read', rights_to_withdraw: 0, read_at: null }));
    standing.getByText('Not compared yet');
    expect(standing.queryByText(/behind/)).toBeNull();
  });

  const ofImport = { task_kind: 'directory', source_id: systemId } as const;

  it('lists what needs attention, each with action and link', async () => {
    await show({
      ...behind(),
      needs_you: [
        { kind: 'certificate', id: systemId, name: 'Head office', ends_at: at, days_left: 12 },
        {
          kind: 'source_credential',
          id: systemId,
          name: 'City staff',
          credential: 'secret',
          ends_at: at,
          days_left: 7,
        },
        { kind: 'conflict', id: systemId, name: 'City staff', count: 2, at },
        { kind: 'failed_task', id: systemId, name: 'City list', ...ofImport, replace: null, message: 'No list.', at },
        { kind: 'draft', id: systemId, name: 'City buildings', changes: 3, is_active: true, at },
        { kind: 'keys', id: systemId, name: 'Head office', what: 'held_by_inactive', count: 1, of: null, read_at: at },
      ],
    });
    const needs = within(screen.getByRole('region', { name: 'Needs you' }));
    needs.getByText('6 things');
    const places: [name: RegExp, href: string][] = [
      [
        /^1 key is held by a person who is no longer active Head office · keys read .*Open$/,
        `/cylinders?tab=keys&connection_id=${systemId}&task=held_by_inactive`,
      ],
      [/^Client certificate ends in 12 days .*Replace$/, `/key-systems?connection=${systemId}&tab=certificates`],
      [
        /^Client secret of an identity source ends in 7 days .*Replace$/,
        `/iam-manager?source=${systemId}&tab=credentials`,
      ],
      [/^2 conflicts: who are they\? .*Decide$/, `/iam-manager?source=${systemId}&tab=conflicts`],
      [/^Import failed .*No list\. Open$/, `/tasks/${systemId}`],
      [/^Draft of “City buildings”: 3 changes not in force .*Preview$/, `/keys/key-plans/${systemId}?tab=impact`],
    ];
    expect(needs.getAllByRole('link')).toHaveLength(places.length);
    for (const [name, href] of places) expect(needs.getByRole('link', { name }).getAttribute('href')).toBe(href);
  });

  it('links from a webhook that was switched off to the webhooks', async () => {
    await show({
      ...behind(),
      needs_you: [{ kind: 'webhook', id: systemId, name: 'hooks.example', because: 'gone' }],
    });
    const needs = within(screen.getByRole('region', { name: 'Needs you' }));
    const name = /^The webhook hooks\.example was switched off its receiver no longer exists Open$/;
    expect(needs.getByRole('link', { name }).getAttribute('href')).toBe('/developers?tab=webhooks');
  });

  it('links from a source that refuses its secret to the credentials', async () => {
    const failed = { kind: 'failed_task', id: systemId, name: 'City directory', message: 'Not accepted.', at } as const;
    await show({ ...behind(), needs_you: [{ ...failed, ...ofImport, replace: 'secret' }] });
    const needs = within(screen.getByRole('region', { name: 'Needs you' }));
    const link = needs.getByRole('link', {
      name: /^City directory cannot be read: .*Not accepted\. Replace the secret$/,
    });
    expect(link.getAttribute('href')).toBe(`/iam-manager?source=${systemId}&tab=credentials`);
  });

  it('draws the last days, each linked to its changes', async () => {
    const quiet = { joined: 0, left: 0, moved: 0, rights_granted: 0, rights_withdrawn: 0, unfinished: 0 };
    const day = (n: number) => ({ from: `2026-03-0${n}T00:00:00Z`, before: `2026-03-0${n + 1}T00:00:00Z`, ...quiet });
    await show({ ...behind(), days: [day(1), { ...day(2), joined: 6, left: 8, rights_withdrawn: 36 }] });
    const days = within(screen.getByRole('region', { name: 'Last 14 days' })).getAllByRole('link');
    expect(days[1]?.getAttribute('aria-label')).toMatch(/6 joined, 8 left, 0 moved; 0 rights granted, 36 withdrawn$/);
    expect(days[1]?.getAttribute('href')).toContain('applied_from=');
  });

  it('shows on each card what exists', async () => {
    const { key_plans } = anOverview();
    await show({ ...behind(), key_plans: { ...key_plans, total: 2, active: 1, drafts: 1 } });
    expect((await screen.findByText('Key Plan Manager')).closest('a')?.textContent).toContain(
      '1 active, 1 with a draft',
    );
  });

  it('offers a retry when it cannot be read, and keeps the cards', async () => {
    anInstallation();
    serve(overview.get, 'not_found');
    await renderPage(<DashboardPage />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
    expect(screen.getByText('Manage Connections')).toBeDefined();
  });
});
