import { type Preferences, startPages } from '@key2xs/contract';
import { formatsOf, type Language, languages } from '@key2xs/texts';
import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { preferencesQuery, useSavePreferences } from '#data/preferences';
import { currentLanguage } from '#lib/i18n';
import { languageNames } from '#lib/words/language-names';
import { useMayOpen } from '#ui/may-open';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** How screens look, on every device of the administrator. Each choice is saved at once. */
export function PreferencesPanel() {
  const { t } = useTranslation('preferences');
  const { data, error, refetch } = useQuery(preferencesQuery);
  return (
    <Panel title={t('title')} padded={data !== undefined}>
      {data && (
        <Stack gap="md" maw={560}>
          <p className="mute">{t('hint')}</p>
          <Choices preferences={data} />
        </Stack>
      )}
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />)}
    </Panel>
  );
}

const example = '2026-03-31T14:05:00Z';
const zones = () => Intl.supportedValuesOf('timeZone');
/** Stands for null, which a list of choices cannot have. */
const device = '';

function Choices({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation('preferences');
  const mayOpen = useMayOpen();
  const language = currentLanguage();
  const dateIn = (dates: 'words' | 'numbers' | 'iso') => formatsOf(language, { dates }).date(example);
  const numberIn = (numbers?: 'comma' | 'point' | 'space') => formatsOf(language, { numbers }).number(1_234.5);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const field = useField(preferences);
  return (
    <>
      <Select
        {...field('language')}
        label={t('language')}
        description={t('languageHint')}
        data={[
          { value: device, label: t('asDevice', { value: languageNames[language] }) },
          ...languages.map((one: Language) => ({ value: one, label: languageNames[one] })),
        ]}
      />
      <Select
        {...field('date_format')}
        label={t('dates')}
        data={[
          { value: device, label: t('asLanguage', { value: formatsOf(language).date(example) }) },
          ...(['words', 'numbers', 'iso'] as const).map((value) => ({
            value,
            label: t(`dateFormats.${value}`, { example: dateIn(value) }),
          })),
        ]}
      />
      <Select
        {...field('number_format')}
        label={t('numbers')}
        data={[
          { value: device, label: t('asLanguage', { value: numberIn() }) },
          ...(['comma', 'point', 'space'] as const).map((value) => ({ value, label: numberIn(value) })),
        ]}
      />
      <Select
        {...field('time_zone')}
        label={t('timeZone')}
        description={t('timeZoneHint')}
        searchable
        data={[{ value: device, label: t('asDevice', { value: here }) }, ...new Set(['UTC', ...zones()])]}
      />
      <Select
        {...field('theme')}
        label={t('theme')}
        data={[
          { value: device, label: t('asChosenHere') },
          ...(['light', 'dark'] as const).map((value) => ({ value, label: t(`themes.${value}`) })),
        ]}
      />
      <Select
        {...field('density', 'normal')}
        label={t('density')}
        data={(['normal', 'compact'] as const).map((value) => ({ value, label: t(`densities.${value}`) }))}
      />
      <Select
        {...field('start_page', '/dashboards/start')}
        label={t('startPage')}
        data={startPages.filter(mayOpen).map((value) => ({ value, label: t(`startPages.${value}`) }))}
      />
    </>
  );
}

/** What a list of choices needs to show and save one preference. `standard`: what it is without a choice. */
function useField(preferences: Preferences) {
  const { t } = useTranslation('preferences');
  const toast = useToast();
  const save = useSavePreferences();
  return (name: keyof Preferences, standard = device) => ({
    value: preferences[name] ?? standard,
    allowDeselect: false,
    disabled: save.isPending,
    onChange: (chosen: string | null) =>
      save.mutate(
        { [name]: chosen === standard ? null : chosen },
        { onSuccess: () => toast.success(t('saved')), onError: (error) => toast.failure(error.message) },
      ),
  });
}
