import { Stack } from '@mantine/core';
import { SingleSignOnPanel } from '../single-sign-on/single-sign-on-panel';
import { HistoryRetentionPanel } from './history-retention-panel';
import { SignInPolicyPanel } from './sign-in-policy-panel';

/** What holds for all administrators. */
export function SettingsTab() {
  return (
    <Stack gap="md">
      <SingleSignOnPanel />
      <SignInPolicyPanel />
      <HistoryRetentionPanel />
    </Stack>
  );
}
