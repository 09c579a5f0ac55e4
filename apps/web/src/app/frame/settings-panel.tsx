import { ActionIcon, Popover, SegmentedControl, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Light or dark. A click outside closes it. */
export function SettingsPanel() {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={260} trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label={t('settings.open')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconSettings size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={id}>
        <h2 id={id}>{t('settings.title')}</h2>
        <p className="panel-label" id={`${id}-appearance`}>
          {t('settings.appearance')}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby={`${id}-appearance`}
          value={scheme}
          onChange={setColorScheme}
          data={[
            { value: 'light', label: t('settings.light') },
            { value: 'dark', label: t('settings.dark') },
          ]}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
