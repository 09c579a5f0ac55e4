import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TokenList } from '#components/api-tokens/token-list';
import { allTokensQuery } from '#data/api-tokens';
import { meQuery } from '#data/auth';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';

/** Tokens of other administrators, so that one that leaked can be ended. */
export function AllTokens() {
  const { t } = useTranslation('api-tokens');
  const { data, error, refetch } = useQuery(allTokensQuery);
  const { data: me } = useQuery(meQuery);
  const others = data?.items.filter(({ owner }) => owner.id !== me?.id && !owner.is_service);
  return (
    <Panel title={t('others.title')}>
      {!others && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />)}
      {others?.length === 0 && <Empty title={t('others.none')} />}
      {others && others.length > 0 && <TokenList label={t('others.title')} tokens={others} ofEveryone />}
    </Panel>
  );
}
