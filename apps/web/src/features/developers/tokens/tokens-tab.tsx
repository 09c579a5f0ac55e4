import { apiTokens } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { ApiTokensPanel } from '#components/api-tokens/api-tokens-panel';
import { DisabledInView } from '#components/may-call';
import { useMay } from '#data/auth';
import { AllTokens } from './all-tokens';
import { ServiceAccounts } from './service-accounts';
import { TokenPolicy } from './token-policy';

/** The caller's API tokens; for super admins also service accounts, tokens of others, and how long tokens may be valid. */
export function TokensTab() {
  const isSuper = useMay(apiTokens.all);
  return (
    <Stack gap="md">
      <DisabledInView>
        <ApiTokensPanel />
      </DisabledInView>
      {isSuper && <ServiceAccounts />}
      {isSuper && <AllTokens />}
      {isSuper && <TokenPolicy />}
    </Stack>
  );
}
