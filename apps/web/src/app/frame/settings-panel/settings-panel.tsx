import { ActionIcon } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { lazy, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '#lib/chunk';
import { PanelButton } from '../panel-button';

const load = () => loadChunk('AppearanceChoice', () => import('./appearance-choice'));
const AppearanceChoice = lazy(async () => ({ default: (await load()).AppearanceChoice }));
const LanguageChoice = lazy(async () => ({ default: (await load()).LanguageChoice }));

/** Appearance and language in this browser. */
export function SettingsPanel() {
  const { t } = useTranslation('shell');
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const button = (
    <ActionIcon
      variant="subtle"
      size={32}
      aria-label={t('settings.open')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
    >
      <IconSettings size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
  return (
    <PanelButton isOpen={isOpen} onChange={setIsOpen} button={button} width={260} dropdown={{ 'aria-labelledby': id }}>
      <h2 id={id}>{t('settings.title')}</h2>
      <p className="panel-label" id={`${id}-appearance`}>
        {t('settings.appearance')}
      </p>
      <AppearanceChoice labelledBy={`${id}-appearance`} />
      <p className="panel-label" id={`${id}-language`}>
        {t('settings.language')}
      </p>
      <LanguageChoice labelledBy={`${id}-language`} />
    </PanelButton>
  );
}
