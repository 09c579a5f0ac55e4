import {
  type AccessProfile,
  type AdminFunction,
  cylinders,
  iam,
  type KeyPlan,
  type KeySystemStanding,
  keyPlans,
  keySystems,
  type Overview,
  overview,
  planVersions,
  type SyncTask,
  sync,
} from '@key2xs/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { aKeyPlan, anAccessProfile, planId } from '#data/plans/key-plans.fixture';
import { aComparison } from '#data/plans/plan-versions.fixture';
import { aSource } from '#data/sources/identity-source.fixture';
import { anOverview } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { KeyPlanPage } from './key-plan-page';

const place = (tab: string) => ({ path: `/keys/key-plans/${planId}`, route: '/keys/key-plans/$id', search: { tab } });

const aTask: SyncTask = {
  task_id: '01900000-0000-7000-8000-0000000000d1',
  kind: 'key_system',
  status: 'SUCCESS',
  phase: 'finished',
  done: 1,
  total: 1,
  title: 'Head office',
  dry_run: true,
  result: null,
  error: null,
  cancelled: false,
  subject_id: '01900000-0000-7000-8000-000000000001',
  iam_connection_id: null,
  key_system_connection_id: '01900000-0000-7000-8000-000000000001',
  change_set_id: null,
  seen: true,
  created_at: '2026-03-02T08:00:00Z',
  started_at: null,
  completed_at: null,
};

async function open(tab: 'profiles' | 'connections', plan: Partial<KeyPlan> = {}) {
  serve(keyPlans.get, aKeyPlan(plan));
  serve(iam.list, [aSource()]);
  serve(keySystems.list, { items: [aKeySystem()], total: 1, page: 0, size: 200 });
  return renderPage(<KeyPlanPage />, place(tab));
}

const serveProfiles = (items: AccessProfile[]) =>
  serve(keyPlans.listProfiles, { items, total: items.length, limit: 1_000, offset: 0 });

describe('KeyPlanPage', () => {
  it('says that it is loading', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await renderPage(<KeyPlanPage />, place('rules'));
    await screen.findByText('Loading key plan...');
  });

  it('offers those who only see plans nothing that changes one', async () => {
    const buttonsOf = async (functions: AdminFunction[]) => {
      serve(keyPlans.get, aKeyPlan());
      serveProfiles([anAccessProfile()]);
      await renderPage(<KeyPlanPage />, { ...place('profiles'), me: { role: 'subadmin', functions } });
      await screen.findByText('Fire stations');
      const count = screen.queryAllByRole('button', { name: /^(Edit|Delete|Activate|Create|Add)/ }).length;
      cleanup();
      return count;
    };
    expect(await buttonsOf(['view_plans', 'edit_plans', 'activate_plans'])).toBe(5);
    expect(await buttonsOf(['view_plans'])).toBe(0);
  });

  it('tries again after a failure', async () => {
    serve(keyPlans.get, 'overloaded');
    const { user } = await renderPage(<KeyPlanPage />, place('profiles'));
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(keyPlans.get, aKeyPlan());
    serveProfiles([]);
    await user.click(again);
    await screen.findByRole('heading', { level: 1, name: 'City buildings' });
  });

  it('shows the state and keeps the tab in the URL', async () => {
    serveProfiles([]);
    const { user, router } = await open('profiles');
    await screen.findByText('This plan is a draft.');
    await user.click(screen.getByRole('tab', { name: 'Connections' }));
    await screen.findByRole('region', { name: 'Key systems' });
    expect(router.state.location.search).toEqual({ tab: 'connections' });
  });

  it('activates from the header', async () => {
    serveProfiles([]);
    const { user } = await open('profiles');
    const updated = serve(keyPlans.update, aKeyPlan({ is_active: true }));
    serve(planVersions.compare, aComparison({ effect: { people_gaining: 60, doors: 36 } }));
    await user.click(await screen.findByRole('button', { name: 'Activate City buildings' }));
    await screen.findByText('60 people will be allowed to open 36 doors.');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Activate' }));
    await screen.findByText("Key plan 'City buildings' is active.");
    expect(updated.received[0]?.body).toEqual({ is_active: true });
  });

  it('leads to the preview of a sync of what is behind, and says where what is recorded is equal', async () => {
    serveProfiles([]);
    const { id: connection_id, name } = aKeySystem();
    const standing = (fields: Partial<KeySystemStanding>): Overview => {
      const nobody = { people_losing: 0, rights_to_withdraw: 0, people_gaining: 0, people_other_hours: 0 };
      const system: KeySystemStanding = {
        ...{ connection_id, name, is_active: true, is_sandbox: false, state: 'behind' },
        ...{ ...nobody, rights_to_grant: 36, writes: 3, changed_there: 0, waiting_for_operator: 0 },
        read_at: '2026-03-02T08:00:00Z',
        ...fields,
      };
      return anOverview({ recorded: { ...anOverview().recorded, state: system.state, key_systems: [system] } });
    };
    serve(overview.get, standing({}));
    const { user, unmount } = await open('profiles', { is_active: true });
    await screen.findByText(`${name}, all plans: 36 rights to sync.`);
    const started = serve(sync.start, aTask);
    await user.click(screen.getByRole('button', { name: /^Preview sync of/ }));
    await waitFor(() => expect(started.received[0]?.body).toMatchObject({ dry_run: true }));
    unmount();
    serve(overview.get, standing({ state: 'equal', rights_to_grant: 0, writes: 0 }));
    await open('profiles', { is_active: true });
    await screen.findByText(new RegExp(`^${name} has recorded what the plans say, as read`));
    expect(screen.queryByRole('button', { name: /^Preview sync/ })).toBeNull();
    cleanup();
    serve(overview.get, standing({ state: 'never_read', read_at: null }));
    await open('profiles', { is_active: true });
    await screen.findByRole('button', { name: /^Preview sync of/ });
    expect(screen.queryByText(/has recorded what the plans say/)).toBeNull();
  });

  it('edits name, description and time zone', async () => {
    serveProfiles([]);
    const { user } = await open('profiles');
    const updated = serve(keyPlans.update, aKeyPlan({ name: 'All buildings' }));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit key plan' }));
    const name = drawer.getByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'All buildings');
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(updated.received[0]?.body).toMatchObject({ name: 'All buildings', time_zone: 'Europe/Berlin' });
  });

  it('says that a second administrator has to confirm before no second person is required', async () => {
    serveProfiles([]);
    const guarded = { takes_effect: 'on_activation', needs_second_person: true } as const;
    const { user } = await open('profiles', guarded);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit key plan' }));
    await user.click(drawer.getByRole('checkbox', { name: 'A second person activates' }));
    drawer.getByText(/you ask for it, another one confirms/);
    const second_person_removal = { requested_by: 'ada', requested_at: '2026-03-01T08:00:00Z' };
    const updated = serve(keyPlans.update, aKeyPlan({ ...guarded, second_person_removal }));
    serve(keyPlans.get, aKeyPlan({ ...guarded, second_person_removal, version: 2 }));
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await screen.findByText('ada asked to no longer require a second person');
    expect(updated.received[0]?.body).toMatchObject({ needs_second_person: false });
  });

  it('does not delete an active plan', async () => {
    serveProfiles([]);
    const { user } = await open('profiles', { is_active: true });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('An active plan cannot be deleted. Deactivate it first.');
  });

  it('deletes a draft and goes back to the list', async () => {
    serveProfiles([]);
    const { user, router } = await open('profiles');
    serve(keyPlans.remove, { success: true });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete City buildings?' }));
    dialog.getByText(/2 rules and all its access profiles/);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/keys/key-plans'));
  });
});

describe('access profiles', () => {
  const cylinder = {
    id: '01900000-0000-7000-8000-0000000000e2',
    connection_id: aKeySystem().id,
    external_id: 'x1',
    marking: 'A-101',
    name: 'Main door',
    own_name: null,
    cylinder_type: 'door',
    domain: 'HQ',
    location: 'Hall / 1',
    state: 'ok',
    group_id: null,
    group_name: null,
  };
  const group = {
    id: '01900000-0000-7000-8000-0000000000e3',
    connection_id: aKeySystem().id,
    external_id: 'g1',
    name: 'Stations',
    own_name: null,
    domain: 'HQ',
    cylinders: 24,
  };

  function serveDoors() {
    serve(keyPlans.profileCylinders, { items: [cylinder], total: 1 });
    serve(keyPlans.profileGroups, { items: [group], total: 1 });
    serveSearch();
  }

  function serveSearch() {
    const page = { limit: 20, offset: 0 };
    const unsaid = { notes: null, is_planned: false, version: 1 };
    const unplaced = { location_id: null, location_path: null, placed_text: null, block_list: null, event_ring: null };
    const recorded = { ...unsaid, connection_name: 'Head office', read_at: null };
    serve(cylinders.groups, { items: [{ ...group, ...recorded }], total: 1, ...page });
    const items = [{ ...cylinder, ...recorded, ...unplaced, open_job: null }];
    return serve(cylinders.list, { items, total: 1, ...page });
  }

  it('offers to add the first one', async () => {
    serveProfiles([]);
    await open('profiles');
    await screen.findByText('No access profile yet');
    screen.getByRole('button', { name: 'Add access profile' });
  });

  it('tries again when they could not be read', async () => {
    serve(keyPlans.listProfiles, 'internal');
    const { user } = await open('profiles');
    const again = await screen.findByRole('button', { name: 'Try again' });
    serveProfiles([anAccessProfile()]);
    await user.click(again);
    await screen.findByRole('row', { name: 'Edit access profile Fire stations' });
  });

  it('names what is missing in a new profile', async () => {
    serveProfiles([]);
    serveSearch();
    const { user } = await open('profiles');
    await user.click(await screen.findByRole('button', { name: 'Add access profile' }));
    await user.click(await screen.findByRole('button', { name: 'Create access profile' }));
    await screen.findByText('Name is required.');
    screen.getByText('Choose at least one cylinder group or cylinder.');
  });

  it('creates a profile of doors found by the server', async () => {
    serveProfiles([]);
    const searched = serveSearch();
    const created = serve(keyPlans.createProfile, anAccessProfile());
    const { user } = await open('profiles');
    await user.click(await screen.findByRole('button', { name: 'Add access profile' }));
    await user.type(await screen.findByLabelText(/^Name/), 'Fire stations');
    const picker = screen.getByRole('combobox', { name: /Cylinder groups and cylinders/ });
    await user.type(picker, 'A-1');
    await waitFor(() => expect(searched.received.at(-1)?.query).toMatchObject({ search: 'A-1' }));
    await user.click(await screen.findByRole('option', { name: 'A-101 Main door · Hall / 1' }));
    await user.click(picker);
    await user.click(await screen.findByRole('option', { name: 'Stations (24 cylinders)' }));
    await user.click(screen.getByRole('button', { name: 'Create access profile' }));
    await screen.findByText("Access profile 'Fire stations' created.");
    expect(searched.received[0]?.query.connection_id).toBe(aKeySystem().id);
    expect(created.received[0]?.body).toEqual({
      name: 'Fire stations',
      description: '',
      cylinder_ids: [cylinder.id],
      cylinder_group_ids: [group.id],
    });
  });

  it('edits what a profile names', async () => {
    serveProfiles([anAccessProfile()]);
    serveDoors();
    const updated = serve(keyPlans.updateProfile, anAccessProfile());
    const { user } = await open('profiles');
    const row = await screen.findByRole('row', { name: 'Edit access profile Fire stations' });
    row.focus();
    await user.keyboard('{Enter}');
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit access profile' }));
    await drawer.findByText('A-101 Main door');
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await screen.findByText("Access profile 'Fire stations' saved.");
    expect(updated.received[0]?.body).toMatchObject({ cylinder_ids: [cylinder.id], cylinder_group_ids: [group.id] });
  });

  it('shows which rules stand in the way of a deletion', async () => {
    serveProfiles([anAccessProfile()]);
    serve(keyPlans.removeProfile, {
      success: false,
      error: 'constraint_violation',
      message: 'Rules use it.',
      related_records: { access_rules: 3 },
    });
    const { user } = await open('profiles');
    await user.click(await screen.findByRole('button', { name: 'Delete access profile Fire stations' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete access profile Fire stations?' }));
    dialog.getByText('It names 25 doors. The doors themselves stay as they are.');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('3 access rules');
    screen.getByText(/Rules use it/);
  });
});

describe('connections', () => {
  it('links an identity source', async () => {
    const { user } = await open('connections', { iam_connections: [] });
    const linked = serve(keyPlans.linkIamConnections, { items: [], total: 0 });
    const sources = within(await screen.findByRole('region', { name: 'Identity sources' }));
    sources.getByText('No identity source is linked, so no rule can be written.');
    await user.click(sources.getByRole('button', { name: 'Link' }));
    await screen.findByText("'City staff list' is linked.");
    expect(linked.received[0]).toMatchObject({
      params: { keyplan_id: planId },
      body: { connection_ids: [aSource().id] },
    });
  });

  it('says that unlinking withdraws no door if the plan grants nothing', async () => {
    const { user } = await open('connections', { is_active: false });
    for (const name of ['City staff list', 'Head office']) {
      await user.click(await screen.findByRole('button', { name: `Unlink ${name}` }));
      const dialog = within(await screen.findByRole('dialog', { name: `Unlink ${name}?` }));
      dialog.getByText('The plan gives no access at the moment, so no one loses a door.');
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('says in numbers what unlinking a source means', async () => {
    const { user } = await open('connections', { is_active: true });
    const unlinked = serve(keyPlans.unlinkIamConnection, { success: true });
    await user.click(await screen.findByRole('button', { name: 'Unlink City staff list' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlink City staff list?' }));
    dialog.getByText(/32,812 people of this source/);
    await user.click(dialog.getByRole('button', { name: 'Unlink' }));
    await screen.findByText("'City staff list' is no longer linked.");
    expect(unlinked.received[0]?.params).toEqual({ keyplan_id: planId, connection_id: aSource().id });
  });

  it('links and unlinks a key system', async () => {
    const { user } = await open('connections', { key_system_connections: [] });
    const linked = serve(keyPlans.linkKeySystems, { items: [], total: 0 });
    const systems = within(await screen.findByRole('region', { name: 'Key systems' }));
    await user.click(systems.getByRole('button', { name: 'Link' }));
    await screen.findByText("'Head office' is linked.");
    expect(linked.received[0]?.body).toEqual({ connection_ids: [aKeySystem().id] });
  });

  it('names rules and cylinders before a key system is unlinked', async () => {
    const { user } = await open('connections', { is_active: true });
    await user.click(await screen.findByRole('button', { name: 'Unlink Head office' }));
    await screen.findByText(/with the next sync: 1 active rule, 318 cylinders\./);
  });

  it('previews a sync and follows the task', async () => {
    const taskId = '01900000-0000-7000-8000-0000000000aa';
    const { user, router } = await open('connections');
    const started = serve(sync.start, {
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
    });
    await user.click(await screen.findByRole('button', { name: 'Preview sync of Head office' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tasks/${taskId}`));
    expect(started.received[0]?.body).toMatchObject({ dry_run: true });
  });
});
