import { expect, it } from 'vitest';
import { firstLanguage } from './first-language';

it.for<[chosen: string | null, preferred: string[], language: string]>([
  ['en', ['de-DE'], 'en'],
  [null, ['fr-FR', 'de-AT', 'en'], 'de'],
  ['xx', ['en-GB', 'de'], 'en'],
  [null, ['fr'], 'en'],
  [null, [], 'en'],
])('starts after %s, in a browser of %j, in %s', ([chosen, preferred, language]) => {
  expect(firstLanguage(chosen, preferred)).toBe(language);
});
