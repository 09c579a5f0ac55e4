import { LocationCreate } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { afterEach, it } from 'vitest';
import { i18n } from '#lib/i18n';
import { renderPage } from '../../../../test/render';
import { LocationForm } from './location-form';

const maxLength = 100;
const values = { ...LocationCreate.parse({ name: 'Halle', type: 'site' }), name: 'x'.repeat(maxLength + 1) };
const form = (
  <LocationForm
    values={values}
    places={[]}
    submitLabel="Sichern"
    onSubmit={() => Promise.resolve()}
    onCancel={() => {}}
  />
);

afterEach(() => i18n.changeLanguage('en'));

it.each([
  ['en', `At most ${maxLength} characters, please.`],
  ['de', `Bitte höchstens ${maxLength} Zeichen.`],
])('shows field errors of the contract in the language %s', async (language, message) => {
  await i18n.changeLanguage(language);
  const { user } = await renderPage(form);
  await user.click(await screen.findByRole('button', { name: 'Sichern' }));
  await screen.findByText(message);
});
