import type { Preferences } from '@key2xs/contract';
import { useMantineContext } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidate } from '#data/calls/refetching';
import { preferencesQuery } from '#data/preferences';
import { chooseFormats } from '#lib/format-choice';
import { chooseLanguage, currentLanguage, i18n } from '#lib/i18n';

/** Applies how the signed-in administrator wants screens to look. What is not chosen stays as this browser has it. */
export function usePreferences(): void {
  const client = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  const { setColorScheme } = useMantineContext();
  useEffect(() => {
    if (data?.theme) setColorScheme(data.theme);
  }, [data?.theme, setColorScheme]);
  useEffect(() => {
    if (!data) return;
    document.documentElement.dataset.density = data.density ?? 'normal';
    void applyWords(data).then((isTranslated) => (isTranslated ? invalidate(client, {}) : undefined));
  }, [data, client]);
}

/** @returns whether the language is another one, in which the server's sentences are to be read again */
async function applyWords({ language, date_format, number_format, time_zone }: Preferences): Promise<boolean> {
  const isNew = chooseFormats({ dates: date_format, numbers: number_format, timeZone: time_zone });
  if (language && language !== currentLanguage()) {
    await chooseLanguage(language);
    return true;
  }
  // What shows a date or a number renders again with its texts.
  if (isNew) i18n.emit('languageChanged', i18n.language);
  return false;
}
