import { preferences } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { invalidate } from '#data/calls/refetching';
import { useSavePreferences } from '#data/preferences';
import { chooseLanguage, currentLanguage } from '#lib/i18n';

/** The language of the signed-in administrator, and how to change it: here at once, and on other devices. */
export function useLanguage() {
  useTranslation('shell'); // Renders again when the language changes.
  const client = useQueryClient();
  const save = useSavePreferences();
  const maySave = useMay(preferences.save);
  const choose = async (language: Language) => {
    if (maySave) save.mutate({ language });
    await chooseLanguage(language);
    await invalidate(client, {}); // The server's sentences are translated too.
  };
  return { language: currentLanguage(), choose };
}
