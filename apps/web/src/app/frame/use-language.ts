import type { Language } from '@key2xs/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invalidate } from '#data/calls/refetching';
import { chooseLanguage, currentLanguage } from '#lib/i18n';

/** Each language in its own name. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** The language of this browser, and how to change it. */
export function useLanguage() {
  useTranslation('shell'); // Renders again when the language changes.
  const client = useQueryClient();
  const choose = async (language: Language) => {
    await chooseLanguage(language);
    await invalidate(client, {}); // The server's sentences are translated too.
  };
  return { language: currentLanguage(), choose };
}
