import { maxApiTokens } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownTokensQuery, tokenPolicyQuery } from '#data/api-tokens';
import { Notice } from '#ui/notice';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { CreateToken } from './create-token';
import { TokenList } from './token-list';
import { TokenOnce } from './token-once';

/** The API tokens of the signed-in administrator. */
export function ApiTokensPanel() {
  const { t } = useTranslation('api-tokens');
  const { data, error, refetch } = useQuery(ownTokensQuery);
  const policy = useQuery(tokenPolicyQuery);
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const isFull = data !== undefined && data.items.length >= maxApiTokens;
  const maxDays = policy.data?.max_days;
  const add = (
    <Button onClick={() => setIsAdding(true)} disabled={isFull || maxDays === undefined}>
      {t('add')}
    </Button>
  );
  return (
    <Panel title={t('title')} actions={data && data.items.length > 0 && add}>
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />)}
      {isFull && <Notice tone="blue" title={t('full', { count: maxApiTokens })} />}
      {data?.items.length === 0 && <Empty title={t('none')} hint={t('noneHint')} action={add} />}
      {data && data.items.length > 0 && (
        <TokenList label={t('title')} tokens={data.items} maxDays={maxDays} onSecret={setSecret} />
      )}
      {isAdding && maxDays !== undefined && (
        <CreateToken
          maxDays={maxDays}
          onCreated={(created) => {
            setIsAdding(false);
            setSecret(created);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {secret && <TokenOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </Panel>
  );
}
