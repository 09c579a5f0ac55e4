import { type Answer, cylinders, iam, locations, people } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { serve } from '../../../../../test/render';
import { aPerson, listOf, openForm, sentence, ward } from '../rules-tab.fixture';

/** Presses keys one after the other as a person does. */
const typist = () => userEvent.setup({ delay: 40 });

/** An answer that comes when the test says so. */
function later<T>() {
  let give: (answer: T) => void = () => {};
  const answer = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { answer, give };
}

const who = /^Departments/;
const what = /^Access profiles/;

describe('the pickers of the rule form', () => {
  it('take the marked first match on Enter once the list shows it, and close the list', async () => {
    const { drawer } = await openForm();
    const hands = typist();
    const field = drawer.getByRole('combobox', { name: who });
    await hands.type(field, 'fire');
    const first = await screen.findByRole('option', { name: 'FIRE (4,897 people)' });
    await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(first.id));
    await hands.keyboard('{Enter}');
    expect(sentence(drawer)).toContain('Everyone in FIRE may open');
    expect(field.getAttribute('aria-expanded')).toBe('false');
    expect(field).toHaveProperty('value', '');
  });

  it('take the first match of a slow answer on an Enter pressed before it, and one shown on an Enter after it', async () => {
    const { drawer } = await openForm();
    const [places, doors] = [later<Answer<typeof locations.list>>(), later<Answer<typeof cylinders.list>>()];
    serve(locations.list, () => places.answer);
    serve(cylinders.list, () => doors.answer);
    const hands = typist();
    const field = drawer.getByRole('combobox', { name: what });
    await hands.type(field, 'ward{Enter}');
    expect(sentence(drawer)).toContain('… what? …');
    places.give(listOf([ward]));
    doors.give(listOf([]));
    await waitFor(() => expect(sentence(drawer)).toContain('all doors of City Hospital / Ward 3'));
    await hands.type(field, 'stations');
    await screen.findByRole('option', { name: 'Fire stations' });
    await hands.keyboard('{Enter}');
    expect(sentence(drawer)).toContain('Fire stations');
  });

  it('take a person from a late answer of the server', async () => {
    const { drawer } = await openForm();
    const found = later<Answer<typeof people.list>>();
    serve(people.list, () => found.answer);
    await typist().type(drawer.getByRole('combobox', { name: who }), 'brack{Enter}');
    found.give(listOf([aPerson('Odo Brackwater')]));
    await waitFor(() => expect(sentence(drawer)).toContain('Everyone who is Odo Brackwater may open'));
  });

  it('take the option marked by the arrow keys', async () => {
    const { drawer } = await openForm();
    const hands = typist();
    serve(people.list, listOf([]));
    await hands.type(drawer.getByRole('combobox', { name: who }), 'ire');
    await screen.findByRole('option', { name: 'Fire wardens (12 people)' });
    await hands.keyboard('{ArrowDown}{Enter}');
    expect(sentence(drawer)).toContain('the group Fire wardens');
  });

  it('write into the first field from the start, and show no list before a key is pressed', async () => {
    const { drawer } = await openForm();
    const field = drawer.getByRole('combobox', { name: who });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute('aria-expanded')).toBe('false');
    await typist().keyboard('fire{Enter}');
    expect(sentence(drawer)).toContain('Everyone in FIRE may open');
  });

  it('go on to the next one on Enter in a field that has its choice', async () => {
    const { drawer } = await openForm();
    await typist().keyboard('fire{Enter}{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(drawer.getByRole('combobox', { name: what })));
  });

  it('keep what was typed when the field is left', async () => {
    const { drawer } = await openForm();
    const hands = typist();
    const field = drawer.getByRole('combobox', { name: who });
    await hands.type(field, 'fir');
    await hands.tab();
    expect(document.activeElement).toBe(drawer.getByRole('combobox', { name: what }));
    expect(field).toHaveProperty('value', 'fir');
    expect(screen.queryByRole('option', { name: /^FIRE/ })).toBeNull();
  });

  it('close their list when an option is clicked, and keep the focus', async () => {
    const { user, drawer } = await openForm();
    const field = drawer.getByRole('combobox', { name: who });
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: 'POLICE (13,000 people)' }));
    expect(field.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(field);
  });

  it('offer spellings that a rule takes for the same as one, with all their people', async () => {
    const { user, drawer } = await openForm();
    const spelled = [
      { value: 'Finance', people: 30 },
      { value: 'FINANCE', people: 50 },
    ];
    serve(iam.departments, { items: spelled, total: 2 });
    await user.click(drawer.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Add the first rule' }));
    await user.click(await screen.findByRole('combobox', { name: who }));
    await screen.findByRole('option', { name: 'FINANCE (80 people)' });
    expect(screen.queryByRole('option', { name: /^Finance/ })).toBeNull();
  });

  it('never take the match of an earlier text', async () => {
    const { drawer } = await openForm();
    const hands = typist();
    serve(locations.list, listOf([]));
    await hands.type(drawer.getByRole('combobox', { name: what }), 'stat');
    await screen.findByRole('option', { name: 'Fire stations' });
    await hands.keyboard('ionery{Enter}');
    await drawer.findByText('Nothing found');
    expect(sentence(drawer)).toContain('… what? …');
  });
});

describe('the parts of the sentence', () => {
  it('focus the field of what is missing, also when it is open already', async () => {
    const { user, drawer } = await openForm();
    await user.click(drawer.getByRole('button', { name: '… what? …' }));
    expect(document.activeElement).toBe(drawer.getByRole('combobox', { name: what }));
    await user.click(drawer.getByRole('button', { name: '… who? …' }));
    expect(document.activeElement).toBe(drawer.getByRole('combobox', { name: who }));
  });

  it('open what they are chosen with and focus it; what is chosen closes again', async () => {
    const { user, drawer } = await openForm();
    const when = drawer.getByRole('button', { name: 'at any time' });
    await user.click(when);
    const typed = await drawer.findByLabelText('Type the hours, or paint them below');
    await waitFor(() => expect(document.activeElement).toBe(typed));
    await user.click(when);
    expect(when.getAttribute('aria-expanded')).toBe('false');
  });
});
