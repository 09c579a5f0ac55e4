import { type AccessRule, enhancedKeyPlans, iam, keyPlans } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeyPlan, anAccessRule } from '#data/plans/key-plans.fixture';
import { serve } from '../../../../../test/render';
import { called, openTab } from '../open-tab.fixture';

const { id } = called();
const plan = aKeyPlan({ iam_connections: [{ id, name: 'City staff' }] });
const names = (subject_identifier: string): AccessRule['subjects'] => [
  {
    id: '01900000-0000-7000-8000-0000000000e1',
    subject_type: 'job_title',
    subject_identifier,
    name: subject_identifier,
  },
];

function serveAll(rules = [anAccessRule({ name: 'Stations', subjects: names('firefighter') })]) {
  serve(keyPlans.list, { keyplans: [plan], total: 1, limit: 200, offset: 0 });
  serve(enhancedKeyPlans.listRules, { items: rules, total: rules.length, limit: 1_000, offset: 0 });
  const items = [
    { value: 'Firefighter', people: 120 },
    { value: 'Librarian', people: 9 },
  ];
  serve(iam.jobTitles, { items, total: 2 });
}

describe('the job titles of a source', () => {
  it('show their people, the rules that name them in any spelling, and a button to add one', async () => {
    serveAll();
    await openTab('values');
    const rule = await screen.findByRole('link', { name: 'Stations' });
    expect(rule.getAttribute('href')).toBe(`/keys/key-plans/${plan.id}?tab=rules&search=Stations`);
    screen.getByText('2 job titles, 1 without a rule.');
    const people = screen.getByRole('link', { name: '120, open people with Firefighter' });
    expect(people.getAttribute('href')).toBe(`/people?connection_id=${id}&job_title=Firefighter&state=active`);
    const add = await screen.findByRole('link', { name: 'Add rule for Librarian' });
    expect(add.getAttribute('href')).toContain('Librarian');
  });

  it('show the rules that fold to the same text', async () => {
    serveAll([anAccessRule({ name: 'Streets', subjects: names('STRASSENWÄRTER') })]);
    serve(iam.jobTitles, { items: [{ value: 'Straßenwärter', people: 7 }], total: 1 });
    await openTab('values');
    await screen.findByRole('link', { name: 'Streets' });
    screen.getByText('1 job title, 0 without a rule.');
  });

  it('can be filtered to those without a rule', async () => {
    serveAll();
    const { user, router } = await openTab('values');
    await screen.findByRole('link', { name: 'Stations' });
    await user.click(screen.getByRole('checkbox', { name: 'No rule yet' }));
    await waitFor(() => expect(screen.queryByText('Firefighter')).toBeNull());
    screen.getByText('Librarian');
    expect(router.state.location.search).toMatchObject({ unused: 'yes' });
  });

  it('explain an empty list', async () => {
    serveAll([]);
    serve(iam.departments, { items: [], total: 0 });
    await openTab('values', called(), { of: 'department' });
    await screen.findByText('No departments');
    screen.getByText('No one has been read yet, or the field is not mapped.');
  });
});
