import {
  accessRules,
  type DraftEdit,
  draftEdits,
  enhancedKeyPlans,
  iam,
  keyPlans,
  locations,
  people,
  planVersions,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeyPlan, anAccessProfile, planId } from '#data/plans/key-plans.fixture';
import { aComparison } from '#data/plans/plan-versions.fixture';
import { renderPage, serve } from '../../../../../test/render';
import { KeyPlanPage } from '../../key-plan-page';
import { aPerson, listOf, openForm, openRules, sentence, serveChoices, ward } from '../rules-tab.fixture';

const everything = 'Access profiles, groups, places and cylinders';

/** The rule that was sent to be added. */
const addedBy = ({ received: [first] }: { received: { body: { edits: DraftEdit[] } }[] }) => {
  const [edit] = first?.body.edits ?? [];
  return edit?.kind === 'add_rule' ? edit.rule : undefined;
};

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
    serve(planVersions.preview, aComparison({ effect: { people_gaining: 6, doors: 36 } }));
    const { drawer, pick } = await openForm({ is_active: true, takes_effect: 'on_activation' });
    await pick(/^Departments/, 'FIRE (4,897 people)');
    await pick(/^Access profiles/, 'Fire stations');
    await drawer.findByText(/^In the draft: 6 people would gain doors .* Until then nothing changes\.$/);
    drawer.getByText('6 people × 36 doors');
  });

  it('takes the first match on Enter, and never sends the form from a picker', async () => {
    const { user, drawer } = await openForm();
    await user.type(drawer.getByRole('combobox', { name: /^Departments/ }), 'fire{Enter}');
    await drawer.findByText('4,897 people now');
    const doors = drawer.getByRole('combobox', { name: /^Access profiles/ });
    await user.type(doors, '{Enter}stat');
    expect(screen.queryByText(/^Choose at least one/)).toBeNull();
    await user.type(doors, '{Enter}');
    await waitFor(() => expect(sentence(drawer)).toBe('Everyone in FIRE may open Fire stations at any time.'));
  });

  it('begins with what the address names', async () => {
    serveChoices();
    serve(keyPlans.get, aKeyPlan());
    serve(enhancedKeyPlans.listRules, listOf([]));
    await renderPage(<KeyPlanPage />, {
      path: `/keys/key-plans/${planId}`,
      route: '/keys/key-plans/$id',
      search: { dialog: 'rule', department: 'FIRE' },
    });
    await screen.findByText('4,897 people now');
  });

  it('begins with a job title, and leads to the doors that are missing', async () => {
    serveChoices();
    serve(keyPlans.get, aKeyPlan());
    serve(enhancedKeyPlans.listRules, listOf([]));
    const { user } = await renderPage(<KeyPlanPage />, {
      path: `/keys/key-plans/${planId}`,
      route: '/keys/key-plans/$id',
      search: { dialog: 'rule', job_title: 'LIEUTENANT' },
    });
    await screen.findByText('4,897 people now');
    await user.click(screen.getByRole('button', { name: 'Create rule' }));
    await screen.findByText('Choose at least one access profile, group, place or cylinder.');
    expect(document.activeElement).toBe(
      screen.getByRole('combobox', { name: /^Access profiles, groups, places and cylinders/ }),
    );
  });

  it('asks in the sentence for what is missing, and opens each part in place', async () => {
    const { user, drawer } = await openForm();
    expect(sentence(drawer)).toBe('Everyone … who? … may open … what? … at any time.');
    const when = drawer.getByRole('button', { name: 'at any time' });
    expect(when.getAttribute('aria-expanded')).toBe('false');
    await user.click(when);
    await drawer.findByRole('region', { name: 'When' });
    expect(when.getAttribute('aria-expanded')).toBe('true');
  });

  it('requires both a department and a job title until the user chooses otherwise', async () => {
    const { user, drawer, pick } = await openForm();
    const created = serve(draftEdits.apply, { plan: aKeyPlan(), undo: [] });
    await pick(/^Departments/, 'FIRE (4,897 people)');
    await pick(/^Departments/, 'LIEUTENANT (300 people)');
    expect(sentence(drawer)).toContain('Everyone in FIRE with the job title LIEUTENANT may open');
    await user.click(drawer.getByRole('radio', { name: 'Anyone who matches one of these' }));
    expect(sentence(drawer)).toContain('Everyone in FIRE or with the job title LIEUTENANT may open');
    await user.click(drawer.getByRole('radio', { name: 'Only people who match all of these' }));
    await pick(/^Departments/, 'POLICE (13,000 people)');
    await drawer.findByText('No one is in two departments.');
    await pick(new RegExp(everything), 'Fire stations');
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await waitFor(() => expect(addedBy(created)).toMatchObject({ subject_match: 'all' }));
  });

  it('finds people by name on the server', async () => {
    const { user, drawer } = await openForm();
    const asked = serve(people.list, listOf([aPerson('Odo Brackwater')]));
    await user.type(drawer.getByRole('combobox', { name: /^Departments/ }), 'brack');
    await user.click(await screen.findByRole('option', { name: 'Odo Brackwater' }));
    expect(asked.received.at(-1)?.query).toMatchObject({ search: 'brack', active: true });
    expect(sentence(drawer)).toContain('Everyone who is Odo Brackwater may open');
  });

  it('names what is missing', async () => {
    const { user, drawer } = await openForm();
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await drawer.findByText('Choose at least one department, job title, group or person.');
    drawer.getByText('Choose at least one access profile, group, place or cylinder.');
    expect(document.activeElement).toBe(drawer.getByRole('combobox', { name: /^Departments/ }));
  });

  it('creates a rule of what was chosen and typed, and reads it back while it is written', async () => {
    const { user, drawer, pick } = await openForm();
    const created = serve(draftEdits.apply, { plan: aKeyPlan(), undo: [] });
    expect(drawer.queryByText(/^Left empty/)).toBeNull();
    await pick(/^Departments/, 'FIRE (4,897 people)');
    await pick(new RegExp(everything), 'Fire stations');
    await user.click(drawer.getByRole('button', { name: 'at any time' }));
    await user.type(await drawer.findByLabelText('Type the hours, or paint them below'), 'Mo-Fr 7-19{Enter}');
    await drawer.findByText('25 doors', { exact: false });
    expect(sentence(drawer)).toBe('Everyone in FIRE may open Fire stations Mon–Fri 07:00–19:00.');
    drawer.getByText('Left empty, it is named “FIRE: Fire stations”.');

    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await screen.findByText("Rule 'FIRE: Fire stations' created.");
    expect(addedBy(created)).toMatchObject({
      name: 'FIRE: Fire stations',
      subject_match: 'any',
      subjects: [{ subject_type: 'department', subject_identifier: 'FIRE' }],
      objects: [{ object_type: 'access_profile', object_identifier: anAccessProfile().id }],
      time_restrictions: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00', valid_from: null, valid_until: null }],
    });
  });

  it('creates a rule about a group, by id, and calls it by its name', async () => {
    const { user, drawer, pick } = await openForm();
    const created = serve(draftEdits.apply, { plan: aKeyPlan(), undo: [] });
    await pick(/^Departments/, 'Fire wardens (12 people)');
    await pick(new RegExp(everything), 'Fire stations');
    expect(sentence(drawer)).toBe('Everyone in the group Fire wardens may open Fire stations at any time.');
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await screen.findByText("Rule 'Fire wardens: Fire stations' created.");
    expect(addedBy(created)).toMatchObject({
      name: 'Fire wardens: Fire stations',
      subjects: [{ subject_type: 'group', subject_identifier: '01900000-0000-7000-8000-0000000000f9' }],
    });
  });

  it('finds a place by its path, says how many doors it has, and names it with all of them', async () => {
    const { user, drawer, pick } = await openForm();
    const asked = serve(locations.list, listOf([ward]));
    const created = serve(draftEdits.apply, { plan: aKeyPlan(), undo: [] });
    await pick(/Departments/, 'FIRE (4,897 people)');
    await user.type(drawer.getByRole('combobox', { name: /Access profiles, groups, places and cylinders/ }), 'ward');
    await waitFor(() => expect(asked.received.at(-1)?.query).toMatchObject({ search: 'ward' }));
    await user.click(await screen.findByRole('option', { name: 'City Hospital / Ward 3 (12 doors)' }));
    expect(sentence(drawer)).toBe('Everyone in FIRE may open all doors of City Hospital / Ward 3 at any time.');
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await screen.findByText("Rule 'FIRE: City Hospital / Ward 3' created.");
    expect(addedBy(created)).toMatchObject({
      objects: [{ object_type: 'location', object_identifier: ward.id }],
    });
  });

  it('never takes hours that were all removed for always', async () => {
    const { user, drawer, pick } = await openForm();
    await pick(/^Departments/, 'FIRE (4,897 people)');
    await pick(new RegExp(everything), 'Fire stations');
    await user.click(drawer.getByRole('button', { name: 'at any time' }));
    await user.click(await drawer.findByRole('button', { name: 'Weekends' }));
    for (const name of ['Sat all day', 'Sun all day']) {
      within(drawer.getByRole('group', { name: 'Paint the week' }))
        .getByRole('button', { name })
        .focus();
      await user.keyboard('{Delete}');
    }
    expect(sentence(drawer)).toContain('… when? …');
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await drawer.findByText('Paint, type or choose hours, or choose Always.');
  });

  it('says by whose clocks the hours count where places have their own', async () => {
    const { user, drawer, pick } = await openForm({ time_zone: 'Europe/Berlin' });
    await user.click(drawer.getByRole('button', { name: 'at any time' }));
    await drawer.findByText('By the clock at the door, Europe/Berlin.');
    const clocks = [
      { time_zone: 'Asia/Tokyo', doors: 12 },
      { time_zone: 'Europe/Berlin', doors: 1 },
    ];
    serve(accessRules.measure, { people: 0, doors: 13, clocks });
    await pick(new RegExp(everything), 'Fire stations');
    await drawer.findByText('By the clocks at the doors: Asia/Tokyo at 12 doors and Europe/Berlin at 1 door.');
    drawer.getByText('First and last days are days in Europe/Berlin.');
  });

  it('moves and stretches hours by keys, over midnight too', async () => {
    const { user, drawer } = await openForm();
    await user.click(drawer.getByRole('button', { name: 'at any time' }));
    await user.type(await drawer.findByLabelText('Type the hours, or paint them below'), 'Fr 22-24{Enter}');
    const grid = within(drawer.getByRole('group', { name: 'Paint the week' }));
    (await grid.findByRole('button', { name: 'Fri 22:00–24:00' })).focus();
    await user.keyboard(
      '{Shift>}{ArrowDown}{ArrowDown}{ArrowRight}{/Shift}{ArrowLeft}{Control>}{ArrowLeft}{/Control}{ArrowDown}',
    );
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Sat 21:30–02:00 (next day)');
  });

  it('keeps what was entered when the server refuses', async () => {
    const { user, drawer, pick } = await openForm();
    serve(draftEdits.apply, 'conflict');
    await pick(/Departments/, 'FIRE (4,897 people)');
    await pick(/Access profiles, groups, places and cylinders/, 'Fire stations');
    await user.click(drawer.getByRole('button', { name: 'Create rule' }));
    await drawer.findByText(/Not possible in the present state/);
    expect(sentence(drawer)).toContain('in FIRE');
  });

  it('offers to read the departments again when they could not be read', async () => {
    serveChoices();
    serve(iam.departments, 'overloaded');
    const { user } = await openRules([]);
    await user.click(await screen.findByRole('button', { name: 'Add the first rule' }));
    await screen.findByText('The values of the identity source could not be read.');
    serve(iam.departments, { items: [{ value: 'FIRE', people: 4_897 }], total: 1 });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('combobox', { name: /Departments/ });
  });
});
