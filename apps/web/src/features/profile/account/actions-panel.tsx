import type { OwnAction } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actionInWords } from '#components/audit/action-words';
import { ownActionsQuery } from '#data/profile';
import { formatInstant } from '#lib/format';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';

/** What the administrator did, and what others did to the account. */
export function ActionsPanel() {
  const { t } = useTranslation('profile');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ownActionsQuery);
  const actions = data?.pages.flatMap(({ items }) => items);
  return (
    <Panel title={t('actions.title')}>
      <p className="panel-note">{t('actions.hint')}</p>
      {actions && actions.length > 0 && <Actions actions={actions} />}
      {actions?.length === 0 && <Empty title={t('actions.none')} />}
      {error && <Failure error={error} onRetry={data ? fetchNextPage : refetch} />}
      {!data && !error && <Loading label={t('actions.loading')} />}
      {hasNextPage && !error && (
        <div className="table-foot">
          <Button variant="default" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('actions.more')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function Actions({ actions }: { actions: OwnAction[] }) {
  const { t } = useTranslation(['profile', 'audit-actions']);
  const columns: Column<OwnAction>[] = [
    { key: 'what', header: t('actions.what'), cell: ({ action }) => actionInWords(action), phone: 'title' },
    {
      key: 'by',
      header: t('actions.by'),
      cell: ({ is_own, actor_name }) => (is_own ? t('actions.you') : (actor_name ?? t('actions.signedOut'))),
      phone: 'meta',
    },
    {
      key: 'when',
      header: t('actions.when'),
      cell: ({ at }) => <time dateTime={at}>{formatInstant(at)}</time>,
      phone: 'meta',
    },
  ];
  return <DataTable caption={t('actions.caption')} columns={columns} rows={actions} rowKey={({ id }) => id} />;
}
