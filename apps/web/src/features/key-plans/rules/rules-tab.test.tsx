import {
  type AccessRule,
  accessRules,
  cylinders,
  enhancedKeyPlans,
  iam,
  type KeyPlan,
  keyPlans,
  type Location,
  locations,
  planVersions,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeyPlan, anAccessProfile, anAccessRule, planId } from '#data/key-plans.fixture';
import { aComparison } from '#data/plan-versions.fixture';
import { renderPage, serve } from '../../../../test/render';
import { KeyPlanPage } from '../key-plan-page';

const listOf = <T,>(items: T[]) => ({ items, total: items.length, limit: 1_000, offset: 0 });

async function open(rules: AccessRule[], plan: Partial<KeyPlan> = {}) {
  serve(keyPlans.get, aKeyPlan(plan));
  serve(enhancedKeyPlans.listRules, listOf(rules));
  return renderPage(<KeyPlanPage />, { path: `/keys/key-plans/${planId}`, route: '/keys/key-plans/$id' });
}

const ward: Location = {
  id: '01900000-0000-7000-8000-0000000000f1',
  parent_id: '01900000-0000-7000-8000-0000000000f0',
  name: 'Ward 3',
  path: 'City Hospital / Ward 3',
  type: 'area',
  code: null,
  protection_class: null,
  owner_person_id: null,
  owner_name: null,
  deputy_person_id: null,
  deputy_name: null,
  time_zone: null,
  notes: '',
  cylinders: 12,
  access_rules: 0,
  version: 1,
  created_at: '2026-03-01T08:00:00Z',
  updated_at: '2026-03-01T08:00:00Z',
};

function serveChoices() {
  serve(keyPlans.listProfiles, listOf([anAccessProfile()]));
  serve(cylinders.groups, listOf([]));
  serve(cylinders.list, listOf([]));
  serve(locations.list, listOf([ward]));
  serve(iam.departments, {
    items: [
      { value: 'POLICE', people: 13_000 },
      { value: 'FIRE', people: 4_897 },
    ],
    total: 2,
  });
  const [fire, connection] = ['01900000-0000-7000-8000-0000000000f9', '01900000-0000-7000-8000-0000000000a1'];
  const group = { id: fire, connection_id: connection, name: 'Fire wardens', people: 12, gone_at: null };
  serve(iam.groups, listOf([{ ...group, created_at: '2026-03-01T08:00:00Z' }]));
  serve(iam.jobTitles, { items: [{ value: 'LIEUTENANT', people: 300 }], total: 1 });
}

async function openForm(plan: Partial<KeyPlan> = {}) {
  serveChoices();
  const page = await open([], plan);
  await page.user.click(await screen.findByRole('button', { name: 'Add rule' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Add rule' }));
  await drawer.findByRole('button', { name: 'Create rule' });
  const pick = async (label: RegExp, option: string) => {
    await page.user.click(drawer.getByRole('combobox', { name: label }));
    await page.user.click(await screen.findByRole('option', { name: option }));
    await page.user.keyboard('{Escape}');
  };
  return { ...page, drawer, pick };
}

describe('RulesTab', () => {
  it('asks for an identity source first and leads there', async () => {
    const { user, router } = await open([], { iam_connections: [] });
    await screen.findByText('Link an identity source first');
    await user.click(screen.getByRole('button', { name: 'Link an identity source' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'connections' }));
  });

  it('tries again when the rules could not be read', async () => {
    serve(keyPlans.get, aKeyPlan());
    serve(enhancedKeyPlans.listRules, 'internal');
    const { user } = await renderPage(<KeyPlanPage />, {
      path: `/keys/key-plans/${planId}`,
      route: '/keys/key-plans/$id',
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(enhancedKeyPlans.listRules, listOf([anAccessRule()]));
    await user.click(again);
    await screen.findByRole('heading', { name: 'Fire stations for FIRE' });
  });

  it('shows a rule as a sentence with whom it matches', async () => {
    await open([anAccessRule({ time_restrictions: [] })]);
    const sentence = (await screen.findByText('FIRE')).closest('p');
    expect(sentence?.textContent).toBe('Everyone in FIRE may open Fire stations at any time.');
    screen.getByText(/Matches 4,897 people/);
  });

  it('switches a rule off', async () => {
    const { user } = await open([anAccessRule()]);
    const toggled = serve(enhancedKeyPlans.toggleRule, anAccessRule({ is_active: false }));
    await user.click(await screen.findByRole('switch', { name: 'Rule Fire stations for FIRE is switched on' }));
    await screen.findByText("Rule 'Fire stations for FIRE' is switched off.");
    expect(toggled.received[0]?.params.rule_id).toBe(anAccessRule().id);
  });

  it('names the people concerned before it deletes a rule', async () => {
    const { user } = await open([anAccessRule()]);
    const removed = serve(enhancedKeyPlans.removeRule, { success: true });
    await user.click(await screen.findByRole('button', { name: 'Delete rule Fire stations for FIRE' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete rule Fire stations for FIRE?' }));
    dialog.getByText('4,897 people lose what only this rule grants, with the next sync.');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText("Rule 'Fire stations for FIRE' deleted.");
    expect(removed.received).toHaveLength(1);
  });

  it('says that deleting a rule that grants nothing takes nothing away', async () => {
    const { user } = await open([anAccessRule({ is_active: false })]);
    await user.click(await screen.findByRole('button', { name: 'Delete rule Fire stations for FIRE' }));
    await screen.findByText('It grants nothing at present, so nobody loses access.');
  });
});

describe('a rule of a plan whose changes wait', () => {
  const drafted = { is_active: true, takes_effect: 'on_activation', pending_changes: 1 } as const;

  it('is marked while it is not in force', async () => {
    serve(planVersions.compare, aComparison());
    await open([anAccessRule(), anAccessRule({ id: planId, name: 'In force' })], drafted);
    await screen.findByRole('heading', { name: 'Fire stations for FIRE Not in force yet' });
    screen.getByRole('heading', { name: 'In force' });
  });

  it('takes nobody’s access by being deleted', async () => {
    serve(planVersions.compare, aComparison());
    const { user } = await open([anAccessRule()], drafted);
    await user.click(await screen.findByRole('button', { name: 'Delete rule Fire stations for FIRE' }));
    await screen.findByText(/Nobody loses access until you activate that\./);
  });
});

describe('the rule form', () => {
  it('says what saving would do once it is complete', async () => {
    const previewed = serve(planVersions.preview, aComparison({ effect: { people_gaining: 6, people_losing: 2 } }));
    const { drawer, pick } = await openForm({ is_active: true });
    await drawer.findByText(/^Choose who and what/);
    await pick(/^Departments/, 'FIRE (4,897 people)');
    await pick(/^Access profiles/, 'Fire stations');
    await drawer.findByText('Saving takes effect at once: 6 people would gain doors, 2 people would lose doors.');
    expect(previewed.received.map(({ body }) => body.edit)).toMatchObject([
      {
        kind: 'add_rule',
        rule: {
          subjects: [{ subject_type: 'department', subject_identifier: 'FIRE' }],
          objects: [{ object_type: 'access_profile', object_identifier: anAccessProfile().id }],
        },
      },
    ]);
  });

  it('says that nothing changes before an activation', async () => {
    serve(planVersions.preview, aComparison({ effect: { people_gaining: 6 } }));
    const { drawer, pick } = await openForm({ is_active: true, takes_effect: 'on_activation' });
    await pick(/^Departments/, 'FIRE (4,897 people)');
    await pick(/^Access profiles/, 'Fire stations');
    await drawer.findByText(/^In the draft: 6 people would gain doors .* Until then nothing changes\.$/);
  });

  it('names what is missing', async () => {
    const { user, drawer } = await openForm();
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await drawer.findByText('Choose at least one department, job title or group.');
    drawer.getByText('Choose at least one access profile, group, place or cylinder.');
  });

  it('creates a department rule and reads it back while it is written', async () => {
    const { user, drawer, pick } = await openForm();
    const created = serve(enhancedKeyPlans.createDepartmentRule, anAccessRule());
    await pick(/Departments/, 'FIRE (4,897 people)');
    await pick(/Access profiles, groups, places and cylinders/, 'Fire stations');
    await user.click(drawer.getByRole('button', { name: 'Weekdays 07:00–19:00' }));
    drawer.getByText('Would match 4,897 people today.');
    const words = within(drawer.getByRole('region', { name: 'The rule in words' }));
    expect(words.getByText('FIRE').closest('p')?.textContent).toBe(
      'Everyone in FIRE may open Fire stations Mon–Fri 07:00–19:00.',
    );
    drawer.getByText('Left empty, it is named “FIRE: Fire stations”.');

    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await screen.findByText("Rule 'Fire stations for FIRE' created.");
    expect(created.received[0]?.body).toEqual({
      name: 'FIRE: Fire stations',
      departments: ['FIRE'],
      objects: [{ object_type: 'access_profile', object_identifier: anAccessProfile().id }],
      time_restrictions: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00', valid_from: null, valid_until: null }],
    });
  });

  it('creates a rule about a group, by id, and calls it by its name', async () => {
    const { user, drawer, pick } = await openForm();
    const created = serve(accessRules.create, anAccessRule());
    await user.click(drawer.getByRole('radio', { name: 'A group' }));
    await pick(/Groups/, 'Fire wardens (12 people)');
    await pick(/Access profiles, groups, places and cylinders/, 'Fire stations');
    drawer.getByText('Would match 12 people today.');
    const words = within(drawer.getByRole('region', { name: 'The rule in words' }));
    expect(words.getByText('Fire wardens').closest('p')?.textContent).toBe(
      'Everyone in the group Fire wardens may open Fire stations at any time.',
    );
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await screen.findByText("Rule 'Fire stations for FIRE' created.");
    expect(created.received[0]?.body).toMatchObject({
      name: 'Fire wardens: Fire stations',
      subjects: [{ subject_type: 'group', subject_identifier: '01900000-0000-7000-8000-0000000000f9' }],
    });
  });

  it('finds a place by its path, says how many doors it has, and names it with all of them', async () => {
    const { user, drawer, pick } = await openForm();
    const asked = serve(locations.list, listOf([ward]));
    const created = serve(enhancedKeyPlans.createDepartmentRule, anAccessRule());
    await pick(/Departments/, 'FIRE (4,897 people)');
    await user.type(drawer.getByRole('combobox', { name: /Access profiles, groups, places and cylinders/ }), 'ward');
    await waitFor(() => expect(asked.received.at(-1)?.query).toMatchObject({ search: 'ward' }));
    await user.click(await screen.findByRole('option', { name: 'City Hospital / Ward 3 (12 doors)' }));
    const words = within(drawer.getByRole('region', { name: 'The rule in words' }));
    expect(words.getByText('FIRE').closest('p')?.textContent).toBe(
      'Everyone in FIRE may open all doors of City Hospital / Ward 3 at any time.',
    );
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await screen.findByText("Rule 'Fire stations for FIRE' created.");
    expect(created.received[0]?.body).toMatchObject({
      objects: [{ object_type: 'location', object_identifier: ward.id }],
    });
  });

  it('creates a job function rule; departments chosen before are forgotten', async () => {
    const { user, drawer, pick } = await openForm();
    const created = serve(enhancedKeyPlans.createJobFunctionRule, anAccessRule());
    await pick(/Departments/, 'FIRE (4,897 people)');
    await user.click(drawer.getByRole('radio', { name: 'A job function' }));
    await pick(/Job titles/, 'LIEUTENANT (300 people)');
    await pick(/Access profiles, groups, places and cylinders/, 'Fire stations');
    await user.type(drawer.getByLabelText('Rule name'), 'Lieutenants');
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await screen.findByText("Rule 'Fire stations for FIRE' created.");
    expect(created.received[0]?.body).toMatchObject({ name: 'Lieutenants', job_titles: ['LIEUTENANT'] });
  });

  it('edits windows by keyboard and says what their hours mean', async () => {
    const { user, drawer } = await openForm();
    await user.click(drawer.getByRole('button', { name: 'Add a window' }));
    const window = within(drawer.getByRole('group', { name: 'Window 1' }));
    const monday = window.getByRole('checkbox', { name: 'Mon' });
    monday.focus();
    await user.keyboard(' ');
    const from = window.getByLabelText('From');
    await user.clear(from);
    await user.type(from, '22:00');
    window.getByText('Ends on the next day.');
    drawer.getByText(/Tue–Fri 22:00–19:00 \(next day\)/);
  });

  it('asks for at least one day and takes a window away', async () => {
    const { user, drawer } = await openForm();
    await user.click(drawer.getByRole('button', { name: 'Add a window' }));
    for (const day of drawer.getAllByRole('checkbox', { checked: true })) await user.click(day);
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await drawer.findByText('Choose at least one day.');
    await user.click(drawer.getByRole('button', { name: 'Remove window 1' }));
    drawer.getByText('At any time, every day.');
  });

  it('keeps what was entered when the server refuses', async () => {
    const { user, drawer, pick } = await openForm();
    serve(enhancedKeyPlans.createDepartmentRule, 'conflict');
    await pick(/Departments/, 'FIRE (4,897 people)');
    await pick(/Access profiles, groups, places and cylinders/, 'Fire stations');
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await drawer.findByText(/Not possible in the present state/);
    drawer.getByText('FIRE (4,897 people)');
  });

  it('offers to read the departments again when they could not be read', async () => {
    serveChoices();
    serve(iam.departments, 'overloaded');
    const { user } = await open([]);
    await user.click(await screen.findByRole('button', { name: 'Add rule' }));
    await screen.findByText('The values of the identity source could not be read.');
    serve(iam.departments, { items: [{ value: 'FIRE', people: 4_897 }], total: 1 });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('combobox', { name: /Departments/ });
  });
});
