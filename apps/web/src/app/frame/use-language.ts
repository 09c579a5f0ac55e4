import type { Language } from '@key2xs/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage } from '#lib/i18n';

/** Each language by its own name. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** The language of this browser, and how to choose another. */
export function useLanguage() {
  useTranslation('shell'); // renders again when the language changes
  const client = useQueryClient();
  const choose = async (language: Language) => {
    await chooseLanguage(language);
    await client.invalidateQueries(); // the server's sentences are translated too
  };
  return { language: currentLanguage(), choose };
}
