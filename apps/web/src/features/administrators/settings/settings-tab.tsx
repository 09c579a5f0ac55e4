import { Stack } from '@mantine/core';
import { HistoryRetentionPanel } from './history-retention-panel';

/** What holds for all administrators. */
export function SettingsTab() {
  return (
    <Stack gap="md">
      <HistoryRetentionPanel />
    </Stack>
  );
}
