import { preferences } from '@key2xs/contract';
import { languages } from '@key2xs/texts';
import { SegmentedControl, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useSavePreferences } from '#data/preferences';
import { languageNames } from '#lib/words/language-names';
import { useLanguage } from '../use-language';

/** Light or dark, on every device of the signed-in administrator. */
export function AppearanceChoice({ labelledBy }: { labelledBy: string }) {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const save = useSavePreferences();
  const maySave = useMay(preferences.save);
  const choose = (chosen: string) => {
    const theme = chosen === 'dark' ? 'dark' : 'light';
    setColorScheme(theme);
    if (maySave) save.mutate({ theme });
  };
  return (
    <SegmentedControl
      fullWidth
      aria-labelledby={labelledBy}
      value={scheme}
      onChange={choose}
      data={[
        { value: 'light', label: t('settings.light') },
        { value: 'dark', label: t('settings.dark') },
      ]}
    />
  );
}

/** Chooses the language of the signed-in administrator. */
export function LanguageChoice({ labelledBy }: { labelledBy: string }) {
  const { language: current, choose } = useLanguage();
  const chosen = (name: string) => languages.find((one) => one === name) ?? current;
  return (
    <SegmentedControl
      fullWidth
      aria-labelledby={labelledBy}
      value={current}
      onChange={(name) => void choose(chosen(name))}
      data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
    />
  );
}
