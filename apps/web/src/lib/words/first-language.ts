import { type Language, languages } from '@key2xs/texts';

/**
 * The language in which the application starts: the one chosen in this browser, else the first of the browser's own that
 * there is, in which someone without an account reads a mailed page.
 * @param preferred as `navigator.languages`, e.g. `de-AT`
 */
export const firstLanguage = (chosen: string | null, preferred: readonly string[]): Language =>
  [chosen, ...preferred.map((name) => name.split('-')[0])].flatMap(
    (name) => languages.find((language) => language === name) ?? [],
  )[0] ?? 'en';
