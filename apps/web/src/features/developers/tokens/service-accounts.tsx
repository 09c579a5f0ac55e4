import { type ApiToken, maxApiTokens, type ServiceAccount } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateToken } from '#components/api-tokens/create-token';
import { TokenOnce } from '#components/api-tokens/token-once';
import { allTokensQuery, serviceAccountsQuery, tokenPolicyQuery } from '#data/api-tokens';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { ServiceAccountDrawer } from './service-account-drawer';
import { ServiceAccountItem } from './service-account-item';

/** Accounts of programs, each with its rights and its API tokens. */
export function ServiceAccounts() {
  const { t } = useTranslation('api-tokens');
  const accounts = useQuery(serviceAccountsQuery);
  const tokens = useQuery(allTokensQuery);
  const maxDays = useQuery(tokenPolicyQuery).data?.max_days;
  const [isAdding, setIsAdding] = useState(false);
  const [owner, setOwner] = useState<ServiceAccount>();
  const [secret, setSecret] = useState<string>();
  const items = accounts.data && tokens.data ? withTokens(accounts.data.items, tokens.data.items) : undefined;
  const error = accounts.error ?? tokens.error;
  const retry = () => Promise.all([accounts.refetch(), tokens.refetch()]);
  const add = <Button onClick={() => setIsAdding(true)}>{t('accounts.add')}</Button>;
  return (
    <Panel title={t('accounts.title')} actions={items && items.length > 0 && add}>
      {!items && (error ? <Failure error={error} onRetry={retry} /> : <Loading label={t('accounts.loading')} />)}
      {items?.length === 0 && <Empty title={t('accounts.none')} hint={t('accounts.noneHint')} action={add} />}
      {items && items.length > 0 && (
        <ul className="api-tokens" aria-label={t('accounts.title')}>
          {items.map(({ account, own }) => (
            <ServiceAccountItem
              key={account.id}
              account={account}
              tokens={own}
              maxDays={maxDays}
              onAddToken={maxDays === undefined || own.length >= maxApiTokens ? undefined : () => setOwner(account)}
              onSecret={setSecret}
            />
          ))}
        </ul>
      )}
      {isAdding && <ServiceAccountDrawer onClose={() => setIsAdding(false)} />}
      {owner && maxDays !== undefined && (
        <CreateToken
          maxDays={maxDays}
          owner={owner}
          onCreated={(created) => {
            setOwner(undefined);
            setSecret(created);
          }}
          onClose={() => setOwner(undefined)}
        />
      )}
      {secret && <TokenOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </Panel>
  );
}

const withTokens = (accounts: readonly ServiceAccount[], tokens: readonly ApiToken[]) =>
  accounts.map((account) => ({ account, own: tokens.filter(({ owner }) => owner.id === account.id) }));
