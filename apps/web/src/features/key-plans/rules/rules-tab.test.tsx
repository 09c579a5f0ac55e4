import { draftEdits, enhancedKeyPlans, keyPlans, people, planVersions } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeyPlan, anAccessRule, planId } from '#data/plans/key-plans.fixture';
import { aComparison } from '#data/plans/plan-versions.fixture';
import { renderPage, serve } from '../../../../test/render';
import { KeyPlanPage } from '../key-plan-page';
import { aPerson, listOf, openRules, sentence, serveChoices } from './rules-tab.fixture';

describe('RulesTab', () => {
  it('asks for an identity source first and leads there', async () => {
    const { user, router } = await openRules([], { iam_connections: [] });
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
      search: { tab: 'rules' },
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(enhancedKeyPlans.listRules, listOf([anAccessRule()]));
    await user.click(again);
    await screen.findByRole('heading', { name: 'Fire stations for FIRE' });
  });

  it('shows a rule as a sentence with its matching people', async () => {
    await openRules([anAccessRule({ time_restrictions: [] })]);
    const sentence = (await screen.findByText('FIRE')).closest('p');
    expect(sentence?.textContent).toBe('Everyone in FIRE may open Fire stations at any time.');
    screen.getByText(/Matches 4,897 people/);
  });

  it('leads from a rule to its people and to what they may open', async () => {
    const group = '01900000-0000-7000-8000-0000000000e3';
    const doors = { id: planId, object_type: 'cylinder_group', object_identifier: group, name: 'Stations' } as const;
    await openRules([anAccessRule({ objects: [doors] })]);
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    await screen.findByRole('link', { name: 'Matches 4,897 people' });
    expect(hrefOf('Matches 4,897 people')).toBe('/people?department=FIRE&active=true');
    expect(hrefOf('FIRE')).toBe('/people?department=FIRE&active=true');
    expect(hrefOf('Stations')).toBe(`/cylinders?group_id=${group}`);
  });

  it('lists the people matching a rule of several departments', async () => {
    const [subject] = anAccessRule().subjects;
    const named = ['FIRE', 'POLICE'].map((name) => ({
      ...subject,
      subject_type: 'department' as const,
      id: planId,
      name,
      subject_identifier: name,
    }));
    serve(people.list, ({ query }) => listOf([aPerson(`Someone of ${query.department}`)]));
    const { user } = await openRules([anAccessRule({ subjects: named })]);
    await user.click(await screen.findByRole('button', { name: 'Matches 4,897 people' }));
    await screen.findByText('Someone of FIRE');
    expect(screen.getByRole('link', { name: 'All 1 person in POLICE' }).getAttribute('href')).toBe(
      '/people?department=POLICE&active=true',
    );
  });
});

describe('the list of rules', () => {
  const three = ['Alarm', 'Bells', 'Cellar'].map((name, at) =>
    anAccessRule({ id: `01900000-0000-7000-8000-0000000000a${at}`, name, is_active: name !== 'Bells' }),
  );

  it('is filtered, and says how many there are', async () => {
    const { user } = await openRules(three);
    await screen.findByRole('heading', { name: 'Bells' });
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Switched off' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Alarm' })).toBeNull());
    screen.getByRole('heading', { name: 'Bells' });
    screen.getByText('1 rule');
  });

  it('is gone through and selected by keys; what is selected is switched at once', async () => {
    const { user } = await openRules(three);
    await screen.findByRole('heading', { name: 'Bells' });
    const saved = serve(draftEdits.apply, { plan: aKeyPlan(), undo: [] });
    await user.keyboard('jxjxjx');
    await user.click(await screen.findByRole('button', { name: 'Switch 2 off' }));
    await screen.findByText('2 rules are switched off.');
    const off = { kind: 'change_rule', version: 1, rule: { is_active: false } };
    expect(saved.received[0]?.body.edits).toMatchObject([off, off]);
    expect(screen.queryByText(/selected$/)).toBeNull();
  });

  it('says how many rules are deleted at once and how many people they match', async () => {
    const { user } = await openRules(three);
    const removed = serve(draftEdits.apply, { plan: aKeyPlan(), undo: [] });
    await user.click(await screen.findByRole('checkbox', { name: 'Select rule Alarm' }));
    await user.click(screen.getByRole('button', { name: 'Select all 3' }));
    await user.click(screen.getByRole('button', { name: 'Delete 3 rules' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 3 rules?' }));
    dialog.getByText('2 of them give access, the largest to 4,897 people.');
    await user.click(dialog.getByRole('button', { name: 'Delete 3 rules' }));
    await screen.findByText('3 rules deleted.');
    expect(removed.received[0]?.body.edits.map(({ kind }) => kind)).toEqual(Array(3).fill('remove_rule'));
  });

  it('copies a rule without its name', async () => {
    serveChoices();
    serve(planVersions.preview, aComparison());
    const { user } = await openRules(three);
    await user.click(await screen.findByRole('button', { name: 'Copy rule Alarm' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Add rule' }));
    expect(await drawer.findByLabelText('Rule name')).toHaveProperty('value', '');
    expect(sentence(drawer)).toBe('Everyone in FIRE may open Fire stations at any time.');
  });
});

describe('a rule of a plan whose changes wait', () => {
  const drafted = { is_active: true, takes_effect: 'on_activation', pending_changes: 1 } as const;

  it('is marked while it is not in force', async () => {
    serve(planVersions.compare, aComparison());
    await openRules([anAccessRule(), anAccessRule({ id: planId, name: 'In force' })], drafted);
    await screen.findByRole('heading', { name: 'Fire stations for FIRE Not in force yet' });
    screen.getByRole('heading', { name: 'In force' });
  });

  it('stands beside what it said before, and so does one that is deleted', async () => {
    const rule = anAccessRule();
    const { people: _, keyplan_id, version, created_at, updated_at, updated_by, ...content } = rule;
    const before = { ...content, subjects: [{ ...rule.subjects[0], name: 'POLICE' }] };
    const change = {
      kind: 'rule',
      change: 'changed',
      record_id: rule.id,
      name: rule.name,
      gains: 1,
      loses: 2,
    } as const;
    const gone = { ...change, change: 'removed', record_id: planId, name: 'Old rule', after: null } as const;
    const changes = [
      { ...change, before, after: content },
      { ...gone, before: { ...before, id: planId } },
    ];
    serve(planVersions.compare, aComparison({ changes: changes as never }));
    await openRules([rule], drafted);
    const was = 'Everyone in POLICE may open Fire stations at any time.';
    await waitFor(() => expect(document.querySelector('del')?.textContent).toBe(was));
    expect(document.querySelector('ins')?.textContent).toBe('in FIRE');
    within(screen.getByRole('region', { name: 'Deleted in the draft, still in force' })).getByText('Old rule');
  });
});
