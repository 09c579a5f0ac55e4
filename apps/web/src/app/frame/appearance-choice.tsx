import { type Language, languages } from '@key2xs/texts';
import { SegmentedControl, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage } from '#lib/i18n';

/** Light or dark. */
export function AppearanceChoice({ labelledBy }: { labelledBy: string }) {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  return (
    <SegmentedControl
      fullWidth
      aria-labelledby={labelledBy}
      value={scheme}
      onChange={setColorScheme}
      data={[
        { value: 'light', label: t('settings.light') },
        { value: 'dark', label: t('settings.dark') },
      ]}
    />
  );
}

/** Each language by its own name. */
const names: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** Chooses the language of this browser. */
export function LanguageChoice({ labelledBy }: { labelledBy: string }) {
  useTranslation('shell'); // renders again when the language changes
  const client = useQueryClient();
  const choose = async (name: string) => {
    const language = languages.find((one) => one === name);
    if (!language) return;
    await chooseLanguage(language);
    await client.invalidateQueries(); // the server's sentences are translated too
  };
  return (
    <SegmentedControl
      fullWidth
      aria-labelledby={labelledBy}
      value={currentLanguage()}
      onChange={(name) => void choose(name)}
      data={languages.map((language) => ({ value: language, label: names[language] }))}
    />
  );
}
