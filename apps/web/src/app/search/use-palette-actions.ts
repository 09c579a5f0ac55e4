import { access, iam, keyPlans, keySystems } from '@key2xs/contract';
import { languages } from '@key2xs/texts';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLogout, useMay, useMe } from '#data/auth';
import { languageNames } from '#lib/words/language-names';
import { useMayOpen } from '#ui/may-open';
import { useShowShortcuts } from '../frame/shortcuts';
import { useLanguage } from '../frame/use-language';
import type { PaletteItem } from './palette-item';
import type { Place } from './search-places';
import { useRecordActions } from './use-record-actions';

/** Actions available anywhere, limited to those the viewer may perform. */
export function usePaletteActions(): { actions: PaletteItem[]; isPending: boolean } {
  const { actions, isPending } = useRecordActions();
  return { actions: [...useStartActions(), ...actions, ...useOwnSettings()], isPending };
}

/** Actions that start something new. */
function useStartActions(): PaletteItem[] {
  const { t } = useTranslation(['palette', 'shell']);
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  type Name = 'createPlan' | 'addKeySystem' | 'addSource' | 'compare' | 'whoMayOpen';
  const begin = (name: Name, may: boolean, place: Place, words: string = t('words.begin')): PaletteItem[] =>
    may && mayOpen(place.to)
      ? [
          {
            key: `action:${name}`,
            title: t(`actions.${name}`),
            words,
            choose: () => void navigate(place),
          },
        ]
      : [];
  return [
    ...begin('createPlan', useMay(keyPlans.create), { to: '/keys/key-plans', search: { dialog: 'create' } }),
    ...begin('addKeySystem', useMay(keySystems.create), { to: '/add-key-system' }),
    ...begin('addSource', useMay(iam.create), { to: '/connect/iam-wizard' }),
    ...begin(
      'whoMayOpen',
      [useMay(access.who), useMay(access.week)].every(Boolean),
      { to: '/cylinders' },
      t('words.whoMayOpen'),
    ),
    ...begin('compare', useMay(access.compare), { to: '/people/compare' }, t('words.compare')),
  ];
}

/** The viewer's own settings: appearance, language, help, logout. */
function useOwnSettings(): PaletteItem[] {
  const { t } = useTranslation(['palette', 'shell']);
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const { language: current, choose } = useLanguage();
  const logout = useLogout();
  const isActing = Boolean(useMe()?.acting);
  const showShortcuts = useShowShortcuts();
  const words = t('shell:settings.title');
  return [
    { key: 'action:scheme', title: t(`actions.${other}`), words, choose: () => setColorScheme(other) },
    ...languages
      .filter((language) => language !== current)
      .map((language) => ({
        key: `action:language:${language}`,
        title: t('actions.language', { name: languageNames[language] }),
        words: `${words} ${t('shell:settings.language')}`,
        choose: () => void choose(language),
      })),
    { key: 'action:shortcuts', title: t('shortcuts.title'), shortcut: '?', choose: showShortcuts },
    ...(isActing
      ? []
      : [
          {
            key: 'action:leave',
            title: t('shell:user.logOut'),
            words: t('words.leave'),
            choose: () => void logout.mutateAsync().finally(() => navigate({ to: '/login' })),
          },
        ]),
  ];
}
