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
} from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { aKeyPlan, anAccessProfile, planId } from '#data/plans/key-plans.fixture';
import { renderPage, serve } from '../../../../test/render';
import { KeyPlanPage } from '../key-plan-page';

export const listOf = <T,>(items: T[]) => ({ items, total: items.length, limit: 1_000, offset: 0 });

/** The rules tab of a plan with these rules. */
export async function openRules(rules: AccessRule[], plan: Partial<KeyPlan> = {}) {
  serve(keyPlans.get, aKeyPlan(plan));
  serve(enhancedKeyPlans.listRules, listOf(rules));
  return renderPage(<KeyPlanPage />, {
    path: `/keys/key-plans/${planId}`,
    route: '/keys/key-plans/$id',
    search: { tab: 'rules' },
  });
}

export const aPerson = (display_name: string) => ({
  id: '01900000-0000-7000-8000-0000000000b7',
  connection_id: '01900000-0000-7000-8000-0000000000a1',
  connection_name: 'City staff',
  external_id: 'E1',
  username: null,
  display_name,
  given_name: null,
  family_name: null,
  email: null,
  job_title: null,
  department: null,
  company: null,
  location: null,
  employee_id: null,
  employee_type: null,
  manager_ref: null,
  groups: [],
  active: true,
  state: 'active' as const,
  starts_on: null,
  ends_on: null,
  suspended_at: null,
  left_at: null,
  forgotten_after: null,
  created_at: '2026-03-01T08:00:00Z',
  updated_at: '2026-03-01T08:00:00Z',
});

export const ward: Location = {
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

/** What a rule can be made of. */
export function serveChoices() {
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
  serve(accessRules.measure, ({ body }) => ({
    people: body.subjects.length === 0 ? 0 : 4_897,
    doors: body.objects.length === 0 ? 0 : 25,
    clocks: body.objects.length === 0 ? [] : [{ time_zone: aKeyPlan().time_zone, doors: 25 }],
  }));
}

/** The form of the first rule of a plan. */
export async function openForm(plan: Partial<KeyPlan> = {}) {
  serveChoices();
  const page = await openRules([], plan);
  await page.user.click(await screen.findByRole('button', { name: 'Add the first rule' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Add rule' }));
  await drawer.findByRole('button', { name: 'Create rule' });
  const pick = async (label: RegExp, option: string) => {
    await page.user.click(drawer.getByRole('combobox', { name: label }));
    await page.user.click(await screen.findByRole('option', { name: option }));
  };
  return { ...page, drawer, pick };
}

/** The rule in words, as it stands in the form. */
export const sentence = (drawer: Drawer) =>
  within(drawer.getByRole('region', { name: 'The rule in words' })).getByText(/^Everyone/).textContent;
type Drawer = Awaited<ReturnType<typeof openForm>>['drawer'];
