import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TokenList } from '#components/api-tokens/token-list';
import { TokenOnce } from '#components/api-tokens/token-once';
import { allTokensQuery, tokenPolicyQuery } from '#data/api-tokens';
import { meQuery } from '#data/auth';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';

/** Tokens of other administrators and of service accounts, so that one that leaked can be ended. */
export function AllTokens() {
  const { t } = useTranslation('api-tokens');
  const { data, error, refetch } = useQuery(allTokensQuery);
  const { data: me } = useQuery(meQuery);
  const { data: policy } = useQuery(tokenPolicyQuery);
  const [secret, setSecret] = useState<string>();
  const others = data?.items.filter(({ owner }) => owner.id !== me?.id);
  return (
    <Panel title={t('others.title')}>
      {!others && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />)}
      {others?.length === 0 && <Empty title={t('others.none')} />}
      {others && others.length > 0 && (
        <TokenList
          label={t('others.title')}
          tokens={others}
          maxDays={policy?.max_days}
          onSecret={setSecret}
          ofEveryone
        />
      )}
      {secret && <TokenOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </Panel>
  );
}
