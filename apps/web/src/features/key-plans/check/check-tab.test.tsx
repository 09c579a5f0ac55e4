import {
  cylinders,
  type DraftEdit,
  draftEdits,
  FindingKind,
  iam,
  keyPlans,
  type PlanCheck,
  type PlanFinding,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeyPlan, anAccessRule, planId } from '#data/plans/key-plans.fixture';
import { renderPage, serve } from '../../../../test/render';
import { KeyPlanPage } from '../key-plan-page';

const ruleId = anAccessRule().id;
const none = Object.fromEntries(FindingKind.options.map((kind) => [kind, 0])) as PlanCheck['totals']; // of every kind

function aCheck(findings: PlanFinding[] = [], totals: Partial<PlanCheck['totals']> = {}): PlanCheck {
  const counted = findings.map(({ kind }) => [kind, findings.filter((one) => one.kind === kind).length]);
  return {
    findings,
    totals: { ...none, ...Object.fromEntries(counted), ...totals },
    checked: { rules: 3, people: 5, doors: 12 },
  };
}

const aFinding = (changes: Partial<PlanFinding>): PlanFinding => ({
  kind: 'rule_without_doors',
  message: "'Fire stations for FIRE' opens no door.",
  rule: { id: ruleId, name: 'Fire stations for FIRE', version: 4 },
  other_rule: null,
  subject: null,
  nearest: null,
  objects: [],
  count: null,
  breadth: null,
  repairs: [],
  ...changes,
});

const fire = { subject_type: 'department', subject_identifier: 'FIRE' } as const;
const slip = aFinding({
  kind: 'unknown_subject',
  message: "'Fire stations for FIRE' names the department 'FIER', in which no one works.",
  subject: { subject_type: 'department', subject_identifier: 'FIER', name: 'FIER' },
  nearest: 'FIRE',
  repairs: [
    { action: 'update_rule', does: 'replace_subject', rule_id: ruleId, change: { subjects: [fire] } },
    { action: 'update_rule', does: 'switch_off', rule_id: ruleId, change: { is_active: false } },
    { action: 'delete_rule', rule_id: ruleId },
  ],
});

/** The server after a repair, with the edits that take it back. */
const repairable = (undo: DraftEdit[] = []) => serve(draftEdits.apply, { plan: aKeyPlan(), undo });

async function open(check: PlanCheck | 'internal') {
  serve(keyPlans.get, aKeyPlan());
  serve(keyPlans.check, check);
  const path = `/keys/key-plans/${planId}`;
  return renderPage(<KeyPlanPage />, { path, route: '/keys/key-plans/$id', search: { tab: 'check' } });
}

const editsOf = ({ received }: ReturnType<typeof repairable>) => received.map(({ body }) => body?.edits);

describe('CheckTab', () => {
  it('says that there is nothing to repair, and what was looked at', async () => {
    await open(aCheck());
    await screen.findByText('Nothing found.');
    screen.getByText(/^Checked 3 rules, 5 people, 12 doors\. Looked for: /);
  });

  it('tries again when the plan could not be checked', async () => {
    const { user } = await open('internal');
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(keyPlans.check, aCheck());
    await user.click(again);
    await screen.findByText('Nothing found.');
  });

  it('groups what is found, the most serious first, and leads to the rule', async () => {
    const broad = aFinding({ kind: 'over_broad_rule', message: 'Too much.', other_rule: null });
    await open(aCheck([aFinding({}), broad], { rule_without_doors: 250 }));
    await screen.findByText('Too much.');
    const names = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    screen.getByRole('region', { name: 'May let the wrong people in, or keep the right ones out' });
    screen.getByRole('region', { name: 'Rules without effect, people and doors left out' });
    expect(names).toEqual(['Rules that open very many doors (1)', 'Rules that open no door (250)']);
    const doors = within(screen.getByRole('region', { name: 'Rules that open no door (250)' }));
    doors.getByText(/The 1 most important are shown/);
    const link = doors.getByRole('link', { name: 'Open rule Fire stations for FIRE' });
    expect(link.getAttribute('href')).toBe(`/keys/key-plans/${planId}?tab=rules#rule-${ruleId}`);
  });

  it('makes a repair once it is confirmed, and checks again', async () => {
    const { user } = await open(aCheck([slip]));
    const applied = repairable([{ kind: 'change_rule', rule_id: ruleId, version: 5, rule: { is_active: true } }]);
    await user.click(await screen.findByRole('button', { name: 'Replace with “FIRE”: Fire stations for FIRE' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('People who match “FIRE” may open what the rule opens.');
    expect(applied.received).toHaveLength(0);
    serve(keyPlans.check, aCheck());
    await user.click(dialog.getByRole('button', { name: 'Replace with “FIRE”' }));
    await screen.findByText('Nothing found.');
    within(await screen.findByRole('region', { name: 'Repaired just now' })).getByRole('button', { name: /^Undo/ });
    expect(editsOf(applied)).toEqual([
      [{ kind: 'change_rule', rule_id: ruleId, version: 4, rule: { subjects: [fire] } }],
    ]);
  });

  it('deletes a rule, and nothing when asked not to', async () => {
    const { user } = await open(aCheck([slip]));
    const applied = repairable();
    const button = await screen.findByRole('button', { name: 'Delete rule: Fire stations for FIRE' });
    await user.click(button);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(applied.received).toHaveLength(0);
    await user.click(button);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete rule' }));
    await waitFor(() => expect(editsOf(applied)).toEqual([[{ kind: 'remove_rule', rule_id: ruleId, version: 4 }]]));
  });

  it('says what was repaired, and takes it back as any other edit', async () => {
    const { user } = await open(aCheck([slip]));
    const undo: DraftEdit[] = [{ kind: 'change_rule', rule_id: ruleId, version: 5, rule: { is_active: true } }];
    const applied = repairable(undo);
    await user.click(await screen.findByRole('button', { name: 'Switch off: Fire stations for FIRE' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Switch off' }));
    const repaired = within(await screen.findByRole('region', { name: 'Repaired just now' }));
    repaired.getByText('Switch off: Fire stations for FIRE');
    await user.click(repaired.getByRole('button', { name: 'Undo: Switch off: Fire stations for FIRE' }));
    await screen.findByText('Undone: Switch off: Fire stations for FIRE');
    expect(editsOf(applied)[1]).toEqual(undo);
    expect(screen.queryByRole('region', { name: 'Repaired just now' })).toBeNull();
  });

  it('keeps the finding when the repair fails', async () => {
    const { user } = await open(aCheck([slip]));
    serve(draftEdits.apply, 'version_conflict');
    await user.click(await screen.findByRole('button', { name: 'Switch off: Fire stations for FIRE' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Switch off' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByText(slip.message);
  });

  it('begins a rule with the department that has no rights', async () => {
    const finding = aFinding({
      kind: 'people_without_rights',
      message: "12 people in 'FIRE' may open nothing, by this plan or another.",
      rule: null,
      subject: { ...fire, name: 'FIRE' },
      count: 12,
      repairs: [{ action: 'create_rule', draft: { subjects: [fire] } }],
    });
    const { user } = await open(aCheck([finding]));
    serve(keyPlans.listProfiles, { items: [], total: 0, limit: 1_000, offset: 0 });
    serve(cylinders.groups, { items: [], total: 0, limit: 1_000, offset: 0 });
    serve(iam.departments, { items: [{ value: 'FIRE', people: 12 }], total: 1 });
    await user.click(await screen.findByRole('button', { name: 'Add a rule... FIRE' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Add rule' }));
    const words = within(await drawer.findByRole('region', { name: 'The rule in words' }));
    expect(words.getByRole('button', { name: 'in FIRE' }).closest('p')?.textContent).toMatch(
      /^Everyone in FIRE may open/,
    );
  });
});
