import type { Language } from '@key2xs/texts';

/** Each language in its own name. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };
