import { SegmentedControl, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';

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
